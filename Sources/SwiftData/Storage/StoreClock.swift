import Foundation

/// Functions that return the current time and a store's default location.
enum StoreClock {
  static func now() -> Date { Date() }

  /// Returns the current time in the form `20261121T021530Z`, for the names of backups.
  static func stamp() -> String {
    let time = Calendar.gregorianUTC.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: now())
    func padded(_ value: Int?, _ width: Int) -> String {
      let text = String(value ?? 0)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return padded(time.year, 4) + padded(time.month, 2) + padded(time.day, 2) + "T"
      + padded(time.hour, 2) + padded(time.minute, 2) + padded(time.second, 2) + "Z"
  }

  /// Returns `$XDG_DATA_HOME/<executable>/<name>.store`, the default location of a store without a
  /// URL. The folder need not exist.
  static func defaultStore(named name: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    let base: URL
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      base = URL(fileURLWithPath: data, isDirectory: true)
    } else {
      base = FileManager.default.homeDirectoryForCurrentUser
        .appendingPathComponent(".local/share", isDirectory: true)
    }
    return
      base.appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
      .appendingPathComponent("\(name).store")
  }
}

extension Calendar {
  static var gregorianUTC: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}

import CartographerCore
import Foundation
import Glibc
import Logging
import Synchronization
import TerminalUI

/// The program's log file, for diagnosing faults.
///
/// The log records operations and their results, including file names and item IDs. The log never
/// contains coordinates or text from the library.
package final class LogFile: Sendable {
  package let url: URL
  /// The size, in bytes, at which the log file is rotated.
  private let limit: Int
  private let writing = Mutex(())

  package init(url: URL, limit: Int = 1 << 20) {
    self.url = url
    self.limit = limit
  }

  private var former: URL { url.appendingPathExtension("1") }

  /// Appends a line in a single write, so that lines written by several processes are not
  /// interleaved. Logging is best-effort; write errors are ignored.
  func write(_ line: String) {
    writing.withLock { _ in
      let files = FileManager.default
      let length = (try? files.attributesOfItem(atPath: url.path)[.size] as? Int) ?? 0
      if length >= limit { rename(url.path, former.path) }
      if length == 0 {
        try? files.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      }
      let descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return }
      defer { _ = Glibc.close(descriptor) }
      let bytes = Array(line.utf8)
      _ = Glibc.write(descriptor, bytes, bytes.count)
    }
  }
}

/// The minimum severity of logged events.
package enum LogLevel: String, CaseIterable, Sendable {
  case off, error, warning, info, debug

  /// The default log level.
  package static let standard = LogLevel.error

  fileprivate var level: Logger.Level? {
    switch self {
    case .off: nil
    case .error: .error
    case .warning: .warning
    case .info: .info
    case .debug: .debug
    }
  }
}

extension Logger {
  /// A logger that discards all events.
  package static let none = Logger(
    label: "cartographer", factory: { _ in SwiftLogNoOpLogHandler() })

  /// Creates a logger for the file `$XDG_STATE_HOME/cartographer/log`. The level comes from
  /// `CARTOGRAPHER_LOG`, or from the configuration if the variable is not set.
  package init(_ environment: [String: String], _ configuration: Configuration) {
    let name = environment["CARTOGRAPHER_LOG"] ?? configuration.settings["log"] ?? ""
    let chosen = LogLevel(rawValue: name) ?? .standard
    guard let level = chosen.level, let folder = UserFolder.state.url(environment) else {
      self = .none
      return
    }
    self.init(LogFile(url: folder.appending(path: "log")), level: level)
  }

  package init(_ file: LogFile, level: Logger.Level) {
    self.init(label: "cartographer") { _ in LogFileHandler(file: file, logLevel: level) }
  }

  /// Logs the failure of an operation, with its error code. A fault of the program or of the disk
  /// is logged as an error, an obstacle such as a locked store as a warning, and an invalid request
  /// only as information.
  package func note(_ code: String, of work: String) {
    let level: Logger.Level =
      switch LibraryError.Code(rawValue: code) {
      case .failed, .inputOutput: .error
      case .badData, .busy, .readOnly, .noPermission, .cannotWrite: .warning
      case .notFound, .ambiguous, .invalid, .changedMeanwhile, .nothingToUndo, .nothingToDo, nil:
        .info
      }
    log(level: level, "failed", metadata: ["work": "\(work)", "code": "\(code)"])
  }

  package func note(_ error: any Error, of work: String) {
    if error is CancellationError { return info("cancelled", metadata: ["work": "\(work)"]) }
    note((error as? LibraryError)?.code.rawValue ?? "failed", of: work)
  }
}

private struct LogFileHandler: LogHandler {
  let file: LogFile
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }
    let words = facts.sorted { $0.key < $1.key }.map { " \($0.key)=\(Self.word("\($0.value)"))" }
    let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(.now)
    let process = ProcessInfo.processInfo.processIdentifier
    file.write("\(time) \(event.level) [\(process)] \(event.message)\(words.joined())\n")
  }

  /// Returns a logged value as a single word or in quotes, with control characters replaced by
  /// visible symbols.
  private static func word(_ text: String) -> String {
    let shown = DisplayText(text).string
    return shown.contains(" ") || shown.isEmpty ? "\"\(shown)\"" : shown
  }
}

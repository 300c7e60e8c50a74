import Foundation
import TestSupport

/// The process that tests kill.
enum CrashProgram {
  /// The exit code of one that SIGKILL ended.
  static let killed: Int32 = 137

  static func run(
    _ verb: String, _ url: URL, _ options: [String: String] = [:], timeoutSeconds: Double = 120
  ) throws -> Subprocess {
    let arguments = options.sorted { $0.key < $1.key }.flatMap { ["--" + $0.key, $0.value] }
    return try Subprocess.run(
      PackageFiles.executable("swiftdata-crash").path, [verb, url.path] + arguments,
      timeoutSeconds: timeoutSeconds)
  }
}

extension Subprocess {
  /// The highest number that the program printed after a word, of several; 0 for none.
  func highest(_ word: String) -> Int64 {
    output.split(separator: "\n").filter { $0.hasPrefix(word + " ") }
      .compactMap { Int64($0.dropFirst(word.count + 1)) }.max() ?? 0
  }

  /// A number the program printed after a word.
  func number(_ word: String) -> Int? {
    output.split(separator: "\n").first { $0.hasPrefix(word + " ") }
      .flatMap { Int($0.dropFirst(word.count + 1)) }
  }
}

/// How much a run is to try: `make soak` sets the variables.
enum Effort {
  private static let environment = ProcessInfo.processInfo.environment
  static let isSoak = environment["CARTOGRAPHER_SOAK"] != nil
  /// As many kills on a million rows as on a thousand.
  static let isFull = environment["CARTOGRAPHER_SOAK"] == "full"
}

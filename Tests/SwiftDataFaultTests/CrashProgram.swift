import Foundation
import TestSupport

/// The program `swiftdata-crash`, which tests start and kill.
enum CrashProgram {
  /// The exit code of a process that was ended by SIGKILL.
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
  /// Returns the highest number that was printed after the given word, or 0 if there is none.
  func highest(_ word: String) -> Int64 {
    output.split(separator: "\n").filter { $0.hasPrefix(word + " ") }
      .compactMap { Int64($0.dropFirst(word.count + 1)) }.max() ?? 0
  }

  /// Returns the first number that was printed after the given word.
  func number(_ word: String) -> Int? {
    output.split(separator: "\n").first { $0.hasPrefix(word + " ") }
      .flatMap { Int($0.dropFirst(word.count + 1)) }
  }
}

/// The extent of a test run, which `make soak` sets in the environment.
enum Effort {
  private static let environment = ProcessInfo.processInfo.environment
  static let isSoak = environment["CARTOGRAPHER_SOAK"] != nil
  /// Whether a store of a million rows is killed as often as one of a thousand rows.
  static let isFull = environment["CARTOGRAPHER_SOAK"] == "full"
}

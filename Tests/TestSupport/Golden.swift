import Foundation

/// Comparison of a text with the one kept under `Tests/Goldens`.
///
/// With `CARTOGRAPHER_RECORD=1` in the environment (`make golden`) the kept text is replaced
/// instead; the change is then reviewed like any other.
package enum Golden {
  package static var isRecording: Bool {
    ProcessInfo.processInfo.environment["CARTOGRAPHER_RECORD"] == "1"
  }

  /// - Throws: ``TestSupportError`` with the first differing line, or when nothing is kept yet.
  package static func compare(_ actual: String, with path: String) throws {
    try compare(actual, with: PackageFiles.golden(path))
  }

  /// As ``compare(_:with:)``, for a file anywhere, such as a generated page of the manual.
  package static func compare(
    _ actual: String, with file: URL, isRecording: Bool = Golden.isRecording
  ) throws {
    if isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(actual.utf8).write(to: file)
      return
    }
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw TestSupportError(
        code: .missing, message: "no golden file \(file.path): record it by `make golden`")
    }
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard let difference = firstDifference(kept: kept, actual: actual) else { return }
    throw TestSupportError(
      code: .differs,
      message: "\(file.lastPathComponent) \(difference)\nIf that is right: `make golden`.")
  }

  /// A readable account of the first line that differs, or nil when the texts have equal bytes.
  ///
  /// Compares bytes, since Swift's `==` takes canonically equivalent texts for equal.
  package static func firstDifference(kept: String, actual: String) -> String? {
    if Array(kept.utf8) == Array(actual.utf8) { return nil }
    let keptLines = lines(of: kept)
    let actualLines = lines(of: actual)
    let common = min(keptLines.count, actualLines.count)
    let line =
      (0..<common).first { Array(keptLines[$0].utf8) != Array(actualLines[$0].utf8) } ?? common
    func shown(_ lines: [Substring]) -> String {
      line < lines.count ? "|\(visible(lines[line]))|" : "(no such line)"
    }
    return """
      differs at line \(line + 1) (\(keptLines.count) lines kept, \(actualLines.count) now)
        kept: \(shown(keptLines))
        now:  \(shown(actualLines))
      """
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Control characters become escapes, so that a message never drives the terminal.
  private static func visible(_ line: Substring) -> String {
    line.unicodeScalars.map {
      $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        ? $0.escaped(asASCII: true) : String($0)
    }.joined()
  }
}

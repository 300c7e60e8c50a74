import Foundation

/// Comparisons of texts with the golden files in `Tests/Goldens`.
///
/// With `CARTOGRAPHER_RECORD=1` in the environment (`make golden`), the golden files are replaced
/// instead of compared. The replacement is reviewed like any other change.
package enum Golden {
  package static var isRecording: Bool {
    ProcessInfo.processInfo.environment["CARTOGRAPHER_RECORD"] == "1"
  }

  /// Compares a text with a golden file, or records the text.
  ///
  /// - Throws: ``TestSupportError`` if the texts differ, with the first differing line, or if the
  ///   golden file is missing.
  package static func compare(_ actual: String, with path: String) throws {
    try compare(actual, with: PackageFiles.golden(path))
  }

  /// Compares a text with a file in any folder, such as a generated page of the manual.
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
        code: .missing,
        message: "there is no golden file \(file.path); record it with `make golden`")
    }
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard let difference = firstDifference(kept: kept, actual: actual) else { return }
    throw TestSupportError(
      code: .differs,
      message: """
        \(file.lastPathComponent) \(difference)
        If the new text is correct, run `make golden`.
        """)
  }

  /// Returns a description of the first differing line, or nil if the texts have equal bytes.
  ///
  /// Bytes are compared, because Swift's `==` treats canonically equivalent texts as equal.
  package static func firstDifference(kept: String, actual: String) -> String? {
    if Array(kept.utf8) == Array(actual.utf8) { return nil }
    let keptLines = lines(of: kept)
    let actualLines = lines(of: actual)
    let common = min(keptLines.count, actualLines.count)
    let line =
      (0..<common).first { Array(keptLines[$0].utf8) != Array(actualLines[$0].utf8) } ?? common
    func shown(_ lines: [Substring]) -> String {
      line < lines.count ? "|\(visible(lines[line]))|" : "(the text has no such line)"
    }
    return """
      differs at line \(line + 1) (\(keptLines.count) lines expected, \(actualLines.count) found)
        expected: \(shown(keptLines))
        found:    \(shown(actualLines))
      """
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Escapes control characters, so that a message cannot control the terminal.
  private static func visible(_ line: Substring) -> String {
    line.unicodeScalars.map {
      $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        ? $0.escaped(asASCII: true) : String($0)
    }.joined()
  }
}

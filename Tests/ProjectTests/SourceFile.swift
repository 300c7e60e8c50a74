import Foundation

/// A Swift source file with its code, which is parsed only once for all rules.
struct SourceFile {
  /// The path from `Sources`, such as `SwiftData/Storage/Store.swift`.
  let path: String
  let text: String
  let code: SwiftCode

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = SwiftCode(text)
  }
}

/// A regular expression that is searched for in whole source files.
///
/// The tests read megabytes of source text in a debug build, in which `NSRegularExpression` is many
/// times as fast as `Regex`.
struct Pattern: Sendable {
  private let expression: NSRegularExpression

  /// Creates a pattern from a regular expression, in which white space is ignored.
  init(_ expression: String) {
    self.expression = try! NSRegularExpression(
      pattern: expression, options: [.allowCommentsAndWhitespace, .anchorsMatchLines])
  }

  /// Returns the matches in a text: for each match its groups, of which the first is the whole
  /// match.
  func matches(in text: String) -> [[Substring?]] {
    expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).map { match in
      (0..<match.numberOfRanges).map { Range(match.range(at: $0), in: text).map { text[$0] } }
    }
  }
}

extension Pattern {
  /// Returns the matched parts of a text.
  func parts(of text: String) -> [Substring] { matches(in: text).compactMap { $0[0] } }
}

extension Substring {
  /// The number of the line in which the substring begins, counted from 1.
  var lineNumber: Int { 1 + base.utf8[..<startIndex].count { $0 == UInt8(ascii: "\n") } }
}

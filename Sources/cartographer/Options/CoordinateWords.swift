import Foundation
import Geodesy

extension Session {
  /// Parses a geographic position in any supported notation.
  ///
  /// The position is stored as well, because it is printed with the result of the command.
  ///
  /// - Throws: ``Failure`` that quotes the text.
  func position(_ words: String) throws -> Coordinate {
    do {
      let position = try CoordinateParser.parse(words)
      positions.append(position)
      return position
    } catch {
      throw Failure(
        .usage, code: "invalid", "'\(words)' is not a valid position: \(error.message)",
        remedy: "Write latitude, then longitude: 45.9817 6.8920, or 45°58'54\"N 6°53'31\"E.")
    }
  }
}

/// Readers for the numbers of a command line and the lines of standard input.
enum CoordinateWords {
  /// Parses a finite number, whose minus sign may be typographic.
  ///
  /// - Throws: ``Failure`` that quotes the text.
  static func number(_ word: String) throws -> Double {
    guard let value = Double(word.replacing("\u{2212}", with: "-")), value.isFinite else {
      throw Failure.usage("'\(word)' is not a number.")
    }
    return value
  }

  /// Returns the non-blank lines of standard input.
  static func standardInputLines() -> [String] {
    var lines: [String] = []
    while let line = readLine() {
      if !line.allSatisfy(\.isWhitespace) { lines.append(line) }
    }
    return lines
  }
}

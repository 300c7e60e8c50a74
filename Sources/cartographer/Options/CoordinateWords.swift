import Foundation
import Geodesy

extension Session {
  /// The position that words say in any notation. What is read is told with what the verb did.
  ///
  /// - Throws: ``Failure`` that quotes the words.
  func position(_ words: String) throws -> Coordinate {
    do {
      let position = try CoordinateParser.parse(words)
      positions.append(position)
      return position
    } catch {
      throw Failure(
        .usage, code: "invalid", "'\(words)' is no coordinate: \(error.message)",
        remedy: "Write latitude, then longitude: 45.9817 6.8920, or 45°58'54\"N 6°53'31\"E.")
    }
  }
}

/// Numbers as they are typed on a command line, and lines of standard input.
enum CoordinateWords {
  /// A number that may have a typographic minus.
  static func number(_ word: String) throws -> Double {
    guard let value = Double(word.replacing("\u{2212}", with: "-")), value.isFinite else {
      throw Failure.usage("'\(word)' is not a number.")
    }
    return value
  }

  /// The lines of standard input that are not blank.
  static func standardInputLines() -> [String] {
    var lines: [String] = []
    while let line = readLine() {
      if !line.allSatisfy(\.isWhitespace) { lines.append(line) }
    }
    return lines
  }
}

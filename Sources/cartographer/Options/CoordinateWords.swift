import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension Session {
  /// Parses a geographic position in any supported notation.
  ///
  /// The position is also added to ``positions``, which are printed with the command's result.
  ///
  /// - Throws: ``Failure`` with a message that quotes the invalid text.
  func position(_ words: String) async throws -> Coordinate {
    do {
      let position = try await coordinate(words)
      positions.append(position)
      return position
    } catch let error as CoordinateParseError {
      throw Failure(
        .usage, code: "invalid", "'\(words)' is not a valid position: \(error.message)",
        remedy: error.remedy
          ?? "Write latitude, then longitude: 45.9817 6.8920, or 45°58'54\"N 6°53'31\"E.")
    }
  }

  /// Parses the positions in several arguments; see ``position(_:)``.
  func positions(_ words: [String]) async throws -> [Coordinate] {
    var found: [Coordinate] = []
    for word in words { found.append(try await position(word)) }
    return found
  }

  /// Parses a coordinate in any supported notation. A short Plus Code can be followed by the name
  /// of a nearby place in the library, as in `PPG6+25 "Lac Blanc"`, or of a town on the base map. A
  /// note tells the user which town is used, or which of the two positions in a link.
  ///
  /// - Parameter library: The open library.
  ///   Nil to open the store only for looking up a place's name.
  /// - Throws: `CoordinateParseError`, or ``LibraryError`` if a name belongs to several places.
  func coordinate(_ words: String, in library: Library? = nil) async throws -> Coordinate {
    do {
      let position = try CoordinateParser.parse(words, preferring: notation)
      if let remark = CoordinateParser.remark(on: words) { console.say(DisplayText(remark)) }
      return position
    } catch let error where error.code == .needsReference {
      guard let short = ShortPlusCode(words), !short.locality.isEmpty else { throw error }
      let places = if let library { library } else { try await libraryForReading() }
      do {
        let id = try await item(short.locality, kind: .location, in: places)
        guard let place = try await places.snapshot(of: [id]).places.first else { throw error }
        return short.coordinate(near: place.coordinate)
      } catch let missing as LibraryError where missing.code == .notFound {
        let towns = try? InstalledBaseMap().towns()
        guard let town = towns?.town(named: short.locality) else {
          if let refusal = towns?.refusal(of: short) { throw refusal }
          throw error
        }
        console.say(DisplayText(town.remark(on: short)))
        return short.coordinate(near: town.coordinate)
      }
    }
  }
}

extension CoordinateParseError {
  /// A reference to the manual's page about coordinates. Nil for errors not explained there.
  var remedy: String? {
    switch code {
    case .ambiguous, .needsReference, .noPosition: "See: cartographer manual coordinates"
    case .empty, .unexpectedText, .numberCount, .hemisphere, .outOfRange: nil
    }
  }
}

/// Functions that read numbers from arguments and lines from standard input.
enum CoordinateWords {
  /// Parses a finite number, whose minus sign can be a hyphen or the typographic minus.
  ///
  /// - Throws: ``Failure`` with a message that quotes the invalid text.
  static func number(_ word: String) throws -> Double {
    guard let value = Double(word.replacing("\u{2212}", with: "-")), value.isFinite else {
      throw Failure.usage("'\(word)' is not a number.")
    }
    return value
  }

  /// Joins the words of each position, such as `45.98 6.89` or `32T 321836 5066054`, into one
  /// argument, and returns the arguments. Other arguments stay as they are.
  static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    var rest = words[...]
    while let word = rest.first {
      let count = countOfPosition(at: rest) ?? 1
      joined.append(count == 1 ? word : rest.prefix(count).joined(separator: " "))
      rest = rest.dropFirst(count)
    }
    return joined
  }

  /// The maximum number of arguments that form one position, as in `45 58 54 N 6 53 31 E`.
  private static let mostWords = 8

  /// Returns how many arguments at the beginning of a list form one position. Returns nil if the
  /// first argument alone is a complete position, or if the list does not begin with a position.
  ///
  /// If a list begins with several possible positions, the longest one is used. For example, `45 58
  /// 54 N 6 53 31 E` also begins with the position `45 58`. A position without letters, signs or
  /// commas consists of two numbers; any numbers after them stay separate arguments. The last
  /// argument can contain a radius, as in `6.89:500m`.
  static func countOfPosition(at words: ArraySlice<String>) -> Int? {
    guard let first = words.first, ItemID(first) == nil,
      isNumber(first) || !isPosition(first, canBeOutOfRange: true)
    else { return nil }
    let longest = min(mostWords, words.count)
    guard longest > 1 else { return nil }
    for count in (2...longest).reversed() {
      let part = words.prefix(count)
      let text = withoutRadius(part.joined(separator: " "))
      let isPlain = text.split(separator: " ").allSatisfy { isNumber(String($0)) }
      // Two numbers that are out of range still count as a position, which is rejected later.
      if isPlain ? count == 2 : isPosition(text, canBeOutOfRange: count == 2) { return count }
    }
    return nil
  }

  /// Returns whether text looks like a position in any notation. The position may later be rejected
  /// as ambiguous or out of range.
  ///
  /// - Parameter canBeOutOfRange: Whether to accept positions that are out of range.
  ///   A position can be out of range because the text also contains numbers of the next argument.
  private static func isPosition(_ text: String, canBeOutOfRange: Bool) -> Bool {
    do {
      _ = try CoordinateParser.readings(of: text)
      return true
    } catch {
      return error.code == .outOfRange && canBeOutOfRange || !error.readings.isEmpty
    }
  }

  /// Returns the text without a trailing radius such as `:500m`.
  private static func withoutRadius(_ text: String) -> String {
    guard let colon = text.lastIndex(of: ":"), !text[colon...].contains(" "),
      (try? Quantity.metres(String(text[colon...].dropFirst()))) != nil
    else { return text }
    return String(text[..<colon])
  }

  /// Returns whether an argument is a decimal number, such as `45.98` or `-6`.
  static func isNumber(_ word: String) -> Bool { (try? number(word)) != nil }

  /// Returns the non-blank lines of standard input.
  ///
  /// - Throws: ``Failure`` if standard input cannot be read.
  static func standardInputLines() throws -> [String] {
    String(decoding: try StandardInput.read(), as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
  }
}

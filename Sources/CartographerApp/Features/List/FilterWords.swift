import CartographerPresentation
import Foundation
import TerminalUI

/// The words of a list filter. An item must match every word.
struct FilterWords {
  /// A word, folded to ignore case and accents. A word such as `2026-07` also matches the days on
  /// which an item was recorded.
  private struct Word {
    let bytes: ContiguousArray<UInt8>
    let day: DayWord?

    /// Returns whether every item that matches this word also matches the other word.
    func implies(_ other: Word) -> Bool {
      guard bytes.contains(other.bytes) else { return false }
      guard let day else { return true }
      return other.day?.includes(day) == true
    }
  }

  private let words: [Word]

  var isEmpty: Bool { words.isEmpty }

  /// Splits the text of a filter into words.
  ///
  /// - Parameter zone: The time zone used to convert recorded times to days.
  init(_ filter: String, in zone: TimeZone) {
    words = SearchFolding.folded(filter).split(separator: " ").map {
      Word(bytes: ContiguousArray($0.utf8), day: DayWord($0, in: zone))
    }
  }

  /// Returns whether every item that matches these words must also match the other filter's words.
  ///
  /// A longer text does not always match fewer items: `2026` matches a year, but `202` does not.
  func narrow(_ other: FilterWords) -> Bool {
    other.words.allSatisfy { word in words.contains { $0.implies(word) } }
  }

  /// Returns whether an item matches every word.
  ///
  /// - Parameter recordedTimes: A closure that returns the item's first and last recorded time.
  ///   The closure is called only if a word is a date that does not occur in the searchable text.
  func match(_ key: SearchKey, recordedTimes: () -> (first: Date?, last: Date?)) -> Bool {
    words.allSatisfy { word in
      if key.contains(word.bytes) { return true }
      guard let day = word.day else { return false }
      let (first, last) = recordedTimes()
      return day.matches(first, last)
    }
  }
}

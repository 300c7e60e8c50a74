import CartographerCore
import TerminalUI

/// The searchable text of an item: its name, notes, symbol and group names, folded to ignore case
/// and accents.
final class SearchKey: Sendable, Equatable {
  let foldedName: String
  /// The sort key for natural order, which puts `day-10` after `day-9`.
  let sortKey: String
  private let bytes: ContiguousArray<UInt8>

  /// Creates the searchable text of an item.
  ///
  /// - Parameter notes: The item's notes, followed by its symbol on a separate line.
  /// - Parameter groupNames: The case-folded names of the item's groups.
  init(name: String, notes: String, groupNames: [String]) {
    foldedName = SearchFolding.folded(name)
    sortKey = NaturalOrder.key(foldedName)
    var bytes = ContiguousArray(foldedName.utf8)
    for part in (notes.isEmpty ? [] : [SearchFolding.folded(notes)]) + groupNames {
      bytes.append(UInt8(ascii: "\n"))
      bytes += part.utf8
    }
    self.bytes = bytes
  }

  /// Returns whether two items have the same searchable text.
  static func == (lhs: SearchKey, rhs: SearchKey) -> Bool {
    lhs.foldedName == rhs.foldedName && lhs.bytes == rhs.bytes
  }

  /// Returns whether a word occurs in the searchable text. The word must be case-folded and not
  /// empty.
  ///
  /// - Complexity: O(*k* × *w*) for a *k*-byte key and a *w*-byte word, but usually O(*k*).
  func contains(_ word: ContiguousArray<UInt8>) -> Bool { contains(word, within: bytes.count) }

  /// Returns whether a word occurs in the name, which is the start of the searchable text. The word
  /// must be case-folded and not empty.
  func nameContains(_ word: ContiguousArray<UInt8>) -> Bool {
    contains(word, within: foldedName.utf8.count)
  }

  private func contains(_ word: ContiguousArray<UInt8>, within count: Int) -> Bool {
    guard count >= word.count else { return false }
    return bytes.withUnsafeBufferPointer { text in
      word.withUnsafeBufferPointer { word in
        let first = word[0]
        for start in 0...(count - word.count) where text[start] == first {
          var length = 1
          while length < word.count, text[start + length] == word[length] { length += 1 }
          if length == word.count { return true }
        }
        return false
      }
    }
  }
}

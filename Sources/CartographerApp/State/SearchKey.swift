import CartographerCore
import TerminalUI

/// The text a filter looks at, prepared once: name, notes and names of groups, folded.
final class SearchKey: Sendable {
  /// For sorting by name.
  let foldedName: String
  private let bytes: ContiguousArray<UInt8>

  /// - Parameter groupNames: The names of the item's groups, folded.
  init(name: String, notes: String, groupNames: [String]) {
    foldedName = SearchFolding.folded(name)
    let parts = [foldedName] + (notes.isEmpty ? [] : [SearchFolding.folded(notes)]) + groupNames
    bytes = ContiguousArray(parts.joined(separator: "\n").utf8)
  }

  /// Whether a folded, not empty word occurs in it.
  ///
  /// - Complexity: O(bytes of the key × bytes of the word), mostly O(bytes of the key).
  func contains(_ word: ContiguousArray<UInt8>) -> Bool { contains(word, within: bytes.count) }

  /// Whether a folded, not empty word occurs in the name, which comes first.
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

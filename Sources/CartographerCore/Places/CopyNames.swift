import CartographerModel
import SwiftData

/// A generator of unused names for copied places and paths: `Hut (copy)`, then `Hut (copy 2)`.
///
/// A copy of a copy is named as if the original had been copied again.
struct CopyNames {
  private var taken: Set<String> = []
  /// The next number to try for a copy, indexed by the original's name.
  private var next: [String: Int] = [:]

  /// Creates a generator that avoids the names of all places and paths in the library.
  ///
  /// - Complexity: O(*n*), where *n* is the number of places and paths in the library.
  init(in context: ModelContext) throws {
    try context.forEachChunk(of: Location.self, [.text(\.name)]) { insert($0.texts(0)) }
    try context.forEachChunk(of: Path.self, [.text(\.name)]) { insert($0.texts(0)) }
  }

  private mutating func insert(_ names: [String]) {
    taken.formUnion(names.lazy.filter { $0.utf8.last == UInt8(ascii: ")") })
  }

  /// Returns an unused name for a copy and marks the name as used.
  mutating func add(copyOf name: String) -> String {
    let first = name.replacing(#/ \(copy( \d+)?\)$/#, with: "")
    var number = next[first] ?? 1
    var copy: String
    repeat {
      copy = number == 1 ? "\(first) (copy)" : "\(first) (copy \(number))"
      number += 1
    } while !taken.insert(copy).inserted
    next[first] = number
    return copy
  }
}

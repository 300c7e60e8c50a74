import CartographerModel
import SwiftData

/// Names for copies that no place and no path has: `Hut (copy)`, then `Hut (copy 2)`, of copies too.
struct CopyNames {
  private var taken: Set<String> = []
  /// The number to be tried next for copies of a name.
  private var next: [String: Int] = [:]

  /// - Complexity: O(items of the store), once for all copies.
  init(in context: ModelContext) throws {
    try context.forEachChunk(of: Location.self, [.text(\.name)]) { insert($0.texts(0)) }
    try context.forEachChunk(of: Path.self, [.text(\.name)]) { insert($0.texts(0)) }
  }

  private mutating func insert(_ names: [String]) {
    taken.formUnion(names.lazy.filter { $0.utf8.last == UInt8(ascii: ")") })
  }

  /// Returns a name for a copy, which is taken then.
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

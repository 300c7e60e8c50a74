/// Counts elements by name and by where they stand, with the place of the first of each.
///
/// At most ``limit`` different names are told apart; the rest share one entry, so a file made to
/// fill the memory with names cannot. Names are told apart by a hash of 64 bits: a file made to
/// collide only has two of its own names counted as one.
struct ElementTally {
  static let limit = 1000
  /// The longest part of a name that is kept.
  private static let nameLimit = 120

  /// One name under one kind of parent.
  struct Entry {
    let name: String
    /// The caller's number for the kind of parent.
    let parent: UInt8
    let line: Int
    let column: Int
    var count: Int
    fileprivate let hash: UInt64
  }

  private(set) var entries: [Entry] = []
  /// How many elements had a name beyond the ``limit``.
  private(set) var others = 0
  private var slots = [Int32](repeating: -1, count: 4096)

  /// Counts one element.
  ///
  /// - Parameter place: Gives line and column; called only for the first of a name.
  /// - Complexity: O(length of the name).
  mutating func count(
    _ name: UnsafePointer<UInt8>, length: Int, parent: UInt8, place: () -> (line: Int, column: Int)
  ) {
    let hash = Self.hash(name, length, parent)
    var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash {
        entries[index].count += 1
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard entries.count < Self.limit else {
      others += 1
      return
    }
    let shown = UnsafeBufferPointer(start: name, count: min(length, Self.nameLimit))
    let (line, column) = place()
    slots[slot] = Int32(entries.count)
    entries.append(
      Entry(
        name: String(decoding: shown, as: UTF8.self), parent: parent, line: line, column: column,
        count: 1, hash: hash))
  }

  /// A hash of eight bytes at a time, in the manner of FNV-1a.
  private static func hash(
    _ name: UnsafePointer<UInt8>, _ length: Int, _ parent: UInt8
  ) -> UInt64 {
    let prime: UInt64 = 0x100_0000_01B3
    var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(parent)
    let raw = UnsafeRawPointer(name)
    var index = 0
    while index &+ 8 <= length {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* prime
      hash ^= hash >> 29
      index &+= 8
    }
    while index < length {
      hash = (hash ^ UInt64(name[index])) &* prime
      index &+= 1
    }
    return hash
  }
}

/// Counts of XML elements by name and kind of parent element, each with the position of the first
/// element counted.
///
/// At most ``limit`` names are counted individually. All other names share one count, so that a
/// malicious file cannot exhaust the memory. Names are compared by a 64-bit hash. If two names
/// have the same hash, they share one count.
struct ElementTally {
  static let limit = 1000
  /// The maximum length of a stored element name, in bytes.
  private static let nameLimit = 120

  /// The number of elements with the same name and the same kind of parent element.
  struct Entry {
    let name: String
    /// The number that the caller assigns to the kind of parent element.
    let parent: UInt8
    let line: Int
    let column: Int
    var count: Int
    fileprivate let hash: UInt64
  }

  private(set) var entries: [Entry] = []
  /// The number of elements not counted by name because ``limit`` distinct names were already
  /// stored.
  private(set) var others = 0
  private var slots = [Int32](repeating: -1, count: 4096)

  /// Increments the count of elements with the given name and kind of parent.
  ///
  /// The position is determined only for the first element with a given name and parent.
  ///
  /// - Parameter place: A closure that returns the element's line and column.
  /// - Complexity: O(n), where n is the length of the name.
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

  /// Returns a hash of an element's name and the kind of its parent. The algorithm is FNV-1a, but
  /// for eight bytes at a time.
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

/// Counts elements by name and by where they stand, with the place of the first of each.
///
/// At most ``limit`` different names are told apart; the rest share one entry, so a file made to
/// fill the memory with names cannot.
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
    fileprivate let bytes: [UInt8]
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
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(parent)
    for index in 0..<length {
      hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3
    }
    var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash, entries[index].parent == parent,
        matches(entries[index].bytes, name, length)
      {
        entries[index].count += 1
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard entries.count < Self.limit else {
      others += 1
      return
    }
    let bytes = Array(UnsafeBufferPointer(start: name, count: length))
    let (line, column) = place()
    slots[slot] = Int32(entries.count)
    entries.append(
      Entry(
        name: String(decoding: bytes.prefix(Self.nameLimit), as: UTF8.self), parent: parent,
        line: line, column: column, count: 1, hash: hash, bytes: bytes))
  }

  private func matches(_ bytes: [UInt8], _ name: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    guard bytes.count == length else { return false }
    for index in 0..<length where bytes[index] != name[index] { return false }
    return true
  }
}

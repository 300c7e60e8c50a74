import Foundation

extension PreservedMarkup {
  /// The templates of one file: preserved markup shared by several points and therefore stored only
  /// once.
  ///
  /// Markup becomes a template on its second occurrence. Markup that occurs only once is stored
  /// with its point.
  struct Templates {
    static let limit = 256
    /// The maximum length of a template, in bytes.
    private static let longest = 4096
    private static let slotCount = 1024

    private(set) var texts: [String] = []
    private var bytes: [[UInt8]] = []
    private var references: [String] = []
    /// The number of the template in each slot of the hash table, or −1 if the slot is empty.
    private var slots = [Int32](repeating: -1, count: slotCount)
    /// The hashes of markup that has occurred once so far, used to recognise a second occurrence.
    private var once = [UInt64](repeating: 0, count: slotCount)
    private var last = -1

    /// Returns the text to store for a point's preserved markup: a reference to a template, or the
    /// markup itself.
    ///
    /// - Complexity: O(n), where n is the length of the markup in bytes.
    mutating func text(for text: UnsafeBufferPointer<UInt8>) -> String {
      if last >= 0, Self.equal(bytes[last], text) { return references[last] }
      guard text.count <= Self.longest else { return String(decoding: text, as: UTF8.self) }
      let hash = Self.hash(text)
      let home = Int(truncatingIfNeeded: hash >> 32) & (Self.slotCount - 1)
      var slot = home
      while slots[slot] >= 0 {
        let number = Int(slots[slot])
        if Self.equal(bytes[number], text) {
          last = number
          return references[number]
        }
        slot = (slot + 1) & (Self.slotCount - 1)
      }
      let whole = String(decoding: text, as: UTF8.self)
      guard once[home] == hash else {
        once[home] = hash
        return whole
      }
      guard texts.count < Self.limit else { return whole }
      last = texts.count
      slots[slot] = Int32(last)
      texts.append(whole)
      bytes.append(Array(text))
      references.append("\u{3}\(last)")
      return references[last]
    }

    /// Returns the number of the template to which the stored text refers. Returns nil if the text
    /// is not a reference.
    static func number(_ text: String) -> Int? {
      guard text.utf8.first == Mark.template else { return nil }
      return Int(text.dropFirst())
    }

    private static func equal(_ one: [UInt8], _ other: UnsafeBufferPointer<UInt8>) -> Bool {
      guard one.count == other.count else { return false }
      return one.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, bytes.count) == 0
      }
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      let raw = UnsafeRawBufferPointer(text)
      var index = 0
      while index &+ 8 <= raw.count {
        hash = (hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x100_0000_01B3
        hash ^= hash >> 29
        index &+= 8
      }
      while index < raw.count {
        hash = (hash ^ UInt64(raw[index])) &* 0x100_0000_01B3
        index &+= 1
      }
      return hash ^ (hash >> 31) | 1
    }
  }
}

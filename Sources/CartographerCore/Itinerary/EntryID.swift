/// The identity of an itinerary's entry as people see it: `E5`. As stable as an ``ItemID``.
package struct EntryID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let key: Int64

  package init(_ key: Int64) { self.key = key }

  /// Reads `E5`, `e5`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    guard text.first?.uppercased() == "E", text.dropFirst().allSatisfy(\.isNumber),
      let key = Int64(text.dropFirst()), key > 0
    else { return nil }
    self.init(key)
  }

  package var description: String { "E\(key)" }

  package static func < (lhs: EntryID, rhs: EntryID) -> Bool { lhs.key < rhs.key }
}

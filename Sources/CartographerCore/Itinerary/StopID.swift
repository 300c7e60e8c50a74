/// The ID of an itinerary stop as shown to the user, such as `E5`. Like an ``ItemID``, the ID of a
/// stop is never reused.
package struct StopID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let key: Int64

  package init(_ key: Int64) { self.key = key }

  /// Parses an id such as `E5` or `e5`, or returns nil for any other text.
  package init?(_ text: some StringProtocol) {
    guard text.first?.uppercased() == "E", text.dropFirst().allSatisfy(\.isNumber),
      let key = Int64(text.dropFirst()), key > 0
    else { return nil }
    self.init(key)
  }

  package var description: String { "E\(key)" }

  package static func < (lhs: StopID, rhs: StopID) -> Bool { lhs.key < rhs.key }
}

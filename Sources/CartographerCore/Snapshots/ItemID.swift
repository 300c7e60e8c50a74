/// The id of an item as shown to the user, such as `L12`, `P7`, `G3`, or `I5` for an import.
///
/// The number in the id is the item's database key. Keys are never reused and never change, not
/// even in later versions of the store.
package struct ItemID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Comparable, Sendable, CaseIterable {
    case location = "L"
    case path = "P"
    case group = "G"
    case importRecord = "I"

    /// The alphabetical rank of the kind's letter, counted from 0.
    @inlinable
    package var number: Int64 {
      switch self {
      case .group: 0
      case .importRecord: 1
      case .location: 2
      case .path: 3
      }
    }

    package static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.number < rhs.number }
  }

  package let kind: Kind
  package let key: Int64

  package init(_ kind: Kind, _ key: Int64) {
    self.kind = kind
    self.key = key
  }

  /// Parses an id such as `L12` or `p7`, or returns nil for any other text.
  package init?(_ text: some StringProtocol) {
    guard let first = text.first, let kind = Kind(rawValue: first.uppercased()),
      let key = Int64(text.dropFirst()), key > 0, text.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    self.init(kind, key)
  }

  package var description: String { "\(kind.rawValue)\(key)" }

  @inlinable
  package static func < (lhs: ItemID, rhs: ItemID) -> Bool {
    lhs.kind == rhs.kind ? lhs.key < rhs.key : lhs.kind.number < rhs.kind.number
  }

  /// Hashes the id as one number. By default, an enumeration with string raw values is hashed as
  /// text, which would take up most of a lookup's time.
  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(key << 2 | kind.number)
  }
}

/// A value as the store holds it.
package typealias JournalValue = _SQLValue

/// What an entry made of one row: before and after it, by the columns asked for.
package struct JournalRow: Sendable, Equatable {
  package let key: Int64
  /// Nil for a row that was not there.
  package let before: [String: JournalValue]?
  package let after: [String: JournalValue]?
}

/// What an entry did to one pair of a many-to-many relationship.
package struct JournalLink: Sendable, Equatable {
  /// Its two ends, as entities and keys.
  package let first: End
  package let second: End
  package let isAdded: Bool

  package struct End: Sendable, Equatable {
    package let entity: String
    package let key: Int64
  }

  /// The key of the end of an entity, with the other end; nil where neither is.
  package func ends(of entity: String) -> (own: Int64, other: End)? {
    if first.entity == entity { return (first.key, second) }
    if second.entity == entity { return (second.key, first) }
    return nil
  }
}

/// How much history is kept: entries, and row images of all entries together.
struct JournalLimits: Sendable, Equatable {
  var entries = 1_000
  var images = 5_000_000
}

/// How much history a store keeps.
package struct JournalBounds: Sendable, Equatable {
  package let entries: Int
  package let images: Int
  /// The oldest entry there is; nil for none.
  package let oldest: JournalEntry.ID?
  package let maximumEntries: Int
  package let maximumImages: Int
}

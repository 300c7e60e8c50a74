/// A column value in its stored form.
package typealias JournalValue = _SQLValue

/// A row's values before and after a history entry's transaction, for the requested columns.
package struct JournalRow: Sendable, Equatable {
  package let key: Int64
  /// The row's values before the history entry's transaction. Nil if the row did not exist before.
  package let before: [String: JournalValue]?
  package let after: [String: JournalValue]?
}

/// A many-to-many link that a history entry added or removed.
package struct JournalLink: Sendable, Equatable {
  /// The first of the two linked objects, identified by its entity and row key.
  package let first: End
  package let second: End
  package let isAdded: Bool

  package struct End: Sendable, Equatable {
    package let entity: String
    package let key: Int64
  }

  /// Returns the row key of the linked object in the given entity, and the other end of the link.
  /// Returns nil if neither object belongs to the entity.
  package func ends(of entity: String) -> (own: Int64, other: End)? {
    if first.entity == entity { return (first.key, second) }
    if second.entity == entity { return (second.key, first) }
    return nil
  }
}

/// The maximum numbers of history entries and row images in a store's history.
struct JournalLimits: Sendable, Equatable {
  var entries = 1_000
  var images = 5_000_000
}

/// The size and limits of a store's history.
package struct JournalBounds: Sendable, Equatable {
  package let entries: Int
  package let images: Int
  /// The ID of the oldest history entry. Nil if the history is empty.
  package let oldest: JournalEntry.ID?
  package let maximumEntries: Int
  package let maximumImages: Int
}

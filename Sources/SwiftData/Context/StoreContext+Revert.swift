extension StoreContext {
  /// Restores an object, with its cascading relationships and many-to-many links, to its state
  /// before the given history entry. A deleted object is created again with its former identifier.
  func revert(
    _ identifier: PersistentIdentifier, toBefore entry: JournalEntry.ID
  ) throws -> Bool {
    guard let entity = layout.entity(named: identifier.entityName) else {
      throw SwiftDataError(
        .wrongSchema, "The context's schema has no model \(identifier.entityName).")
    }
    return try write {
      try Journal($0).revert(entity, identifier.key, toBefore: entry, layout: layout)
    }
  }
}

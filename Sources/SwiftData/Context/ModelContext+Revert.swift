extension ModelContext {
  /// Gives an object the values it had before an entry of the history, with what its deletion would
  /// take along and its memberships; one that is gone is there again, under its identifier.
  ///
  /// It is a change like any other, with an entry of its own. Objects that contexts have stay as they
  /// were until they are fetched or refreshed.
  ///
  /// - Returns: Whether anything is another than before.
  /// - Throws: ``SwiftDataError/historyConflict`` where the object was not there then, or what was
  ///   then cannot be known.
  package func revert(
    _ identifier: PersistentIdentifier, toBefore entry: JournalEntry.ID
  ) throws -> Bool {
    guard let entity = layout.entity(named: identifier.entityName) else {
      throw SwiftDataError(.wrongSchema, "There is no model \(identifier.entityName).")
    }
    return try write {
      try Journal($0).revert(entity, identifier.key, toBefore: entry, layout: layout)
    }
  }
}

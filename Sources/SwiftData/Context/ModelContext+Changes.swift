import Foundation

/// Methods that insert, delete and save objects. Each change to an object is recorded for the store
/// that contains the object; a save, a rollback or a transaction applies to all stores.
extension ModelContext {
  /// Inserts an object and all its related objects, so that the next save stores them.
  ///
  /// If an object's deletion has already been saved, the object is stored as a new object. The same
  /// applies to objects that the cascade rule deleted together with this object. If the object
  /// belongs to another context, or if its model is not in the schema, every save fails until
  /// ``rollback()``. A relationship to another object whose deletion was saved makes saves fail
  /// until the relationship is removed.
  ///
  /// An object without a context is inserted automatically when it becomes related to an object in
  /// a context. If the relationship was set before the related object was inserted, insert the
  /// object explicitly.
  public func insert<T: PersistentModel>(_ model: T) {
    storeContext(of: T.self).insert(model)
  }

  /// Marks an object for deletion by the next save, which applies the delete rules.
  ///
  /// Deleting an object without a context has no effect. Deleting an object of another context
  /// makes the next save fail.
  public func delete<T: PersistentModel>(_ model: T) {
    storeContext(of: T.self).delete(any: model.representative)
  }

  /// Discards all unsaved changes and restores each stored object's saved values.
  ///
  /// If a stored value cannot be read, the property keeps its unsaved value, and the next save
  /// throws the read error (later saves do not).
  public func rollback() {
    undoManager?.removeAllActions(of: ObjectIdentifier(self))
    for context in storeContexts { context.rollback() }
  }

  /// Marks all matching objects for deletion. The next save deletes them and applies the delete
  /// rules.
  ///
  /// The predicate is evaluated immediately and takes unsaved changes into account. Objects that
  /// are inserted later are not deleted. Objects that the context does not contain are created only
  /// if an undo manager must be able to restore them. ``rollback()`` cancels the deletion.
  ///
  /// - Parameter model: The class of the objects to delete.
  /// - Parameter predicate: The predicate that selects the objects, or nil for all objects.
  /// - Parameter includeSubclasses: Ignored, since this library does not support model subclasses.
  /// - Complexity: O(*n*), where *n* is the number of matching objects.
  ///   Each object that the context does not contain takes up 8 bytes of memory.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    try storeContext(of: T.self).delete(model: model, where: predicate)
  }

  /// Saves all changes in one transaction, and posts ``willSave`` before the save and ``didSave``
  /// after it.
  ///
  /// - Throws: A ``SwiftDataError`` that names the entity and the property that cannot be stored.
  ///   The store is then unchanged, and the context keeps its changes. Errors that earlier
  ///   operations deferred until the save are thrown first. A read error is thrown only once. An
  ///   error about an object that cannot be saved or a relationship that cannot be read is thrown
  ///   by every save until ``rollback()``.
  public func save() throws {
    try SaveTransaction(storeContexts).run()
  }

  /// Saves pending changes immediately instead of at the next autosave. Does nothing unless
  /// ``autosaveEnabled`` is true.
  ///
  /// If the save fails, ``autosaveError`` contains the error.
  public func processPendingChanges() {
    for context in storeContexts { context.autosave() }
  }

  /// Restores an object, with its cascading relationships and many-to-many links, to its state
  /// before the given history entry. A deleted object is created again with its former identifier.
  ///
  /// The revert is recorded as a new history entry. Objects in a context keep their values until
  /// they are fetched or refreshed.
  ///
  /// - Returns: Whether anything changed.
  /// - Throws: ``SwiftDataError/historyConflict`` if the object did not exist before the entry.
  ///   It is also thrown if the object's state before the entry is unknown.
  package func revert(
    _ identifier: PersistentIdentifier, toBefore entry: JournalEntry.ID
  ) throws -> Bool {
    try storeContext(ofEntity: identifier.entityName).revert(identifier, toBefore: entry)
  }

  /// Runs several reads and writes as one transaction, which becomes one history entry with the
  /// given title.
  ///
  /// This method behaves like ``transaction(block:)`` but also returns the block's result.
  public func transaction<T>(title: String, _ body: () throws -> T) throws -> T {
    try transaction(named: title, body)
  }

  /// Runs a block as one transaction and saves all changes when the block ends. Unsaved changes
  /// made before the block are also saved.
  ///
  /// If the block or the save throws, the whole transaction is rolled back. The store and the
  /// context return to their state before the transaction, so earlier unsaved changes remain
  /// unsaved. Objects inserted by the block then belong to no context and can be inserted again.
  ///
  /// A nested transaction can fail without ending the outer transaction. If the outer block catches
  /// the error, the outer transaction continues with the changes made before the nested one. Only
  /// the outermost transaction creates a history entry.
  ///
  /// - Complexity: O(*n*) to begin the transaction, where *n* is the number of unsaved changes.
  ///   Rolling back after an error takes O(*m*), where *m* is the number of objects in the context.
  ///   The cost of the block itself is additional. Objects that the block deletes are retained
  ///   until the transaction ends.
  public func transaction(block: () throws -> Void) throws {
    try transaction(named: changeTitle ?? author, block)
    changeTitle = nil
  }
}

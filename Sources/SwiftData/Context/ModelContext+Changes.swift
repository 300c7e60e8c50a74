import Foundation

/// Inserting, deleting and saving objects. A change of an object goes to the context of its store;
/// a save, a rollback or a transaction includes all stores.
extension ModelContext {
  /// Inserts an object and all its related objects, which the next save stores.
  ///
  /// An object whose deletion was saved is stored as a new object, with the objects that were
  /// deleted with it by `cascade`. Every save fails until ``rollback()`` if the object belongs to
  /// another context or to a model outside the schema. A relationship to another object whose
  /// deletion was saved makes saves fail until the relationship is removed.
  ///
  /// If an object without a context is given a relationship to an object in a context, it is
  /// inserted too. If the relationship existed before the related object was inserted, it is not
  /// inserted automatically: insert it directly.
  public func insert<T: PersistentModel>(_ model: T) {
    storeContext(of: T.self).insert(model)
  }

  /// Marks an object for deletion by the next save, which applies the delete rules.
  ///
  /// An object without a context stays unchanged. An object of another context makes the next save
  /// fail.
  public func delete<T: PersistentModel>(_ model: T) {
    storeContext(of: T.self).delete(any: model.representative)
  }

  /// Discards all unsaved changes and restores the stored values of stored objects.
  ///
  /// A value that cannot be read stays unchanged, and the next save throws the reason once.
  public func rollback() {
    undoManager?.removeAllActions(of: ObjectIdentifier(self))
    for context in storeContexts { context.rollback() }
  }

  /// Marks all objects that match a predicate for deletion by the next save, which applies the
  /// delete rules.
  ///
  /// The matching objects are determined now, including unsaved changes: objects inserted later
  /// stay. Objects that the context does not have are not created, unless an undo manager must be
  /// able to restore them. ``rollback()`` cancels the deletion.
  ///
  /// - Parameters: - model: The class of the objects. - predicate: The condition for deletion, or
  ///   nil for all objects of the model. - includeSubclasses: Ignored, since models here have no
  ///   subclasses.
  /// - Complexity: 8 bytes of memory per object that the context does not have; all objects with an
  ///   undo manager.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    try storeContext(of: T.self).delete(model: model, where: predicate)
  }

  /// Saves all changes in one transaction, posting ``willSave`` before and ``didSave`` after it.
  ///
  /// - Throws: ``SwiftDataError``, naming the entity and property that cannot be stored. The store
  ///   is then unchanged, and the context keeps its changes. Stored errors of earlier operations
  ///   are thrown first: a read error once, and a refused object or an unreadable relationship by
  ///   every save until ``rollback()``.
  public func save() throws {
    try SaveTransaction(storeContexts).run()
  }

  /// Saves pending changes immediately instead of at the next autosave. Does nothing unless
  /// ``autosaveEnabled``.
  ///
  /// A failed autosave is reported by ``autosaveError``.
  public func processPendingChanges() {
    for context in storeContexts { context.autosave() }
  }

  /// Restores an object to the state before a history entry, including its cascading relationships
  /// and its many-to-many links. A deleted object is created again under its identifier.
  ///
  /// The revert makes its own history entry. Objects of contexts keep their values until they are
  /// fetched or refreshed.
  ///
  /// - Returns: Whether anything changed.
  /// - Throws: ``SwiftDataError/historyConflict`` if the object did not exist at that time or its
  ///   former state is unknown.
  package func revert(
    _ identifier: PersistentIdentifier, toBefore entry: JournalEntry.ID
  ) throws -> Bool {
    try storeContext(ofEntity: identifier.entityName).revert(identifier, toBefore: entry)
  }

  /// Runs several reads and writes as one transaction and one history entry with a title.
  ///
  /// The transaction behaves like ``transaction(block:)`` and also returns the block's result.
  public func transaction<T>(title: String, _ body: () throws -> T) throws -> T {
    try transaction(named: title, body)
  }

  /// Runs a block as one transaction and saves at its end, including earlier unsaved changes.
  ///
  /// If the block or the save throws, the whole transaction is rolled back. The store and the
  /// context return to their former state, so earlier unsaved changes remain unsaved. Objects
  /// inserted by the block then belong to no context and can be inserted again.
  ///
  /// A nested transaction can fail alone. If its error is caught, the outer transaction continues
  /// with the changes made before the nested one. Only the outermost transaction makes a history
  /// entry.
  ///
  /// - Complexity: O(unsaved changes) at the start and O(objects of the context) after an error, in
  ///   addition to the block's own cost. Objects that the block deletes are retained until the end.
  public func transaction(block: () throws -> Void) throws {
    try transaction(named: changeTitle ?? author, block)
    changeTitle = nil
  }
}

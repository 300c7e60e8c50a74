import Foundation

/// Bulk operations that append, read, change and delete many rows without creating objects. The
/// operations work directly on the model classes' tables, and all changes are recorded in the
/// history. The article “Columns without objects” describes how they affect the context's objects.
extension ModelContext {
  /// Appends rows to a model's table, given one column of values for each property.
  ///
  /// A property that is missing from `columns` is set to its default value in every row. A default
  /// whose value differs between evaluations, such as `UUID()`, is evaluated for each row. An
  /// optional property without a default is nil.
  ///
  /// - Returns: The primary keys of the new rows, in order.
  /// - Throws: ``SwiftDataError`` if a mandatory column is missing or the columns differ in length.
  ///   It is also thrown if a mandatory value is NaN, if a relationship target belongs to another
  ///   entity or store, or if a column sets a one-to-one relationship. After an error, no row is
  ///   appended.
  /// - Complexity: O(*n*), where *n* is the number of rows.
  ///   The speed is close to that of SQLite's C API.
  @discardableResult
  public func append<Model: PersistentModel>(
    _ type: Model.Type, count: Int, _ columns: [BulkColumn<Model>]
  ) throws -> Range<Int64> {
    try storeContext(of: Model.self).append(type, count: count, columns)
  }

  /// Reads rows in columnar chunks, in the given order or, by default, in primary key order.
  ///
  /// - Parameter type: The model whose rows are read.
  /// - Parameter fields: The fields to read, in the order of the chunk's columns.
  /// - Parameter predicate: The condition that the rows must meet, or nil for all rows.
  /// - Parameter sortBy: The order of the rows.
  /// - Parameter size: The maximum number of rows in a chunk, at least one.
  /// - Parameter body: A closure called with each chunk. It is not called if there are no rows.
  public func forEachChunk<Model: PersistentModel>(
    of type: Model.Type, _ fields: [BulkField<Model>], where predicate: Predicate<Model>? = nil,
    sortBy: [SortDescriptor<Model>] = [], size: Int = 65_536,
    _ body: (BulkChunk) throws -> Void
  ) throws {
    try storeContext(of: Model.self).forEachChunk(
      of: type, fields, where: predicate, sortBy: sortBy, size: size, body)
  }

  /// Sets the given properties in every row that matches a predicate.
  ///
  /// The update ignores the context's unsaved changes, and objects with unsaved changes keep their
  /// values. All other objects of the model in the context are reloaded. Assigning a one-to-one
  /// relationship is an error, because the relationship's other end would not be updated.
  ///
  /// - Returns: The number of changed rows, or 0 if there are no assignments.
  /// - Throws: ``SwiftDataError`` if a relationship target belongs to another entity or store.
  @discardableResult
  public func update<Model: PersistentModel>(
    _ type: Model.Type, _ assignments: [BulkAssignment<Model>],
    where predicate: Predicate<Model>? = nil
  ) throws -> Int {
    try storeContext(of: Model.self).update(type, assignments, where: predicate)
  }

  /// Updates the rows with the given keys. The columns contain the new values.
  ///
  /// As with ``update(_:_:where:)``, the context's unsaved changes are ignored, and objects with
  /// unsaved changes keep their values. The columns are validated as in ``append(_:count:_:)``. If
  /// an error is thrown, no row is changed.
  ///
  /// - Parameter type: The model whose rows are changed.
  /// - Parameter keys: The primary keys of the rows, without duplicates.
  ///   Read the keys with ``BulkField/key``.
  /// - Parameter columns: The values, in the order of the keys.
  /// - Throws: ``SwiftDataError`` if no row exists for a key or the columns are invalid.
  /// - Complexity: O(*n*), where *n* is the number of rows.
  public func update<Model: PersistentModel>(
    _ type: Model.Type, keys: [Int64], _ columns: [BulkColumn<Model>]
  ) throws {
    try storeContext(of: Model.self).update(type, keys: keys, columns)
  }

  /// Immediately deletes every row that matches a predicate, and applies the delete rules.
  ///
  /// The deletion ignores the context's unsaved changes. In contrast,
  /// ``delete(model:where:includeSubclasses:)`` deletes the rows in the next save and includes
  /// unsaved changes.
  public func deleteRows<Model: PersistentModel>(
    of type: Model.Type, where predicate: Predicate<Model>? = nil
  ) throws {
    try storeContext(of: Model.self).deleteRows(of: type, where: predicate)
  }

  /// Returns every link in a many-to-many relationship as a pair of primary keys: the owner's and
  /// the target's.
  public func links<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>
  ) throws -> [(owner: Int64, target: Int64)] {
    try storeContext(of: Model.self).links(keyPath)
  }

  /// Adds links to a many-to-many relationship. Existing links are unchanged.
  ///
  /// - Returns: The number of added links.
  @discardableResult
  public func addLinks<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, _ pairs: [(owner: Int64, target: Int64)]
  ) throws -> Int {
    try storeContext(of: Model.self).addLinks(keyPath, pairs)
  }

  /// Removes links from a many-to-many relationship.
  ///
  /// - Returns: The number of removed links.
  @discardableResult
  public func removeLinks<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, _ pairs: [(owner: Int64, target: Int64)]
  ) throws -> Int {
    try storeContext(of: Model.self).removeLinks(keyPath, pairs)
  }

  /// Sets a savepoint in the context's transaction, so that later bulk writes can be rolled back.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` if no transaction is open.
  package func setBulkSavepoint() throws {
    for context in storeContexts { try context.setBulkSavepoint() }
  }

  /// Rolls back all bulk writes since the savepoint, including writes to other models' tables. This
  /// is faster than deleting the rows, because a deletion would visit each row.
  ///
  /// The context must not contain objects for rows that were written since the savepoint.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` if no transaction is open.
  package func rollBackToBulkSavepoint() throws {
    for context in storeContexts { try context.rollBackToBulkSavepoint() }
  }
}

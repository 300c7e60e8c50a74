import Foundation

/// Bulk reads of rows and links that are given by their keys, for programs that show a few objects
/// of a large store, or that read all objects grouped by relationship target.
extension ModelContext {
  /// The selection of rows for a bulk read.
  package enum BulkRows<Model: PersistentModel> {
    /// The rows with the given keys, in the order of the keys; a key without a row is skipped.
    case keys([Int64])
    /// The rows that have a relationship target, grouped by target in the order of the targets'
    /// keys, and within a group in the order of the rows' keys. Nil keys stand for all targets.
    case leading(to: PartialKeyPath<Model>, keys: [Int64]?)
    /// The rows whose text may equal one of the given texts in any Unicode form, in the order of
    /// their keys. These are the rows with the bytes of a text's normal form, and all rows whose
    /// text is not ASCII, which the caller must compare.
    case likely(PartialKeyPath<Model>, texts: Set<String>)
  }

  /// Reads selected rows as columns, as ``forEachChunk(of:_:where:sortBy:size:_:)`` does.
  ///
  /// - Throws: ``SwiftDataError`` for a key path without a column.
  /// - Complexity: O(*n*), where *n* is the number of rows read, independent of the store's size.
  package func forEachChunk<Model: PersistentModel>(
    of type: Model.Type, _ fields: [BulkField<Model>], rows: BulkRows<Model>, size: Int = 65_536,
    _ body: (BulkChunk) throws -> Void
  ) throws {
    try storeContext(of: Model.self).forEachChunk(of: type, fields, rows: rows, size: size, body)
  }

  /// Returns the links of a many-to-many relationship whose owner has one of the given keys, in
  /// order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of links returned.
  package func links<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, of owners: [Int64]
  ) throws -> [(owner: Int64, target: Int64)] {
    try storeContext(of: Model.self).links(keyPath, of: owners)
  }

  /// Returns the links of a many-to-many relationship whose target has one of the given keys, in
  /// order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of links returned.
  package func links<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, to targets: [Int64]
  ) throws -> [(owner: Int64, target: Int64)] {
    try storeContext(of: Model.self).links(keyPath, to: targets)
  }

  /// Returns the lowest key of the rows that refer to each of the given targets by a to-one
  /// relationship, by the target's key.
  ///
  /// - Complexity: O(*t* log *n*) for *t* targets and *n* rows, in the relationship's index; no row
  ///   is read.
  package func firstKeys<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>, targets: [Int64]
  ) throws -> [Int64: Int64] {
    try storeContext(of: Model.self).firstKeys(of: type, by: keyPath, targets: targets)
  }

  /// Returns the persistent identifier for a primary key in this context's store, whether or not
  /// the object exists.
  ///
  /// Tools that store only keys, such as object names that people type, use this method.
  public func identifier<Model: PersistentModel>(
    of type: Model.Type, key: Int64
  ) -> PersistentIdentifier {
    PersistentIdentifier(
      storeIdentifier: storeContext(of: type).store.identifier,
      entityName: Schema.entityName(of: type), key: key)
  }

  /// Returns the number of rows that refer to each target of a to-one relationship, by the target's
  /// key.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the relationship's index; no row is read.
  public func counts<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>
  ) throws -> [Int64: Int] {
    try storeContext(of: Model.self).counts(of: type, by: keyPath)
  }

  /// Returns the number of rows that refer to each of the given targets of a to-one relationship,
  /// by the target's key.
  ///
  /// - Complexity: O(*n*), where *n* is the number of counted rows, in the relationship's index.
  package func counts<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>, keys: [Int64]
  ) throws -> [Int64: Int] {
    try storeContext(of: Model.self).counts(of: type, by: keyPath, keys: keys)
  }
}

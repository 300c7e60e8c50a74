import Foundation

/// Methods that read selected rows and links in bulk, for example only the rows with certain keys.
/// Programs use these methods to show a few objects from a large store, or to read all objects
/// grouped by relationship target.
extension ModelContext {
  /// The rows that a bulk read returns.
  package enum BulkRows<Model: PersistentModel> {
    /// The rows with the given keys, in ascending key order. Keys without a row are ignored.
    case keys([Int64])
    /// The rows whose to-one relationship refers to one of the given targets. The rows are sorted
    /// by the target's key and then by their own key. If `keys` is nil, the rows that refer to any
    /// target are read.
    case leading(to: PartialKeyPath<Model>, keys: [Int64]?)
    /// The rows whose text may be canonically equivalent (in Unicode) to one of the given strings,
    /// in ascending key order. These are the rows whose text equals the normal form of a given
    /// string, and all rows with non-ASCII text. The caller must compare the non-ASCII strings
    /// itself.
    case likely(PartialKeyPath<Model>, texts: Set<String>)
  }

  /// Reads selected rows in columnar chunks, like ``forEachChunk(of:_:where:sortBy:size:_:)``.
  ///
  /// - Throws: ``SwiftDataError`` if a requested property has no column.
  /// - Complexity: O(*n*), where *n* is the number of rows read, regardless of the store's size.
  package func forEachChunk<Model: PersistentModel>(
    of type: Model.Type, _ fields: [BulkField<Model>], rows: BulkRows<Model>, size: Int = 65_536,
    _ body: (BulkChunk) throws -> Void
  ) throws {
    try storeContext(of: Model.self).forEachChunk(of: type, fields, rows: rows, size: size, body)
  }

  /// Returns the links from the given owners in a many-to-many relationship, sorted by owner.
  ///
  /// - Complexity: O(*n*), where *n* is the number of links returned.
  package func links<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, of owners: [Int64]
  ) throws -> [(owner: Int64, target: Int64)] {
    try storeContext(of: Model.self).links(keyPath, of: owners)
  }

  /// Returns the links to the given targets in a many-to-many relationship, sorted by owner.
  ///
  /// - Complexity: O(*n*), where *n* is the number of links returned.
  package func links<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, to targets: [Int64]
  ) throws -> [(owner: Int64, target: Int64)] {
    try storeContext(of: Model.self).links(keyPath, to: targets)
  }

  /// Returns, for each given target of a to-one relationship, the lowest primary key among the rows
  /// that refer to the target. The result is indexed by the target's key. Only the relationship's
  /// index is read.
  ///
  /// - Complexity: O(*t* log *n*) for *t* targets and *n* rows.
  package func firstKeys<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>, targets: [Int64]
  ) throws -> [Int64: Int64] {
    try storeContext(of: Model.self).firstKeys(of: type, by: keyPath, targets: targets)
  }

  /// Returns the persistent identifier for a primary key in this context's store. An object with
  /// this key need not exist.
  ///
  /// Use this method, for example, for a primary key that the user typed.
  public func identifier<Model: PersistentModel>(
    of type: Model.Type, key: Int64
  ) -> PersistentIdentifier {
    PersistentIdentifier(
      storeIdentifier: storeContext(of: type).store.identifier,
      entityName: Schema.entityName(of: type), key: key)
  }

  /// Counts the rows that refer to each target of a to-one relationship. The result is indexed by
  /// the target's key.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the relationship's index.
  ///   No other data is read.
  public func counts<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>
  ) throws -> [Int64: Int] {
    try storeContext(of: Model.self).counts(of: type, by: keyPath)
  }

  /// Counts the rows that refer to each given target of a to-one relationship. The result is
  /// indexed by the target's key. Only the relationship's index is read.
  ///
  /// - Complexity: O(*n*), where *n* is the number of counted rows.
  package func counts<Model: PersistentModel, Target: PersistentModel>(
    of type: Model.Type, by keyPath: KeyPath<Model, Target?>, keys: [Int64]
  ) throws -> [Int64: Int] {
    try storeContext(of: Model.self).counts(of: type, by: keyPath, keys: keys)
  }
}

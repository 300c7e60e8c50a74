/// The keys of the written rows, and the former contents of upserted rows. After the commit, the
/// context updates its objects to match.
struct WrittenChanges {
  /// The row keys of the inserted objects, indexed by object.
  var keys: [ObjectIdentifier: Int64] = [:]
  /// The inserted objects that overwrote a stored row, or the row of an earlier inserted object
  /// (upserts).
  var upserts: Set<ObjectIdentifier> = []
  /// The previous contents of the rows that upserts overwrote, recorded only for undo.
  var formerRows: [ObjectIdentifier: FormerRow] = [:]
  /// The keys of all deleted rows, including rows deleted by the delete rules, indexed by entity
  /// index.
  var deleted: [Int: Set<Int64>] = [:]
}

/// A writer for a store context's unsaved changes. It writes through a connection and changes
/// neither the context nor its objects.
struct ChangeWriter {
  /// The reason for writing the unsaved changes.
  enum Purpose {
    case save
    /// A query that includes unsaved changes. The changes are written for the query and rolled back
    /// after it. Relationship counts are not checked, since the changes may be incomplete.
    case query
  }

  let context: StoreContext
  let connection: Connection
  private let purpose: Purpose
  var written = WrittenChanges()

  var layout: StoreLayout { context.layout }

  private init(_ context: StoreContext, _ connection: Connection, for purpose: Purpose) {
    self.context = context
    self.connection = connection
    self.purpose = purpose
  }

  /// Writes a store context's unsaved changes in phases. If a phase throws an error, the caller
  /// rolls back the writes.
  ///
  /// - Throws: The ``SwiftDataError`` that the first failing phase throws.
  static func write(
    _ context: StoreContext, _ connection: Connection, for purpose: Purpose
  ) throws -> WrittenChanges {
    var writer = ChangeWriter(context, connection, for: purpose)
    try writer.run()
    return writer.written
  }

  private mutating func run() throws {
    // Unique values of deleted and changed rows are freed first, so that other rows can take them.
    let deletion = try prepareDeletion()
    try freeChangingUniqueValues()
    try assignKeys(deletion)
    // Former rows and owners are read before the writes below replace them.
    try readFormerRows()
    var counts = try countedRelationships()
    let rows = RowWriters(connection, keys: written.keys)
    try writeInsertedObjects(rows)
    try writeChangedObjects(rows)
    // The new targets are known only after all rows are written.
    try clearReplacedOneToOneLinks()
    // Rows are deleted last, so that the delete rules follow the relationships as they are now.
    try writeLastLinksOfDeletedObjects(rows)
    try writeLinks()
    try deleteRows(deletion, &counts)
    try counts?.check()
  }

  /// Records, for undo, the contents of the rows that upserts will overwrite.
  private mutating func readFormerRows() throws {
    guard purpose == .save, context.reference.isRecording else { return }
    written.formerRows = try context.formerRows(written, connection)
  }

  /// Returns a check that, after the changes are written, finds relationships with too few or too
  /// many objects. Returns nil if no check is needed.
  private func countedRelationships() throws -> RelationshipCounts? {
    guard purpose == .save else { return nil }
    var counts = RelationshipCounts(layout, connection)
    try counts?.noteChanges(of: context, written)
    return counts
  }
}

import Foundation

/// Bulk operations that append, read, change and delete many rows without creating objects. The
/// operations work directly on the model classes' tables, and all changes are recorded in the
/// history. The article “Columns without objects” describes how they affect the context's objects.
extension StoreContext {
  // MARK: Appending

  /// Appends rows to a model's table, given one column of values for each property.
  @discardableResult
  func append<Model: PersistentModel>(
    _ type: Model.Type, count: Int, _ columns: [BulkColumn<Model>]
  ) throws -> Range<Int64> {
    let entity = try entity(of: type)
    var given = try checked(columns, count, entity)
    guard count > 0 else { return 0..<0 }
    let slots = Set(given.map(\.property.slot))
    for property in entity.columns where !slots.contains(property.slot) {
      if let values = try standard(property, count) {
        given.append((property, values))
      } else if !property.isOptional {
        throw SwiftDataError(
          .modelValidationFailure,
          "\(entity.name).\(property.name) must have a value; add a column for the property.",
          entity: entity.name, property: property.name)
      }
    }
    return try write { connection in
      let first = try KeySequence.allocateKeys(count, for: entity, connection)
      try BulkWrite(entity: entity, columns: given, connection: connection)
        .insert(firstKey: first, count: count)
      return first..<first + Int64(count)
    }
  }

  // MARK: Reading

  /// Reads rows in columnar chunks, in the given order or, by default, in primary key order.
  func forEachChunk<Model: PersistentModel>(
    of type: Model.Type, _ fields: [BulkField<Model>], where predicate: Predicate<Model>? = nil,
    sortBy: [SortDescriptor<Model>] = [], size: Int = 65_536,
    _ body: (BulkChunk) throws -> Void
  ) throws {
    let entity = try entity(of: type)
    let clauses = try layout.compile(
      predicate, sortBy: sortBy, for: type, rtrees: store.searchableRTrees)
    var sql = try "\(selection(fields, entity)) \(clauses.joins)"
    if !clauses.condition.isEmpty { sql += " WHERE \(clauses.condition)" }
    if !clauses.order.isEmpty { sql += " ORDER BY \(clauses.order)" }
    try forEachChunk(sql, clauses.arguments, fields, size, body)
  }

  /// Returns a `SELECT` statement that reads the given fields from an entity's table, under the
  /// alias `t0`.
  func selection<Model: PersistentModel>(
    _ fields: [BulkField<Model>], _ entity: EntityLayout
  ) throws -> String {
    let names = try fields.map { field in
      try field.keyPath.map { "t0." + (try property($0, entity)).name.sqlQuoted }
        ?? "t0.\"_sd_id\""
    }
    return "SELECT \(names.joined(separator: ", ")) FROM \(entity.table.sqlQuoted) AS t0"
  }

  /// Reads a query's rows in chunks. The query must select the given fields, in the same order.
  func forEachChunk<Model: PersistentModel>(
    _ sql: String, _ arguments: [_SQLValue], _ fields: [BulkField<Model>], _ size: Int,
    _ body: (BulkChunk) throws -> Void
  ) throws {
    try read { connection in
      let statement = try connection.prepare(sql)
      try statement.bind(arguments)
      defer { statement.reset() }
      var hasMore = true
      while hasMore {
        let chunk: BulkChunk
        (chunk, hasMore) = try Self.chunk(statement, fields.map(\.kind), max(1, size))
        if chunk.count > 0 { try body(chunk) }
      }
    }
  }

  private static func chunk<Model>(
    _ statement: Statement, _ kinds: [BulkField<Model>.Kind], _ size: Int
  ) throws -> (BulkChunk, hasMore: Bool) {
    var doubles = kinds.map { _ in [Double]() }
    var integers = kinds.map { _ in [Int64]() }
    var texts = kinds.map { _ in [String?]() }
    var blobs = kinds.map { _ in [Data]() }
    var count = 0
    var hasMore = true
    while count < size {
      guard try statement.step() else {
        hasMore = false
        break
      }
      for field in 0..<kinds.count {
        let column = Int32(field)
        switch kinds[field] {
        case .double:
          doubles[field].append(statement.isNull(column) ? .nan : statement.double(column))
        case .integer: integers[field].append(statement.int64(column))
        case .text: texts[field].append(statement.isNull(column) ? nil : statement.string(column))
        case .data: blobs[field].append(statement.data(column))
        }
      }
      count += 1
    }
    let columns = kinds.indices.map { field -> BulkChunk.Column in
      switch kinds[field] {
      case .double: .doubles(doubles[field])
      case .integer: .integers(integers[field])
      case .text: .texts(texts[field])
      case .data: .blobs(blobs[field])
      }
    }
    return (BulkChunk(columns: columns, count: count), hasMore)
  }

  // MARK: Changing and deleting

  /// Sets the given properties in every row that matches a predicate.
  @discardableResult
  func update<Model: PersistentModel>(
    _ type: Model.Type, _ assignments: [BulkAssignment<Model>],
    where predicate: Predicate<Model>? = nil
  ) throws -> Int {
    let entity = try entity(of: type)
    guard !assignments.isEmpty else { return 0 }
    let columns = try assignments.map { try writable($0.keyPath, entity, target: $0.target) }
    let keys = try keyQuery(predicate, entity, type)
    let list = columns.map { "\($0.name.sqlQuoted) = ?" }.joined(separator: ", ")
    let count = try write { connection in
      try connection.execute(
        "UPDATE \(entity.table.sqlQuoted) SET \(list) WHERE \"_sd_id\" IN (\(keys.sql))",
        assignments.map(\.value) + keys.arguments)
      return connection.changes
    }
    refreshObjects(of: entity, after: columns)
    return count
  }

  /// Updates the rows with the given keys. The columns contain the new values.
  func update<Model: PersistentModel>(
    _ type: Model.Type, keys: [Int64], _ columns: [BulkColumn<Model>]
  ) throws {
    let entity = try entity(of: type)
    let given = try checked(columns, keys.count, entity)
    guard !keys.isEmpty, !given.isEmpty else { return }
    try write { connection in
      try BulkWrite(entity: entity, columns: given, connection: connection).update(keys: keys)
    }
    refreshObjects(of: entity, after: given.map(\.property))
  }

  /// Immediately deletes every row that matches a predicate, and applies the delete rules.
  func deleteRows<Model: PersistentModel>(
    of type: Model.Type, where predicate: Predicate<Model>? = nil
  ) throws {
    let entity = try entity(namedLike: type)
    let keys = try keyQuery(predicate, entity, type)
    let gone = try write { connection in
      let deletion = try Deletion(layout, connection)
      try deletion.add(entity, query: keys.sql, arguments: keys.arguments)
      return try deletion.run { registered[$0][$1] != nil }
    }
    adopt(deletions: gone)
  }

  private func keyQuery<Model: PersistentModel>(
    _ predicate: Predicate<Model>?, _ entity: EntityLayout, _ type: Model.Type
  ) throws -> (sql: String, arguments: [_SQLValue]) {
    let clauses = try layout.compile(
      predicate, sortBy: [], for: type, as: entity, rtrees: store.searchableRTrees)
    var sql = "SELECT t0.\"_sd_id\" FROM \(entity.table.sqlQuoted) AS t0 \(clauses.joins)"
    if !clauses.condition.isEmpty { sql += " WHERE \(clauses.condition)" }
    return (sql, clauses.arguments)
  }

  // MARK: Links

  /// Returns every link in a many-to-many relationship as a pair of primary keys: the owner's and
  /// the target's.
  func links<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>
  ) throws -> [(owner: Int64, target: Int64)] {
    let link = try link(keyPath)
    return try read { connection in
      let statement = try connection.prepare(
        "SELECT \"\(link.own)\", \"\(link.other)\" FROM \(link.table) "
          + "ORDER BY \"\(link.own)\", \"\(link.other)\"")
      var pairs: [(owner: Int64, target: Int64)] = []
      while try statement.step() { pairs.append((statement.int64(0), statement.int64(1))) }
      return pairs
    }
  }

  /// Adds links to a many-to-many relationship. Existing links are unchanged.
  @discardableResult
  func addLinks<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, _ pairs: [(owner: Int64, target: Int64)]
  ) throws -> Int {
    let link = try link(keyPath)
    return try change(
      "INSERT OR IGNORE INTO \(link.table) (\"\(link.own)\", \"\(link.other)\") VALUES (?, ?)",
      pairs)
  }

  /// Removes links from a many-to-many relationship.
  @discardableResult
  func removeLinks<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>, _ pairs: [(owner: Int64, target: Int64)]
  ) throws -> Int {
    let link = try link(keyPath)
    return try change(
      "DELETE FROM \(link.table) WHERE \"\(link.own)\" = ? AND \"\(link.other)\" = ?", pairs)
  }

  private func change(_ sql: String, _ pairs: [(owner: Int64, target: Int64)]) throws -> Int {
    try write { connection in
      let statement = try connection.prepare(sql)
      var count = 0
      for pair in pairs {
        statement.bind(pair.owner, 1)
        statement.bind(pair.target, 2)
        _ = try statement.step()
        count += connection.changes
      }
      return count
    }
  }

  func link<Model: PersistentModel, Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>
  ) throws -> (table: String, own: String, other: String) {
    let entity = try entity(of: Model.self)
    guard let slot = entity.slot(of: keyPath),
      case .link(let index, let isFirst)? = entity.properties[slot].relationship?.storage
    else {
      throw SwiftDataError(
        .unsupportedKeyPath,
        """
        The key path leads to \(keyPath.summary), not to a many-to-many relationship of \
        \(entity.name). For a one-to-many relationship, set the to-one relationship at its other \
        end.
        """,
        entity: entity.name)
    }
    let table = layout.links[index].table.sqlQuoted
    return isFirst ? (table, "a", "b") : (table, "b", "a")
  }
}

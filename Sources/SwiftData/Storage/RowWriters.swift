/// The SQL statements that one save uses to write its rows. Each statement is prepared once and
/// used for all rows of the same kind.
final class RowWriters {
  private struct Writer {
    let statement: Statement
    let encoder: _RowEncoder
    let keyIndex: Int32
  }

  private struct UpdateKind: Hashable {
    let entity: Int
    let slots: UInt64
  }

  private let connection: Connection
  /// The row keys assigned to objects that are not in the store yet.
  private let keys: [ObjectIdentifier: Int64]
  private var inserts: [Int: Writer] = [:]
  private var updates: [UpdateKind: Writer?] = [:]

  init(_ connection: Connection, keys: [ObjectIdentifier: Int64]) {
    self.connection = connection
    self.keys = keys
  }

  func insert(_ model: any PersistentModel, _ key: Int64, _ entity: EntityLayout) throws {
    let writer = try inserts[entity.index] ?? makeInsert(entity)
    try write(model, key, writer)
  }

  /// Updates an object's row. Only the properties whose bits are set in `slots` are written.
  func update(
    _ model: any PersistentModel, _ key: Int64, _ entity: EntityLayout, slots: UInt64
  ) throws {
    let kind = UpdateKind(entity: entity.index, slots: slots)
    guard let writer = try updates[kind] ?? makeUpdate(entity, kind) else { return }
    try write(model, key, writer)
    if connection.changes == 0 {
      throw SwiftDataError(
        .modelValidationFailure,
        "The \(entity.name) being saved is no longer in the store; another context deleted it.",
        entity: entity.name)
    }
  }

  /// Overwrites a stored row with an inserted object that has the same unique value.
  func takeOver(
    _ model: any PersistentModel, _ key: Int64, _ entity: EntityLayout, slots: UInt64
  ) throws {
    do {
      try StoreFailure.translating { try update(model, key, entity, slots: slots) }
    } catch let error as SwiftDataError
      where error == .uniqueViolation && entity.uniqueKeys.count > 1
    {
      let property = error.property ?? ""
      throw SwiftDataError(
        .uniqueViolation,
        """
        An inserted \(entity.name) replaces the stored \(entity.name) with the same unique value, but \
        its \(property) is also the \(property) of another stored \(entity.name). Give the inserted \
        object another \(property), or delete one of the two stored objects.
        """,
        entity: entity.name, property: error.property, underlying: error)
    }
  }

  private func write(_ model: any PersistentModel, _ key: Int64, _ writer: Writer) throws {
    writer.statement.bind(key, writer.keyIndex)
    model._$encode(writer.encoder)
    if let failure = writer.encoder.failure {
      writer.statement.reset()
      throw failure
    }
    _ = try writer.statement.step()
  }

  private func makeInsert(_ entity: EntityLayout) throws -> Writer {
    let columns = entity.columns
    let names = (["\"_sd_id\""] + columns.map(\.name.sqlQuoted)).joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    let writer = try writer(
      "INSERT INTO \(entity.table.sqlQuoted) (\(names)) VALUES (\(marks))", entity, columns,
      firstIndex: 2, keyIndex: 1)
    inserts[entity.index] = writer
    return writer
  }

  /// Returns a writer that updates an entity's rows with an `UPDATE` statement. Returns nil if none
  /// of the changed properties has a column.
  private func makeUpdate(_ entity: EntityLayout, _ kind: UpdateKind) throws -> Writer? {
    let columns = entity.columns.filter { kind.slots & _ModelState.bit($0.slot) != 0 }
    let assignments = columns.map { "\($0.name.sqlQuoted) = ?" }.joined(separator: ", ")
    let writer =
      columns.isEmpty
      ? nil
      : try writer(
        "UPDATE \(entity.table.sqlQuoted) SET \(assignments) WHERE \"_sd_id\" = ?", entity, columns,
        firstIndex: 1, keyIndex: Int32(columns.count + 1))
    updates[kind] = .some(writer)
    return writer
  }

  private func writer(
    _ sql: String, _ entity: EntityLayout, _ columns: [PropertyLayout], firstIndex: Int32,
    keyIndex: Int32
  ) throws -> Writer {
    let statement = try connection.prepare(sql)
    var parameters = [Int32](repeating: 0, count: entity.properties.count)
    for (offset, column) in columns.enumerated() {
      parameters[column.slot] = firstIndex + Int32(offset)
    }
    return Writer(
      statement: statement,
      encoder: _RowEncoder(statement, entity: entity, parameters: parameters, keys: keys),
      keyIndex: keyIndex)
  }
}

/// An SQL statement that writes rows, given the values of each column.
struct BulkWrite {
  /// A column's values, prepared for binding to a statement row by row. Numbers are accessed
  /// through pointers, so that the loop over the rows needs no reference counting.
  private enum Cells {
    case doubles(UnsafeBufferPointer<Double>)
    case optionalDoubles(UnsafeBufferPointer<Double>)
    case integers(UnsafeBufferPointer<Int64>)
    case optionalIntegers(UnsafeBufferPointer<Int64>, none: Int64)
    case arithmetic(start: Int64, step: Int64)
    case texts([String])
    case optionalTexts([String?])
    /// A constant that is bound once, before the first row.
    case constant
    case each(() throws -> _SQLValue?)
  }

  let entity: EntityLayout
  let columns: [(property: PropertyLayout, values: BulkValues)]
  let connection: Connection

  /// Inserts rows with consecutive keys.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` if a column for a mandatory property contains NaN.
  func insert(firstKey: Int64, count: Int) throws {
    let names = (["\"_sd_id\""] + columns.map(\.property.name.sqlQuoted)).joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    try run(
      "INSERT INTO \(entity.table.sqlQuoted) (\(names)) VALUES (\(marks))", count: count,
      key: { firstKey + Int64($0) }, wrote: { _ in })
  }

  /// Updates the rows with the given keys. If an error is thrown, no row is changed.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a key has no row.
  ///   Throws ``SwiftDataError/invalidValue`` if a column for a mandatory property contains NaN.
  func update(keys: [Int64]) throws {
    let assignments = columns.enumerated().map { offset, column in
      "\(column.property.name.sqlQuoted) = ?\(offset + 2)"
    }.joined(separator: ", ")
    // One savepoint covers all rows. For a statement that must undo its own changes on failure,
    // SQLite copies the pages it writes to a file, row by row.
    try connection.savepoint {
      try keys.withUnsafeBufferPointer { keys in
        try run(
          "UPDATE OR FAIL \(entity.table.sqlQuoted) SET \(assignments) WHERE \"_sd_id\" = ?1",
          count: keys.count, key: { keys[$0] },
          wrote: { row in
            guard connection.changes == 0 else { return }
            throw SwiftDataError(
              .modelValidationFailure,
              """
              There is no \(entity.name) with the key \(keys[row]). The object was deleted, or \
              belongs to another store. Fetch the keys again.
              """,
              entity: entity.name)
          })
      }
    }
  }

  /// Runs a statement once for each row to be written. The statement's first parameter is the row's
  /// key, and the others are the row's values in the columns.
  @inline(__always)
  private func run(
    _ sql: String, count: Int, key: (Int) -> Int64, wrote: (Int) throws -> Void
  ) throws {
    let statement = try connection.prepare(sql)
    for (offset, column) in columns.enumerated() {
      if case .constant(let value) = column.values {
        try bound(column.property) { try statement.bind(value, Int32(offset + 2)) }
      }
    }
    try withCells(columns[...], []) { cells in
      for row in 0..<count {
        statement.bind(key(row), 1)
        for offset in cells.indices {
          guard try bind(cells[offset], row, statement, offset) else {
            statement.reset()
            throw notANumber(columns[offset].property.name, row)
          }
        }
        _ = try statement.step()
        try wrote(row)
      }
    }
  }

  /// Binds a column's value for one row to the statement.
  ///
  /// - Returns: False if the value is NaN but the property is mandatory, otherwise true.
  @inline(__always)
  private func bind(
    _ cells: Cells, _ row: Int, _ statement: Statement, _ offset: Int
  ) throws -> Bool {
    let index = Int32(offset + 2)
    switch cells {
    case .doubles(let values):
      let value = values[row]
      guard !value.isNaN else { return false }
      statement.bind(value, index)
    case .optionalDoubles(let values):
      let value = values[row]
      if value.isNaN { statement.bindNull(index) } else { statement.bind(value, index) }
    case .integers(let values): statement.bind(values[row], index)
    case .optionalIntegers(let values, let none):
      let value = values[row]
      if value == none { statement.bindNull(index) } else { statement.bind(value, index) }
    case .arithmetic(let start, let step): statement.bind(start + Int64(row) * step, index)
    case .texts(let values):
      try bound(columns[offset].property) { try statement.bind(values[row], index) }
    case .optionalTexts(let values):
      if let value = values[row] {
        try bound(columns[offset].property) { try statement.bind(value, index) }
      } else {
        statement.bindNull(index)
      }
    case .constant: break
    case .each(let make):
      try bound(columns[offset].property) { try statement.bind(try make() ?? .null, index) }
    }
    return true
  }

  /// Runs a closure that binds a value, and adds the property's name to any error that it throws.
  @inline(__always)
  private func bound(_ property: @autoclosure () -> PropertyLayout, _ body: () throws -> Void)
    throws
  {
    do {
      try body()
    } catch {
      let property = property()
      throw SwiftDataError(
        .invalidValue, "\(entity.name).\(property.name) cannot be stored. \(error)",
        entity: entity.name,
        property: property.name, underlying: error)
    }
  }

  private func notANumber(_ property: String, _ row: Int) -> SwiftDataError {
    SwiftDataError(
      .invalidValue,
      """
      \(entity.name).\(property) of row \(row) is NaN, which cannot be stored. Omit the row, or \
      make the property optional.
      """,
      entity: entity.name, property: property)
  }

  /// Calls a closure with the values of every column, prepared for binding.
  private func withCells(
    _ rest: ArraySlice<(property: PropertyLayout, values: BulkValues)>, _ cells: [Cells],
    _ body: ([Cells]) throws -> Void
  ) throws {
    guard let column = rest.first else { return try body(cells) }
    func next(_ own: Cells) throws { try withCells(rest.dropFirst(), cells + [own], body) }
    switch column.values {
    case .doubles(let values): try values.withUnsafeBufferPointer { try next(.doubles($0)) }
    case .optionalDoubles(let values):
      try values.withUnsafeBufferPointer { try next(.optionalDoubles($0)) }
    case .integers(let values): try values.withUnsafeBufferPointer { try next(.integers($0)) }
    case .optionalIntegers(let values, let none):
      try values.withUnsafeBufferPointer { try next(.optionalIntegers($0, none: none)) }
    case .arithmetic(let start, let step): try next(.arithmetic(start: start, step: step))
    case .texts(let values): try next(.texts(values))
    case .optionalTexts(let values): try next(.optionalTexts(values))
    case .constant: try next(.constant)
    case .each(let make): try next(.each(make))
    }
  }
}

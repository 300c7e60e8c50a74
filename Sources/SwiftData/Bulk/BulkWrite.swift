import Foundation

/// A bulk write that inserts or updates rows from columns of values.
struct BulkWrite {
  /// A column's values, prepared for binding to a statement one row at a time. Numbers are accessed
  /// through pointers to avoid reference counting in the loop over the rows.
  private enum Cells {
    case doubles(UnsafeBufferPointer<Double>)
    case optionalDoubles(UnsafeBufferPointer<Double>)
    case integers(UnsafeBufferPointer<Int64>)
    case optionalIntegers(UnsafeBufferPointer<Int64>, none: Int64)
    case arithmetic(start: Int64, step: Int64)
    case texts([String])
    case optionalTexts([String?])
    case blobs([Data])
    case each(() throws -> _SQLValue?)
  }

  /// The batch sizes of the `INSERT` statements (rows per statement), in descending order. The last
  /// size is 1, so that any number of rows can be written. Large batches are faster, because SQLite
  /// opens the table and its indexes for each statement, and this takes as long as writing a row.
  private static let rowsAtOnce = [64, 8, 1]
  /// The maximum number of parameters in one statement, low enough for every SQLite build.
  private static let parametersAtMost = 999

  private let entity: EntityLayout
  private let connection: Connection
  /// The columns whose values differ from row to row.
  private let columns: [(property: PropertyLayout, values: BulkValues)]
  /// The columns with the same value in all rows. The values are the statement's first parameters.
  private let constants: [(property: PropertyLayout, value: _SQLValue)]

  init(
    entity: EntityLayout, columns: [(property: PropertyLayout, values: BulkValues)],
    connection: Connection
  ) {
    self.entity = entity
    self.connection = connection
    var constants: [(property: PropertyLayout, value: _SQLValue)] = []
    self.columns = columns.filter { column in
      guard case .constant(let value) = column.values else { return true }
      constants.append((column.property, value))
      return false
    }
    self.constants = constants
  }

  /// The maximum number of SQL parameters per row: one for the row key and one for each column.
  private var width: Int { columns.count + 1 }

  /// Inserts rows with consecutive keys.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` if a column for a mandatory property contains NaN.
  ///   ``SwiftDataError/corruptStore`` if the table has a row with a higher key than `firstKey`.
  func insert(firstKey: Int64, count: Int) throws {
    guard count > 0 else { return }
    try run(
      insertion(of: 1, statesKeys: true), 0..<1, size: 1, key: { _ in firstKey }, wrote: { _ in })
    // SQLite gives each following row the next key, which is faster than specifying the key,
    // because SQLite searches the table for a specified key. For a row without columns, the
    // statement must contain the key.
    let statesKeys = columns.isEmpty
    var row = 1
    for size in Self.rowsAtOnce
    where size == 1 || constants.count + size * width <= Self.parametersAtMost {
      let end = count - (count - row) % size
      guard row < end else { continue }
      try run(
        insertion(of: size, statesKeys: statesKeys), row..<end, size: size,
        key: statesKeys ? { firstKey + Int64($0) } : nil,
        wrote: { row in
          guard connection.lastInsertedKey != firstKey + Int64(row + size - 1) else { return }
          throw SwiftDataError(
            .corruptStore,
            """
            The next row key for \(entity.name) is lower than the key of an existing row; restore a \
            backup.
            """,
            entity: entity.name)
        })
      row = end
    }
  }

  /// Returns a statement that inserts the given number of rows.
  ///
  /// If the statement fails, the rows inserted before the failure remain, as they would after
  /// separate insertions. Without `OR FAIL`, SQLite would first copy every page that the statement
  /// modifies to a temporary file, so that a failed statement could be undone.
  private func insertion(of rows: Int, statesKeys: Bool) -> String {
    let names =
      constants.map(\.property.name) + (statesKeys ? ["_sd_id"] : [])
      + columns.map(\.property.name)
    let width = names.count - constants.count
    let values = (0..<rows).map { row in
      let own = constants.count + 1 + row * width
      let parameters = Array(1..<constants.count + 1) + Array(own..<own + width)
      return "(" + parameters.map { "?\($0)" }.joined(separator: ", ") + ")"
    }
    return """
      INSERT OR FAIL INTO \(entity.table.sqlQuoted) \
      (\(names.map(\.sqlQuoted).joined(separator: ", "))) VALUES \(values.joined(separator: ", "))
      """
  }

  /// Updates the rows with the given keys. If an error is thrown, no row is changed.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if no row exists for a key.
  ///   Throws ``SwiftDataError/invalidValue`` if a column for a mandatory property contains NaN.
  func update(keys: [Int64]) throws {
    let names = constants.map(\.property.name) + ["_sd_id"] + columns.map(\.property.name)
    let assignments = names.enumerated().filter { $0.offset != constants.count }
      .map { "\($0.element.sqlQuoted) = ?\($0.offset + 1)" }.joined(separator: ", ")
    // One savepoint covers all rows. If each statement had to undo its own changes on failure,
    // SQLite would copy the modified pages to a temporary file for each row.
    try connection.savepoint {
      try keys.withUnsafeBufferPointer { keys in
        try run(
          """
          UPDATE OR FAIL \(entity.table.sqlQuoted) SET \(assignments) \
          WHERE "_sd_id" = ?\(constants.count + 1)
          """,
          0..<keys.count, size: 1, key: { keys[$0] },
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

  /// Runs a statement for the given rows. The statement's first parameters are the values of
  /// ``constants``, followed by each row's key and its values in ``columns``.
  ///
  /// - Parameters:
  ///   - size: The number of rows written by each execution of the statement.
  ///     The total number of rows is a multiple of this number.
  ///   - key: A closure that returns a row's key. Nil if the statement has no parameters for keys.
  ///   - wrote: A closure called after each execution, with the index of the execution's first row.
  @inline(__always)
  private func run(
    _ sql: String, _ rows: Range<Int>, size: Int, key: ((Int) -> Int64)?,
    wrote: (Int) throws -> Void
  ) throws {
    let statement = try connection.prepare(sql)
    for (offset, constant) in constants.enumerated() {
      try bound(constant.property) { try statement.bind(constant.value, Int32(offset + 1)) }
    }
    try withCells(columns[...], []) { cells in
      var row = rows.lowerBound
      while row < rows.upperBound {
        var parameter = Int32(constants.count)
        for row in row..<row + size {
          if let key {
            parameter &+= 1
            statement.bind(key(row), parameter)
          }
          for offset in cells.indices {
            parameter &+= 1
            guard try bind(cells[offset], row, statement, offset, parameter) else {
              statement.reset()
              throw notANumber(columns[offset].property.name, row)
            }
          }
        }
        _ = try statement.step()
        try wrote(row)
        row &+= size
      }
    }
  }

  /// Binds a column's value for one row to the statement.
  ///
  /// - Returns: False if the value is NaN and the property is mandatory, otherwise true.
  @inline(__always)
  private func bind(
    _ cells: Cells, _ row: Int, _ statement: Statement, _ offset: Int, _ index: Int32
  ) throws -> Bool {
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
    case .blobs(let values):
      try bound(columns[offset].property) { try statement.bind(values[row], index) }
    case .each(let make):
      try bound(columns[offset].property) { try statement.bind(try make() ?? .null, index) }
    }
    return true
  }

  /// Runs a closure that binds a value to a statement parameter, and adds the property's name to
  /// any error that the closure throws.
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
    case .blobs(let values): try next(.blobs(values))
    // init(entity:columns:connection:) has removed the constants.
    case .constant: try withCells(rest.dropFirst(), cells, body)
    case .each(let make): try next(.each(make))
    }
  }
}

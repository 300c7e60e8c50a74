import Foundation
import GRDB
import GRDBSQLite

/// An SQLite connection that is valid within a read or write block.
///
/// Prepared statements come from GRDB's statement cache. Values are bound and rows are read through
/// the C handle, which takes a third of the time that GRDB's own arguments and rows take.
struct Connection {
  let database: Database

  private var handle: OpaquePointer? { database.sqliteConnection }

  /// Runs one or more SQL statements that return no rows.
  func execute(_ sql: String, _ arguments: [_SQLValue] = []) throws {
    guard !arguments.isEmpty else {
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(sql) }
      return
    }
    let statement = try prepare(sql)
    try statement.bind(arguments)
    while try statement.step() {}
  }

  /// Prepares an SQL statement, so that its parameters can be bound. The result is the cached
  /// statement, or a new one if the cached statement is in use.
  func prepare(_ sql: String) throws -> Statement {
    do {
      let cached = try database.cachedStatement(sql: sql)
      if sqlite3_stmt_busy(cached.sqliteStatement) == 0 {
        sqlite3_reset(cached.sqliteStatement)
        return Statement(cached, self)
      }
      return Statement(try database.makeStatement(sql: sql), self)
    } catch let failure as DatabaseError {
      throw StoreFailure.error(from: failure)
    }
  }

  /// Runs a query and returns its rows, each as an array of values.
  func rows(_ sql: String, _ arguments: [_SQLValue] = []) throws -> [[_SQLValue]] {
    let statement = try prepare(sql)
    try statement.bind(arguments)
    var rows: [[_SQLValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value($0) })
    }
    return rows
  }

  /// Runs a query and returns the first value of its first row as an integer. Returns nil if there
  /// is no row or the value is NULL.
  func integer(_ sql: String, _ arguments: [_SQLValue] = []) throws -> Int64? {
    let statement = try prepare(sql)
    try statement.bind(arguments)
    guard try statement.step(), !statement.isNull(0) else {
      statement.reset()
      return nil
    }
    let value = statement.int64(0)
    statement.reset()
    return value
  }

  /// Runs a query and returns the first value of its first row as text. Returns nil if there is no
  /// row or the value is not text.
  func text(_ sql: String, _ arguments: [_SQLValue] = []) throws -> String? {
    guard case .text(let text)? = try rows(sql, arguments).first?.first else { return nil }
    return text
  }

  /// The number of rows that the most recent statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// The key of the row that this connection inserted last.
  var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open. SQLite itself ends a transaction if the disk fails during the
  /// transaction.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Checks that the transaction is still open.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` if SQLite has ended the transaction.
  func requireTransaction() throws {
    guard isInTransaction else {
      throw SwiftDataError(
        .inputOutput,
        "The disk is full or failed during the transaction, so the transaction was rolled back. "
          + "Free up disk space, and repeat the whole operation.")
    }
  }

  /// Runs a closure in a savepoint within the open transaction. The savepoint is released when the
  /// closure returns and rolled back when it throws.
  ///
  /// - Throws: ``SwiftDataError/inputOutput`` if SQLite has ended the transaction.
  ///   The closure's writes would then be committed separately and without a history entry.
  func savepoint<T>(_ body: () throws -> T) throws -> T {
    try requireTransaction()
    try execute("SAVEPOINT _sd_savepoint")
    do {
      let value = try body()
      try requireTransaction()
      try execute("RELEASE _sd_savepoint")
      return value
    } catch {
      if isInTransaction,
        (try? execute("ROLLBACK TO _sd_savepoint; RELEASE _sd_savepoint")) == nil
      {
        try? execute("ROLLBACK")
      }
      throw error
    }
  }

  /// Runs a closure in a savepoint, and then rolls back its writes.
  func peek<T>(_ body: () throws -> T) throws -> T {
    try execute("SAVEPOINT _sd_peek")
    defer { try? execute("ROLLBACK TO _sd_peek; RELEASE _sd_peek") }
    return try body()
  }

  /// Registers SQL functions that take no arguments, runs a closure, and then removes the
  /// functions. SQLite calls each function once for each row.
  func withFunctions<T>(
    _ functions: [(name: String, value: () throws -> _SQLValue?)], _ body: () throws -> T
  ) throws -> T {
    let added = functions.map { name, value in
      nonisolated(unsafe) let value = value
      return DatabaseFunction(name, argumentCount: 0, pure: false) { _ in
        switch try value() ?? .null {
        case .null: nil
        case .integer(let value): value
        case .real(let value): value
        case .text(let value): value
        case .blob(let value): value
        }
      }
    }
    for function in added { database.add(function: function) }
    defer { for function in added { database.remove(function: function) } }
    return try body()
  }

  func error(_ sql: String) -> any Error {
    let code = sqlite3_extended_errcode(handle)
    let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    return StoreFailure.error(
      from: DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql))
  }
}

/// A prepared statement, which uses SQLite's C interface to bind parameters and read rows.
struct Statement {
  private let statement: GRDB.Statement
  let pointer: OpaquePointer
  private let connection: Connection

  init(_ statement: GRDB.Statement, _ connection: Connection) {
    self.statement = statement
    self.pointer = statement.sqliteStatement
    self.connection = connection
  }

  func bind(_ values: [_SQLValue]) throws {
    for (offset, value) in values.enumerated() { try bind(value, Int32(offset + 1)) }
  }

  func bind(_ value: _SQLValue, _ index: Int32) throws {
    switch value {
    case .null: sqlite3_bind_null(pointer, index)
    case .integer(let value): sqlite3_bind_int64(pointer, index, value)
    case .real(let value): sqlite3_bind_double(pointer, index, value)
    case .text(let value): try bind(value, index)
    case .blob(let value): try bind(value, index)
    }
  }

  @inline(__always) func bind(_ value: Int64, _ index: Int32) {
    sqlite3_bind_int64(pointer, index, value)
  }

  @inline(__always) func bind(_ value: Double, _ index: Int32) {
    sqlite3_bind_double(pointer, index, value)
  }

  @inline(__always) func bindNull(_ index: Int32) { sqlite3_bind_null(pointer, index) }

  /// Binds a text value to a parameter of the statement.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` if the text is larger than a store can hold.
  func bind(_ value: String, _ index: Int32) throws {
    var value = value
    try value.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { bytes in
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code =
          bytes.baseAddress.map {
            sqlite3_bind_text64(
              pointer, index, $0, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
          } ?? sqlite3_bind_text(pointer, index, "", 0, transient)
        guard code == SQLITE_OK else { throw tooLarge(bytes.count) }
      }
    }
  }

  /// Binds binary data to a parameter of the statement.
  ///
  /// - Throws: ``SwiftDataError/invalidValue`` if the data is larger than a store can hold.
  func bind(_ value: Data, _ index: Int32) throws {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    try value.withUnsafeBytes { bytes in
      let code =
        bytes.baseAddress.map {
          sqlite3_bind_blob64(pointer, index, $0, UInt64(bytes.count), transient)
        } ?? sqlite3_bind_zeroblob(pointer, index, 0)
      guard code == SQLITE_OK else { throw tooLarge(bytes.count) }
    }
  }

  private func tooLarge(_ count: Int) -> SwiftDataError {
    SwiftDataError(
      .invalidValue,
      "A value of \(count) bytes is too large to be stored. "
        + "Write the value to a separate file, and keep only the file's name in the store.",
      count: count)
  }

  /// Advances the statement to the next row. Returns false and resets the statement after the last
  /// row.
  @inline(__always) func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(pointer)
      return false
    default:
      let failure = connection.error(String(cString: sqlite3_sql(pointer)))
      sqlite3_reset(pointer)
      throw failure
    }
  }

  func reset() { sqlite3_reset(pointer) }

  var columnCount: Int32 { sqlite3_column_count(pointer) }

  @inline(__always) func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  @inline(__always) func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  @inline(__always) func double(_ column: Int32) -> Double {
    sqlite3_column_double(pointer, column)
  }

  func string(_ column: Int32) -> String {
    guard let text = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  func data(_ column: Int32) -> Data {
    guard let bytes = sqlite3_column_blob(pointer, column) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  func value(_ column: Int32) -> _SQLValue {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer(int64(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT: .text(string(column))
    case SQLITE_BLOB: .blob(data(column))
    default: .null
    }
  }
}

import CSQLite
import Foundation

/// The connection to the SQLite database of a GeoPackage that is being written.
///
/// The database is a temporary file, so it needs neither a journal nor synchronised writes.
final class GeoPackageDatabase {
  private var connection: OpaquePointer?
  private let path: String

  init(path: String) throws {
    self.path = path
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &connection, flags, nil)
    guard code == SQLITE_OK else {
      let error = failure()
      sqlite3_close_v2(connection)
      connection = nil
      throw error
    }
    try run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE")
  }

  deinit {
    sqlite3_close_v2(connection)
  }

  func run(_ statements: String) throws {
    guard sqlite3_exec(connection, statements, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  func prepare(_ text: String) throws -> GeoPackageStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, text, -1, &statement, nil) == SQLITE_OK, let statement
    else { throw failure() }
    return GeoPackageStatement(statement, in: self)
  }

  /// Closes the connection, which completes the file. All statements must have been released.
  func close() throws {
    let code = sqlite3_close(connection)
    guard code == SQLITE_OK else { throw failure() }
    connection = nil
  }

  fileprivate func failure() -> GeoFormatsError {
    let message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? "not enough memory"
    return GeoFormatsError(
      code: .cannotOpen,
      message: """
        cannot write the temporary database (\(message)); free up some disk space or set TMPDIR to \
        another folder
        """, place: path)
  }
}

/// An SQL statement that inserts rows.
final class GeoPackageStatement {
  private let statement: OpaquePointer
  private let database: GeoPackageDatabase
  private var index: Int32 = 0

  fileprivate init(_ statement: OpaquePointer, in database: GeoPackageDatabase) {
    self.statement = statement
    self.database = database
  }

  deinit {
    sqlite3_finalize(statement)
  }

  /// Binds the given text to the statement's next parameter, or NULL if the text is nil or empty.
  func bind(_ text: String?) {
    index += 1
    guard var text, !text.isEmpty else {
      sqlite3_bind_null(statement, index)
      return
    }
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        _ = cartographer_bind_text(
          statement, index, characters.baseAddress, Int32(clamping: characters.count))
      }
    }
  }

  /// Binds the given number to the statement's next parameter, or NULL if the number is NaN.
  func bind(_ number: Double) {
    index += 1
    if number.isFinite {
      sqlite3_bind_double(statement, index, number)
    } else {
      sqlite3_bind_null(statement, index)
    }
  }

  func bind(_ number: Int?) {
    index += 1
    if let number {
      sqlite3_bind_int64(statement, index, Int64(number))
    } else {
      sqlite3_bind_null(statement, index)
    }
  }

  func bind(_ bytes: [UInt8]) {
    index += 1
    bytes.withUnsafeBytes { buffer in
      _ = cartographer_bind_blob(statement, index, buffer.baseAddress, UInt64(buffer.count))
    }
  }

  /// Inserts a row with the values that have been bound.
  func insert() throws {
    index = 0
    guard sqlite3_step(statement) == SQLITE_DONE else { throw database.failure() }
    sqlite3_reset(statement)
  }
}

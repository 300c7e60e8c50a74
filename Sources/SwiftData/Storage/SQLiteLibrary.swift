import GRDBSQLite

/// The version number of the SQLite library in use, such as 3.40.1.
package var sqliteLibraryVersion: String { String(cString: sqlite3_libversion()) }

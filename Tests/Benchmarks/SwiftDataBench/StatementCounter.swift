import Foundation
import GRDBSQLite
import Synchronization

/// A counter of the queries of all SQLite connections that this process opens after ``install()``.
enum StatementCounter {
  private static let count = Mutex(0)

  static var queries: Int { count.withLock { $0 } }

  static func reset() { count.withLock { $0 = 0 } }

  /// Installs an automatic extension, which SQLite calls for each new connection, to trace
  /// statements.
  static func install() {
    typealias Extension =
      @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
      ) -> Int32
    let trace: Extension = { database, _, _ in
      sqlite3_trace_v2(
        database, UInt32(SQLITE_TRACE_STMT),
        { _, _, _, text in
          let sql = text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
          if sql.hasPrefix("SELECT") { StatementCounter.count.withLock { $0 += 1 } }
          return SQLITE_OK
        }, nil)
    }
    sqlite3_auto_extension(unsafeBitCast(trace, to: (@convention(c) () -> Void).self))
  }
}

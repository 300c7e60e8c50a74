import GRDB

extension Store {
  /// Runs a closure and returns the SQL of all statements that it ran on the writing connection. A
  /// store in memory has no other connection.
  func tracing(_ body: () throws -> Void) throws -> [String] {
    try writer.unsafeReentrantWrite { database in
      let list = StatementList()
      database.trace { event in
        if case .statement(let statement) = event { list.statements.append(statement.sql) }
      }
      defer { database.trace(options: []) }
      try body()
      return list.statements
    }
  }
}

/// A list of SQL statements, in execution order.
private final class StatementList {
  var statements: [String] = []
}

import GRDB

extension Store {
  /// Runs a body and gives the SQL of every statement it ran on the writing connection, which in
  /// memory is the only one.
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

/// Statements, in the order they began.
private final class StatementList {
  var statements: [String] = []
}

/// A query that finds rows changed since a history entry was applied or undone. If it finds any,
/// the entry can no longer be undone or redone.
struct ReplayCheck: Sendable {
  let entity: String
  let sql: String
  let arguments: [_SQLValue]

  /// The maximum number of rows named in an error message.
  static let namesAtMost = 5

  /// Runs checks for conflicting changes, and returns the names of the affected rows for an error
  /// message.
  ///
  /// - Parameter checkCancellation: A closure called before each check.
  ///   It can throw an error to stop the checks.
  static func conflicts(
    _ checks: [ReplayCheck], _ connection: Connection, _ checkCancellation: () throws -> Void = {}
  ) throws -> [String] {
    var names: [String] = []
    for check in checks where names.count < namesAtMost {
      try checkCancellation()
      names += try connection.rows(check.sql, check.arguments).compactMap { row in
        if case .integer(let key) = row[0] { "\(check.entity) \(key)" } else { nil }
      }
    }
    return Array(names.prefix(namesAtMost))
  }
}

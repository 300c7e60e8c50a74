/// A query for rows that are no longer as an entry left them.
struct ReplayCheck: Sendable {
  let entity: String
  let sql: String
  let arguments: [_SQLValue]

  /// How many rows people are told of.
  static let namesAtMost = 5

  /// The rows found by some checks, as people are told of them.
  ///
  /// - Parameter goOn: Called before each check, with no effect but to throw.
  static func conflicts(
    _ checks: [ReplayCheck], _ connection: Connection, _ goOn: () throws -> Void = {}
  ) throws -> [String] {
    var names: [String] = []
    for check in checks where names.count < namesAtMost {
      try goOn()
      names += try connection.rows(check.sql, check.arguments).compactMap { row in
        if case .integer(let key) = row[0] { "\(check.entity) \(key)" } else { nil }
      }
    }
    return Array(names.prefix(namesAtMost))
  }
}

/// A row that a predicate node represents.
struct Row {
  indirect enum Source {
    case table(alias: String)
    /// The target row of a to-one relationship, joined only when one of its columns is read.
    case toOne(from: Row, PropertyLayout)
  }

  let entity: EntityLayout
  let source: Source
  /// Whether the row may not exist, which corresponds to nil in Swift.
  var isOptional = false
  /// Tests in the owner's scope that are 1 if reaching the row fails, as a forced unwrap of nil
  /// does.
  var failures: [SQLFragment] = []
}

/// The rows of a to-many relationship, as a subquery under construction.
struct RowSet {
  let entity: EntityLayout
  let alias: String
  /// The FROM clause without joins.
  let source: String
  /// The conditions that link the rows to their owner, followed by those of filters.
  var conditions: [SQLFragment]
  /// Tests in the owner's scope that are 1 if creating the list would fail in Swift.
  var failures: [SQLFragment]

  var row: Row { Row(entity: entity, source: .table(alias: alias)) }
}

/// The joins of one FROM clause.
final class JoinScope {
  var joins: [String] = []
  /// The aliases of the target rows of to-one columns, by `alias.column`.
  var aliases: [String: String] = [:]
}

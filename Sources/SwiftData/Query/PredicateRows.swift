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
  /// SQL tests, in the scope of the owner's row, that yield 1 if the row cannot be reached, as with
  /// a forced unwrap of nil.
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
  /// SQL tests, in the scope of the owner's row, that yield 1 if creating the list would fail in
  /// Swift.
  var failures: [SQLFragment]

  var row: Row { Row(entity: entity, source: .table(alias: alias)) }
}

/// The joins of one FROM clause.
final class JoinScope {
  var joins: [String] = []
  /// The aliases of the target rows of to-one columns, by `alias.column`.
  var aliases: [String: String] = [:]
}

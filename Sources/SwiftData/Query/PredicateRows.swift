/// A table row that is represented by a node of a predicate's expression tree.
struct PredicateRow {
  indirect enum Source {
    case table(alias: String)
    /// The target row of a to-one relationship. The target's table is joined only when one of the
    /// row's columns is read.
    case toOne(from: PredicateRow, PropertyLayout)
  }

  let entity: EntityLayout
  let source: Source
  /// Whether the row can be missing. In Swift, the value of a missing row is nil.
  var isOptional = false
  /// SQL conditions that evaluate to 1 if accessing the row's object would fail in Swift, for
  /// example because of a forced unwrap of nil. The conditions are evaluated for the owner's row.
  var failures: [SQLFragment] = []
}

/// The rows of a to-many relationship, as a subquery under construction.
struct RowSet {
  let entity: EntityLayout
  let alias: String
  /// The subquery's SQL FROM clause, without joins.
  let source: String
  /// The SQL conditions for the subquery's rows. The conditions that link the rows to their owner
  /// come first, followed by those from `filter` calls.
  var conditions: [SQLFragment]
  /// SQL conditions that evaluate to 1 if accessing the relationship's objects would throw an error
  /// in Swift. The conditions are evaluated for the owner's row.
  var failures: [SQLFragment]

  var row: PredicateRow { PredicateRow(entity: entity, source: .table(alias: alias)) }
}

/// The joins in one SQL FROM clause.
final class JoinScope {
  var joins: [String] = []
  /// The SQL aliases of the joined tables, keyed by the to-one column (`alias.column`) used for the
  /// join.
  var aliases: [String: String] = [:]
}

/// Something in a predicate that stands for a row.
struct Row {
  indirect enum Source {
    case table(alias: String)
    /// The row a to-one relationship leads to; joined only when a column of it is read.
    case toOne(from: Row, PropertyLayout)
  }

  let entity: EntityLayout
  let source: Source
  /// Whether there may be no such row, which is Swift's nil.
  var isOptional = false
  /// Tests in the owner's scope, 1 where reaching the row fails, as a forced unwrap of nil does.
  var failures: [SQLFragment] = []
}

/// The rows of a to-many relationship, as a subquery under construction.
struct RowSet {
  let entity: EntityLayout
  let alias: String
  /// FROM without joins.
  let source: String
  /// Ties the rows to their owner, and what filters have added.
  var conditions: [SQLFragment]
  /// Tests in the owner's scope, 1 where Swift would fail to make the list.
  var failures: [SQLFragment]

  var row: Row { Row(entity: entity, source: .table(alias: alias)) }
}

/// The joins that belong to one FROM.
final class JoinScope {
  var joins: [String] = []
  /// The alias of the row that a to-one column leads to, by `alias.column`.
  var aliases: [String: String] = [:]
}

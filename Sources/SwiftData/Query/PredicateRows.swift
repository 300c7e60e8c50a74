/// Something in a predicate that stands for a row.
struct Row {
  indirect enum Source {
    case table(alias: String)
    /// The row a to-one relationship leads to; joined only when a column of it is read.
    case toOne(from: Row, PropertyLayout)
  }

  let entity: EntityLayout
  let source: Source
  /// What it means that there is no such row.
  var null: SQLFragment.Null
}

/// The rows of a to-many relationship, as a subquery under construction.
struct RowSet {
  let entity: EntityLayout
  let alias: String
  /// FROM without joins.
  let source: String
  /// Ties the rows to their owner, and what filters have added.
  var conditions: [SQLFragment]

  var row: Row { Row(entity: entity, source: .table(alias: alias), null: .never) }
}

/// The joins that belong to one FROM.
final class JoinScope {
  var joins: [String] = []
  /// The alias of the row that a to-one column leads to, by `alias.column`.
  var aliases: [String: String] = [:]
}

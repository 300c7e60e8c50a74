import Foundation

/// Turns a predicate's tree into SQL.
///
/// Each node says its own SQL (``SQLTranslatable``); the compiler keeps what nodes share: names of
/// rows, joins, and what each of the predicate's variables stands for.
final class PredicateCompiler {
  enum Binding {
    case row(Row)
    case toMany(owner: Row, PropertyLayout)
    case value(SQLFragment)
  }

  let layout: StoreLayout
  let rootAlias = "t0"
  private var scopes: [String: JoinScope]
  private var bindings: [PredicateExpressions.VariableID: Binding] = [:]
  private var aliasCount = 0

  init(layout: StoreLayout) {
    self.layout = layout
    self.scopes = [rootAlias: JoinScope()]
  }

  var rootJoins: String { joins(of: rootAlias) }

  // MARK: Variables

  func bind(_ variable: PredicateExpressions.VariableID, to binding: Binding) {
    bindings[variable] = binding
  }

  func binding(of variable: PredicateExpressions.VariableID) -> Binding? { bindings[variable] }

  // MARK: Expressions

  func fragment(_ expression: any PredicateExpression) throws(SwiftDataError) -> SQLFragment {
    guard let node = expression as? any SQLTranslatable else {
      throw .unsupported(PredicateCompiler.name(of: expression))
    }
    return try node.fragment(self)
  }

  /// As ``fragment(_:)``, for a value that SQL can compute with.
  func scalar(_ expression: any PredicateExpression) throws(SwiftDataError) -> SQLFragment {
    let fragment = try fragment(expression)
    if let type = fragment.opaqueType {
      throw .unsupported("a value of type \(type), which is kept as JSON or compared by itself")
    }
    if fragment.identifier != nil {
      throw .unsupported("an identifier that is not compared with persistentModelID")
    }
    return fragment
  }

  func row(_ expression: any PredicateExpression) throws(SwiftDataError) -> Row? {
    try (expression as? any RowTranslatable)?.row(self)
  }

  func toMany(
    _ expression: any PredicateExpression
  ) throws(SwiftDataError) -> (owner: Row, property: PropertyLayout)? {
    try (expression as? any ToManyTranslatable)?.toMany(self)
  }

  func rowSet(_ expression: any PredicateExpression) throws(SwiftDataError) -> RowSet? {
    if let filter = expression as? any RowSetTranslatable { return try filter.rowSet(self) }
    guard let (owner, property) = try toMany(expression) else { return nil }
    return rowSet(of: property, owner)
  }

  /// The node's name in `PredicateExpressions`.
  static func name(of expression: any PredicateExpression) -> String {
    let text = String(describing: type(of: expression))
    return String(text.prefix { $0 != "<" })
  }

  // MARK: Rows

  private func newAlias(_ prefix: String) -> String {
    aliasCount += 1
    return "\(prefix)\(aliasCount)"
  }

  func newElementAlias() -> String { newAlias("e") }

  func joins(of alias: String) -> String {
    scopes[alias]?.joins.joined(separator: " ") ?? ""
  }

  /// The row's key, without joining its table where a column already holds it.
  func key(of row: Row) -> SQLFragment {
    var fragment: SQLFragment
    switch row.source {
    case .table(let alias): fragment = SQLFragment("\(alias).\"_sd_id\"", null: row.null)
    case .toOne(let owner, let property):
      fragment = SQLFragment("\(alias(of: owner)).\(property.name.sqlQuoted)", null: row.null)
    }
    fragment.keyEntity = row.entity
    fragment.isColumn = true
    return fragment
  }

  func column(_ property: PropertyLayout, of row: Row) -> SQLFragment {
    var fragment = SQLFragment(
      "\(alias(of: row)).\(property.name.sqlQuoted)",
      null: property.isOptional ? .isNil : row.null)
    fragment.isColumn = true
    return fragment
  }

  private func alias(of row: Row) -> String {
    switch row.source {
    case .table(let alias): return alias
    case .toOne(let owner, let property):
      let ownerAlias = alias(of: owner)
      let scope = scopes[ownerAlias] ?? JoinScope()
      let column = "\(ownerAlias).\(property.name.sqlQuoted)"
      if let known = scope.aliases[column] { return known }
      let alias = newAlias("j")
      scope.aliases[column] = alias
      scope.joins.append(
        "LEFT JOIN \(row.entity.table.sqlQuoted) AS \(alias) ON \(alias).\"_sd_id\" = \(column)")
      scopes[alias] = scope
      return alias
    }
  }

  /// The row that a to-one relationship of another leads to.
  func destination(of property: PropertyLayout, _ owner: Row) -> Row? {
    guard let relationship = property.relationship, !relationship.isToMany else { return nil }
    return Row(
      entity: layout.entities[relationship.destination], source: .toOne(from: owner, property),
      null: relationship.isOptional ? .isNil : owner.null)
  }

  /// The rows of a to-many relationship; a new subquery at each call.
  private func rowSet(of property: PropertyLayout, _ owner: Row) -> RowSet? {
    guard let relationship = property.relationship else { return nil }
    let entity = layout.entities[relationship.destination]
    let alias = newAlias("s")
    scopes[alias] = JoinScope()
    let table = "\(entity.table.sqlQuoted) AS \(alias)"
    let ownerKey = key(of: owner)
    switch relationship.storage {
    case .column: return nil
    case .inverseColumn(let slot):
      let column = entity.properties[slot].name.sqlQuoted
      return RowSet(
        entity: entity, alias: alias, source: table,
        conditions: ["\(raw: alias).\(raw: column) = \(ownerKey)"])
    case .link(let index, let isFirst):
      let link = newAlias("l")
      let (near, far) = isFirst ? ("a", "b") : ("b", "a")
      return RowSet(
        entity: entity, alias: alias,
        source: "\(layout.links[index].table.sqlQuoted) AS \(link) JOIN \(table) "
          + "ON \(alias).\"_sd_id\" = \(link).\"\(far)\"",
        conditions: ["\(raw: link).\"\(raw: near)\" = \(ownerKey)"])
    }
  }

  /// The subquery of a set of rows.
  func select(_ columns: String, from rows: RowSet) -> SQLFragment {
    var query: SQLFragment = "SELECT \(raw: columns) FROM \(raw: rows.source)"
    let joins = joins(of: rows.alias)
    if !joins.isEmpty { query = "\(query) \(raw: joins)" }
    for (index, condition) in rows.conditions.enumerated() {
      query = "\(query) \(raw: index == 0 ? "WHERE" : "AND") \(condition)"
    }
    return query
  }
}

/// A node with SQL of its own.
protocol SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment
}

/// A node that may stand for a row.
protocol RowTranslatable {
  func row(_ compiler: PredicateCompiler) throws(SwiftDataError) -> Row?
}

/// A node that may stand for a to-many relationship.
protocol ToManyTranslatable {
  func toMany(
    _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> (owner: Row, property: PropertyLayout)?
}

/// A node that stands for some of the rows of a to-many relationship.
protocol RowSetTranslatable {
  func rowSet(_ compiler: PredicateCompiler) throws(SwiftDataError) -> RowSet?
}

extension SwiftDataError {
  static func unsupported(
    _ expression: String, entity: String? = nil, property: String? = nil
  ) -> SwiftDataError {
    SwiftDataError(
      .unsupportedPredicate,
      "The predicate uses \(expression); the store cannot be asked for that. Write it another way, "
        + "or fetch with a simpler predicate and filter the result in Swift.",
      entity: entity, property: property)
  }
}

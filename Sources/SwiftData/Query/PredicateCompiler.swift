import Foundation

/// A compiler that translates a predicate's expression tree to SQL.
///
/// Each node of the expression tree provides its own SQL (see ``SQLTranslatable``). The compiler
/// manages the shared state: row aliases, joins, and the bindings of the predicate's variables.
final class PredicateCompiler {
  enum Binding {
    case row(PredicateRow)
    case toMany(owner: PredicateRow, PropertyLayout)
    case value(SQLFragment)
  }

  let layout: StoreLayout
  let rootAlias = "t0"
  private var scopes: [String: JoinScope]
  private var bindings: [PredicateExpressions.VariableID: Binding] = [:]
  private var aliasCount = 0
  /// The row keys assigned to unsaved objects, keyed by the objects' temporary keys.
  private let unsaved: [Int64: Int64]
  /// The indexes (in the schema) of the entities whose tables the translated predicate reads.
  var entities: Set<Int> = []
  /// Whether the predicate contains identifiers of unsaved objects.
  private(set) var namesUnsaved = false

  init(layout: StoreLayout, unsaved: [Int64: Int64] = [:]) {
    self.layout = layout
    self.unsaved = unsaved
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
    if let captured = CapturedValue(expression) { return try SQLFragment(captured: captured.value) }
    guard let node = expression as? any SQLTranslatable else {
      throw .unsupported(PredicateCompiler.name(of: expression))
    }
    return try node.fragment(self)
  }

  /// Translates an expression to SQL. Throws an error if SQL cannot compute with the expression's
  /// value, for example because the value is stored as JSON.
  func scalar(_ expression: any PredicateExpression) throws(SwiftDataError) -> SQLFragment {
    try scalar(try fragment(expression))
  }

  func scalar(_ fragment: SQLFragment) throws(SwiftDataError) -> SQLFragment {
    if let opaque = fragment.opaque { throw opaque.unsupported("computes with") }
    if fragment.identifier != nil || fragment.keyEntity != nil {
      throw .unsupported("a persistent identifier that is not compared with `persistentModelID`")
    }
    return fragment
  }

  func row(_ expression: any PredicateExpression) throws(SwiftDataError) -> PredicateRow? {
    try (expression as? any RowTranslatable)?.row(self)
  }

  func toMany(
    _ expression: any PredicateExpression
  ) throws(SwiftDataError) -> (owner: PredicateRow, property: PropertyLayout)? {
    try (expression as? any ToManyTranslatable)?.toMany(self)
  }

  func rowSet(_ expression: any PredicateExpression) throws(SwiftDataError) -> RowSet? {
    if let filter = expression as? any RowSetTranslatable { return try filter.rowSet(self) }
    guard let (owner, property) = try toMany(expression) else { return nil }
    return rowSet(of: property, owner)
  }

  /// Returns the name of a predicate node's type, without its generic arguments and without the
  /// prefix `PredicateExpressions`.
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

  /// Returns the row key assigned to an unsaved object, or nil for any other object.
  func unsavedKey(_ identifier: PersistentIdentifier, in entity: EntityLayout) -> Int64? {
    guard identifier.storeIdentifier == nil, identifier.entityName == entity.name else {
      return nil
    }
    namesUnsaved = true
    return unsaved[identifier.key]
  }

  /// Returns the SQL expression that yields a row's key. A row reached through a to-one
  /// relationship needs no join, because the relationship's column holds the key.
  func key(of row: PredicateRow) -> SQLFragment {
    let null: SQLFragment.Null = row.isOptional ? .isNil : .never
    var fragment: SQLFragment
    switch row.source {
    case .table(let alias): fragment = SQLFragment("\(alias).\"_sd_id\"", null: null)
    case .toOne(let owner, let property):
      fragment = SQLFragment("\(alias(of: owner)).\(property.name.sqlQuoted)", null: null)
    }
    fragment.failures = row.failures
    fragment.keyEntity = row.entity
    fragment.isColumn = true
    return fragment
  }

  func column(_ property: PropertyLayout, of row: PredicateRow) -> SQLFragment {
    var fragment = SQLFragment(
      "\(alias(of: row)).\(property.name.sqlQuoted)",
      null: property.isOptional || row.isOptional ? .isNil : .never)
    fragment.failures = row.failures
    fragment.isColumn = true
    return fragment
  }

  private func alias(of row: PredicateRow) -> String {
    switch row.source {
    case .table(let alias): return alias
    case .toOne(let owner, let property):
      let ownerAlias = alias(of: owner)
      let scope = scopes[ownerAlias] ?? JoinScope()
      let column = "\(ownerAlias).\(property.name.sqlQuoted)"
      if let known = scope.aliases[column] { return known }
      let alias = newAlias("j")
      entities.insert(row.entity.index)
      scope.aliases[column] = alias
      scope.joins.append(
        "LEFT JOIN \(row.entity.table.sqlQuoted) AS \(alias) ON \(alias).\"_sd_id\" = \(column)")
      scopes[alias] = scope
      return alias
    }
  }

  /// Returns the row to which a to-one relationship of the row `owner` refers. Returns nil if the
  /// property is not a to-one relationship.
  func destination(of property: PropertyLayout, _ owner: PredicateRow) -> PredicateRow? {
    guard let relationship = property.relationship, !relationship.isToMany else { return nil }
    return PredicateRow(
      entity: layout.entities[relationship.destination], source: .toOne(from: owner, property),
      isOptional: relationship.isOptional || owner.isOptional, failures: owner.failures)
  }

  /// Returns a subquery for the rows of a to-many relationship. Returns nil if the property is not
  /// a to-many relationship. Each call creates a new subquery.
  private func rowSet(of property: PropertyLayout, _ owner: PredicateRow) -> RowSet? {
    guard let relationship = property.relationship else { return nil }
    let entity = layout.entities[relationship.destination]
    let alias = newAlias("s")
    entities.insert(entity.index)
    scopes[alias] = JoinScope()
    let table = "\(entity.table.sqlQuoted) AS \(alias)"
    let ownerKey = key(of: owner).with(failures: [])
    switch relationship.storage {
    case .column: return nil
    case .inverseColumn(let slot):
      let column = entity.properties[slot].name.sqlQuoted
      return RowSet(
        entity: entity, alias: alias, source: table,
        conditions: ["\(raw: alias).\(raw: column) = \(ownerKey)"], failures: owner.failures)
    case .link(let index, let isFirst):
      let link = newAlias("l")
      let (near, far) = isFirst ? ("a", "b") : ("b", "a")
      return RowSet(
        entity: entity, alias: alias,
        source: "\(layout.links[index].table.sqlQuoted) AS \(link) JOIN \(table) "
          + "ON \(alias).\"_sd_id\" = \(link).\"\(far)\"",
        conditions: ["\(raw: link).\"\(raw: near)\" = \(ownerKey)"], failures: owner.failures)
    }
  }

  /// Returns a subquery that selects columns of the given rows.
  ///
  /// If a condition can raise an error, it is evaluated only for rows that meet all preceding
  /// conditions.
  func select(_ columns: SQLFragment, from rows: RowSet) -> SQLFragment {
    var query: SQLFragment = "SELECT \(columns) FROM \(raw: rows.source)"
    let joins = joins(of: rows.alias)
    if !joins.isEmpty { query = "\(query) \(raw: joins)" }
    var before: SQLFragment?
    for condition in rows.conditions {
      let guarded = before.map { condition.mayThrow ? .conjunction($0, condition) : condition }
      query = "\(query) \(raw: before == nil ? "WHERE" : "AND") \(guarded ?? condition)"
      before = before.map { "(\($0) AND \(condition))" } ?? condition
    }
    return query.with(failures: [])
  }

  /// Returns SQL that determines whether Swift would throw an error while evaluating the given
  /// test. Swift tests the rows in key order, up to the first row that meets the condition `end`.
  /// The SQL yields 1 for an error and 0 otherwise.
  func failures(
    of test: SQLFragment, until end: SQLFragment, in rows: RowSet
  ) -> [SQLFragment] {
    guard !test.failures.isEmpty else { return [] }
    let failure = SQLFragment.anyOf(test.failures)
    var stops = rows
    stops.conditions.append(.disjunction(failure, end.with(failures: [])))
    return [
      """
      ifnull((\(select(failure, from: stops)) \
      ORDER BY \(raw: rows.alias)."_sd_id" LIMIT 1), 0)
      """
    ]
  }
}

/// A predicate node that translates itself to SQL.
protocol SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment
}

/// A predicate node that can represent a table row.
protocol RowTranslatable {
  func row(_ compiler: PredicateCompiler) throws(SwiftDataError) -> PredicateRow?
}

/// A predicate node that can represent a to-many relationship.
protocol ToManyTranslatable {
  func toMany(
    _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> (owner: PredicateRow, property: PropertyLayout)?
}

/// A predicate node for a subset of a to-many relationship's rows.
protocol RowSetTranslatable {
  func rowSet(_ compiler: PredicateCompiler) throws(SwiftDataError) -> RowSet?
}

extension SwiftDataError {
  static func unsupported(
    _ expression: String, entity: String? = nil, property: String? = nil
  ) -> SwiftDataError {
    SwiftDataError(
      .unsupportedPredicate,
      """
      The store cannot evaluate the predicate, because it uses \(expression); rewrite it, or fetch \
      with a simpler predicate and filter the result in Swift.
      """,
      entity: entity, property: property)
  }
}

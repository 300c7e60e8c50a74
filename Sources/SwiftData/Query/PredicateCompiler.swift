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
  /// The keys that unsaved objects are given, by their temporary ones.
  private let unsaved: [Int64: Int64]
  /// The entities whose tables are read, by index.
  var entities: Set<Int> = []
  /// Whether there are identifiers of unsaved objects in the predicate.
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

  /// As ``fragment(_:)``, for a value that SQL can compute with.
  func scalar(_ expression: any PredicateExpression) throws(SwiftDataError) -> SQLFragment {
    try scalar(try fragment(expression))
  }

  func scalar(_ fragment: SQLFragment) throws(SwiftDataError) -> SQLFragment {
    if let opaque = fragment.opaque { throw opaque.unsupported("computes with") }
    if fragment.identifier != nil || fragment.keyEntity != nil {
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

  /// The key that an unsaved object of an entity is given; nil where it has none, as in the store.
  func unsavedKey(_ identifier: PersistentIdentifier, in entity: EntityLayout) -> Int64? {
    guard identifier.storeIdentifier == nil, identifier.entityName == entity.name else {
      return nil
    }
    namesUnsaved = true
    return unsaved[identifier.key]
  }

  /// The row's key, without joining its table where a column already holds it.
  func key(of row: Row) -> SQLFragment {
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

  func column(_ property: PropertyLayout, of row: Row) -> SQLFragment {
    var fragment = SQLFragment(
      "\(alias(of: row)).\(property.name.sqlQuoted)",
      null: property.isOptional || row.isOptional ? .isNil : .never)
    fragment.failures = row.failures
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
      entities.insert(row.entity.index)
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
      isOptional: relationship.isOptional || owner.isOptional, failures: owner.failures)
  }

  /// The rows of a to-many relationship; a new subquery at each call.
  private func rowSet(of property: PropertyLayout, _ owner: Row) -> RowSet? {
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

  /// The subquery of a set of rows.
  ///
  /// What may raise an error runs only on rows that the conditions before it leave.
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

  /// Whether going through rows in order fails before a test ends it, as a list of tests.
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

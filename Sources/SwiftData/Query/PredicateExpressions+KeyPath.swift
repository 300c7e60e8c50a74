import Foundation

extension PredicateExpressions.Variable: SQLTranslatable, RowTranslatable, ToManyTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    switch compiler.binding(of: key) {
    case .value(let fragment): return fragment
    case .row(let row): return compiler.key(of: row)
    case .toMany(_, let property): throw .unsupported("'\(property.name)' as a whole")
    case nil: throw .unsupported("a variable that belongs to another predicate")
    }
  }

  func row(_ compiler: PredicateCompiler) -> PredicateRow? {
    if case .row(let row) = compiler.binding(of: key) { row } else { nil }
  }

  func toMany(_ compiler: PredicateCompiler) -> (owner: PredicateRow, property: PropertyLayout)? {
    guard case .toMany(let owner, let property) = compiler.binding(of: key) else { return nil }
    return (owner, property)
  }
}

extension PredicateExpressions.KeyPath: SQLTranslatable, RowTranslatable, ToManyTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    if let row = try compiler.row(root) { return try column(of: row, compiler) }
    if let rows = try compiler.rowSet(root) { return try aggregate(of: rows, compiler) }
    let inner = try compiler.fragment(root)
    if inner.identifier != nil || inner.keyEntity != nil { throw .unsupported(keyPath.summary) }
    let path: AnyKeyPath = keyPath
    switch path {
    case \String.isEmpty: return "(\(inner) = '')"
    case \String.count: return "_sd_count(\(inner))"
    case \Data.isEmpty: return "(length(\(inner)) = 0)"
    case \Data.count: return "length(\(inner))"
    case \Date.timeIntervalSinceReferenceDate, \URL.absoluteString: return inner
    case \Date.timeIntervalSince1970:
      return "(\(inner) + \(value: .real(Date.timeIntervalBetween1970AndReferenceDate)))"
    default: break
    }
    if let type = Root.Output.self as? any RawRepresentable.Type {
      if type.isRawValue(keyPath) { return inner }
      throw .unsupported(
        "\(keyPath.summary), which is not recognised as the property `rawValue`")
    }
    if let type = Root.Output.self as? any StoredList.Type, inner.isColumn {
      if type.isCount(keyPath) {
        return "json_array_length(\(inner))"
      }
      if type.isEmptiness(keyPath) {
        return "(json_array_length(\(inner)) = 0)"
      }
    }
    if let opaque = inner.opaque { throw opaque.unsupported("uses the content of") }
    throw .unsupported(keyPath.summary)
  }

  func row(_ compiler: PredicateCompiler) throws(SwiftDataError) -> PredicateRow? {
    guard let owner = try compiler.row(root), let property = property(of: owner) else { return nil }
    return compiler.destination(of: property, owner)
  }

  func toMany(
    _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> (owner: PredicateRow, property: PropertyLayout)? {
    guard let owner = try compiler.row(root), let property = property(of: owner),
      property.isToMany
    else { return nil }
    return (owner, property)
  }

  private func property(of row: PredicateRow) -> PropertyLayout? {
    row.entity.slot(of: keyPath).map { row.entity.properties[$0] }
  }

  private func column(
    of row: PredicateRow, _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> SQLFragment {
    guard let property = property(of: row) else {
      if row.entity.isIdentifier(keyPath) { return compiler.key(of: row) }
      throw .unsupported(row.entity.notStored(keyPath), entity: row.entity.name)
    }
    switch property.kind {
    case .attribute(let attribute):
      guard property.hasColumn else {
        throw .unsupported(
          "'\(property.name)', which is not stored (.ephemeral)", entity: row.entity.name,
          property: property.name)
      }
      var fragment = compiler.column(property, of: row)
      if DecimalColumn.holds(Output.self) {
        fragment.sql = DecimalColumn.ordered(fragment.sql)
      } else if attribute.type == .json {
        fragment.opaque = OpaqueColumn(
          entity: row.entity.name, property: property.name, type: "\(Output.self)")
      }
      return fragment
    case .relationship:
      if let destination = compiler.destination(of: property, row) {
        return compiler.key(of: destination)
      }
      throw .unsupported(
        """
        the to-many relationship '\(property.name)' as a whole (use isEmpty, count, \
        contains(where:), allSatisfy or filter; nil is stored as an empty list)
        """,
        entity: row.entity.name, property: property.name)
    }
  }

  private func aggregate(
    of rows: RowSet, _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> SQLFragment {
    if let type = Root.Output.self as? any StoredList.Type {
      if type.isCount(keyPath) {
        let count: SQLFragment = "(\(compiler.select("count(*)", from: rows)))"
        return count.with(failures: rows.failures)
      }
      if type.isEmptiness(keyPath) {
        let none: SQLFragment = "(NOT EXISTS (\(compiler.select("1", from: rows))))"
        return none.with(failures: rows.failures)
      }
    }
    let list = try compiler.toMany(root)
    throw .unsupported(
      "\(keyPath.summary), applied to a to-many relationship",
      entity: list?.owner.entity.name ?? rows.entity.name, property: list?.property.name)
  }
}

extension PersistentModel {
  /// The key path of the `id` property that ``PersistentModel`` declares. Without the explicit
  /// type, the compiler would choose the `id` of `Identifiable`.
  private static var modelID: KeyPath<Self, PersistentIdentifier> { \Self.id }

  /// Returns whether a key path refers to the model's property `persistentModelID` or `id`.
  static func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    type(of: keyPath).rootType == Self.self
      && type(of: keyPath).valueType == PersistentIdentifier.self
      && (keyPath == \Self.persistentModelID || keyPath == modelID)
  }
}

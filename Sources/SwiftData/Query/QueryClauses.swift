import Foundation

/// The parts of a query that a predicate and an order make, over a root row named `t0`.
struct QueryClauses {
  /// `LEFT JOIN`s of the to-one relationships used; they never add rows.
  var joins: String
  /// SQL without WHERE; empty for all rows.
  var condition: String
  /// SQL without ORDER BY; ends with the key, so that the order is total.
  var order: String
  /// In textual order: condition, then order. Joins take none.
  var arguments: [_SQLValue]
  /// The entities whose tables are read, by index.
  var entities: Set<Int>
  /// Whether there are identifiers of unsaved objects in it, which have no key yet.
  var namesUnsaved: Bool
}

extension StoreLayout {
  /// The error for a model that is not in the schema: one of another version where the schema has a
  /// class of its name, else one that was forgotten.
  func stranger(
    _ model: any PersistentModel.Type, version: Schema.Version? = nil, in operation: String? = nil
  ) -> SwiftDataError {
    let name = Schema.entityName(of: model)
    let type = Schema.typeName(of: model)
    let message =
      if let own = entity(named: name) {
        "\(type) is not the \(name) of this context's schema"
          + (version.map { ", version \($0)" } ?? "")
          + "; use that version's type, \(Schema.typeName(of: own.type))"
          + (operation.map { ", in \($0)." } ?? ".")
      } else {
        "\(type) is not in the schema of this context's container, which has "
          + entities.map(\.name).sorted().joined(separator: ", ")
          + "; add \(name) to the models that the ModelContainer is made for."
      }
    return SwiftDataError(.wrongSchema, message, entity: name)
  }

  /// Turns a predicate and an order into SQL.
  ///
  /// - Parameters:
  ///   - entity: The entity that is asked; the model's unless given.
  ///   - unsaved: The keys that unsaved objects are given, by their temporary ones.
  /// - Throws: ``SwiftDataError/unsupportedPredicate`` or
  ///   ``SwiftDataError/unsupportedSortDescriptor`` for what has no SQL;
  ///   ``SwiftDataError/wrongSchema`` for a model that is not in the schema.
  /// - Complexity: Linear in the size of the predicate.
  func compile<M: PersistentModel>(
    _ predicate: Predicate<M>?, sortBy: [SortDescriptor<M>], for model: M.Type,
    as entity: EntityLayout? = nil, unsaved: [Int64: Int64] = [:]
  ) throws(SwiftDataError) -> QueryClauses {
    guard let entity = entity ?? self.entity(of: model) else {
      throw stranger(model)
    }
    let compiler = PredicateCompiler(layout: self, unsaved: unsaved)
    compiler.entities.insert(entity.index)
    let root = Row(entity: entity, source: .table(alias: compiler.rootAlias))
    var condition: SQLFragment?
    if let predicate {
      compiler.bind(predicate.variable.key, to: .row(root))
      let test = try compiler.scalar(predicate.expression)
      condition =
        test.failures.isEmpty
        ? test : "(\(test) AND NOT \(SQLFragment.anyOf(test.failures)))"
    }
    let order = try SortCompiler(layout: self, compiler: compiler).order(sortBy, of: root)
    return QueryClauses(
      joins: compiler.rootJoins, condition: condition?.sql ?? "", order: order,
      arguments: condition?.arguments ?? [], entities: compiler.entities,
      namesUnsaved: compiler.namesUnsaved)
  }
}

import Foundation

/// The SQL clauses for a predicate and a sort order. The queried table has the alias `t0`.
struct QueryClauses {
  /// The `LEFT JOIN` clauses for to-one relationships. These joins never add rows to the result.
  var joins: String
  /// The SQL condition without the keyword WHERE, or an empty string to select all rows.
  var condition: String
  /// The sort terms without the keywords ORDER BY. The last term is the row key, so that the order
  /// is unambiguous.
  var order: String
  /// The SQL condition's arguments, in placeholder order. The joins and the sort terms have no
  /// arguments.
  var arguments: [_SQLValue]
  /// The indexes (in the schema) of the entities whose tables the query reads.
  var entities: Set<Int>
  /// Whether the clauses contain identifiers of unsaved objects, which have no row key yet.
  var namesUnsaved: Bool
}

extension StoreLayout {
  /// Returns the error for a model class that is missing from the schema. The class may belong to
  /// another schema version.
  func unknownModelError(
    _ model: any PersistentModel.Type, version: Schema.Version? = nil, in operation: String? = nil
  ) -> SwiftDataError {
    let name = Schema.entityName(of: model)
    let type = Schema.typeName(of: model)
    let ofVersion = version.map { ", version \($0)" } ?? ""
    let inOperation = operation.map { ", in \($0)" } ?? ""
    let names = entities.map(\.name).sorted().joined(separator: ", ")
    let message =
      if let own = entity(named: name) {
        """
        \(type) is not the \(name) class in this context's schema\(ofVersion); use the schema's \
        class, \(Schema.typeName(of: own.type))\(inOperation).
        """
      } else {
        """
        \(type) is not in the schema of this context's container, which has \(names); add \(name) to \
        the models of the ModelContainer.
        """
      }
    return SwiftDataError(.wrongSchema, message, entity: name)
  }

  /// Compiles a predicate and a sort order to SQL.
  ///
  /// - Parameter entity: The entity to query. The default is the model's entity.
  /// - Parameter unsaved: The row keys assigned to unsaved objects, keyed by their temporary keys.
  /// - Parameter rtrees: The names of the R*Trees that the query may search.
  /// - Throws: ``SwiftDataError/wrongSchema`` if the model is not in the schema.
  ///   Throws ``SwiftDataError/unsupportedPredicate`` or
  ///   ``SwiftDataError/unsupportedSortDescriptor`` if an expression has no SQL equivalent.
  /// - Complexity: Linear in the predicate's size.
  func compile<M: PersistentModel>(
    _ predicate: Predicate<M>?, sortBy: [SortDescriptor<M>], for model: M.Type,
    as entity: EntityLayout? = nil, unsaved: [Int64: Int64] = [:], rtrees: Set<String> = []
  ) throws(SwiftDataError) -> QueryClauses {
    guard let entity = entity ?? self.entity(of: model) else {
      throw unknownModelError(model)
    }
    let compiler = PredicateCompiler(layout: self, unsaved: unsaved)
    compiler.entities.insert(entity.index)
    let root = PredicateRow(entity: entity, source: .table(alias: compiler.rootAlias))
    var condition: SQLFragment?
    if let predicate {
      compiler.bind(predicate.variable.key, to: .row(root))
      let test = try compiler.scalar(predicate.expression)
      condition =
        test.failures.isEmpty
        ? test : "(\(test) AND NOT \(SQLFragment.anyOf(test.failures)))"
      if let search = try RTreeSearch(of: predicate, in: entity, rtrees, compiler) {
        condition = condition.map { "\(search.condition) AND \($0)" }
      }
    }
    let order = try SortCompiler(layout: self, compiler: compiler).order(sortBy, of: root)
    return QueryClauses(
      joins: compiler.rootJoins, condition: condition?.sql ?? "", order: order,
      arguments: condition?.arguments ?? [], entities: compiler.entities,
      namesUnsaved: compiler.namesUnsaved)
  }
}

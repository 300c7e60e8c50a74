import Foundation

extension PredicateExpressions.Equal: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    try compiler.equality(lhs, rhs, isNegated: false)
  }
}

extension PredicateExpressions.NotEqual: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    try compiler.equality(lhs, rhs, isNegated: true)
  }
}

extension PredicateExpressions.Comparison: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard LHS.Output.self is any _ColumnValue.Type else {
      throw .unsupported("an order of \(LHS.Output.self), which SQL does not know")
    }
    let (first, second) = (try compiler.scalar(lhs), try compiler.scalar(rhs))
    let symbol =
      switch op {
      case .lessThan: "<"
      case .lessThanOrEqual: "<="
      case .greaterThan: ">"
      case .greaterThanOrEqual: ">="
      }
    return SQLFragment.comparison("\(first) \(raw: symbol) \(second)", of: first, second)
  }
}

extension SQLFragment {
  /// A comparison that is false for not-a-number, and unknown where evaluating would throw.
  static func comparison(_ test: SQLFragment, of operands: SQLFragment...) -> SQLFragment {
    let isFailing = operands.contains { $0.null == .failure }
    let isNumeric = operands.contains { $0.null == .notANumber || $0.null == .isNil }
    if isFailing { return ("(\(test))" as SQLFragment).with(null: .failure) }
    return isNumeric ? "ifnull(\(test), 0)" : "(\(test))"
  }
}

extension PredicateCompiler {
  /// Equality as Swift's optionals have it: nil equals nil and nothing else.
  fileprivate func equality(
    _ lhs: any PredicateExpression, _ rhs: any PredicateExpression, isNegated: Bool
  ) throws(SwiftDataError) -> SQLFragment {
    var (first, second) = (try fragment(lhs), try fragment(rhs))
    if let identifier = second.identifier, let entity = first.keyEntity {
      second = key(of: identifier, in: entity)
    } else if let identifier = first.identifier, let entity = second.keyEntity {
      first = key(of: identifier, in: entity)
    }
    guard first.identifier == nil, second.identifier == nil else {
      throw .unsupported("an identifier that is not compared with persistentModelID")
    }
    if let type = first.opaqueType ?? second.opaqueType, first.sql != "NULL", second.sql != "NULL" {
      throw .unsupported("a comparison of \(type), which is kept as JSON")
    }
    if first.null == .notANumber || second.null == .notANumber {
      return isNegated
        ? "ifnull(\(first) <> \(second), 1)" : "ifnull(\(first) = \(second), 0)"
    }
    let test: SQLFragment = "\(first) \(raw: isNegated ? "IS NOT" : "IS") \(second)"
    let failing = [first, second].filter { $0.null == .failure }
    if failing.isEmpty { return "(\(test))" }
    var guarded = test
    for operand in failing {
      guarded = "CASE WHEN \(operand) IS NOT NULL THEN \(guarded) END"
    }
    return guarded.with(null: .failure)
  }

  /// The key of an identifier in a table, 0 for one that belongs to another store or entity.
  func key(of identifier: PersistentIdentifier, in entity: EntityLayout) -> SQLFragment {
    guard identifier.entityName == entity.name, let store = identifier.storeIdentifier else {
      return "0"
    }
    return """
      ifnull((SELECT \(value: .integer(identifier.key)) FROM "_sd_meta" \
      WHERE "name" = 'store' AND "value" = \(value: .text(store))), 0)
      """
  }
}

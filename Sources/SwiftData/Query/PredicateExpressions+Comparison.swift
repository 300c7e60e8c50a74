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
    var (first, second) = (try compiler.scalar(lhs), try compiler.scalar(rhs))
    if !(LHS.Output.self is any _ColumnValue.Type), !DecimalColumn.holds(LHS.Output.self) {
      guard let one = RankedValues.rank(of: first.sql, LHS.Output.self),
        let other = RankedValues.rank(of: second.sql, LHS.Output.self)
      else {
        throw .unsupported(
          "an ordering comparison of \(LHS.Output.self) values, which have no order in SQL")
      }
      first.sql = one
      second.sql = other
    }
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
  /// Returns SQL for a comparison that yields false if an operand is NaN.
  static func comparison(_ test: SQLFragment, of operands: SQLFragment...) -> SQLFragment {
    operands.contains { $0.null.mayBeNotANumber } ? "ifnull(\(test), 0)" : "(\(test))"
  }
}

extension PredicateCompiler {
  /// Returns SQL that tests two optional values for equality as Swift does: nil equals only nil.
  fileprivate func equality(
    _ lhs: any PredicateExpression, _ rhs: any PredicateExpression, isNegated: Bool
  ) throws(SwiftDataError) -> SQLFragment {
    var (first, second) = try operands(lhs, rhs)
    if let identifier = second.identifier, let entity = first.keyEntity {
      second = key(of: identifier, in: entity)
    } else if let identifier = first.identifier, let entity = second.keyEntity {
      first = key(of: identifier, in: entity)
    }
    guard first.identifier == nil, second.identifier == nil else {
      throw .unsupported("a persistent identifier that is not compared with `persistentModelID`")
    }
    if let opaque = first.opaque ?? second.opaque, first.sql != "NULL", second.sql != "NULL" {
      throw opaque.unsupported("compares")
    }
    if let entity = first.keyEntity, let other = second.keyEntity, entity.index != other.index {
      // Keys of different entities may be equal numbers but never identify the same object.
      let test: SQLFragment = "(\(first) IS NULL AND \(second) IS NULL)"
      return isNegated ? .negation(test) : test
    }
    guard first.null.mayBeNotANumber || second.null.mayBeNotANumber else {
      return "(\(first) \(raw: isNegated ? "IS NOT" : "IS") \(second))"
    }
    var test: SQLFragment = "ifnull(\(first) = \(second), 0)"
    if first.null.mayBeNil || second.null.mayBeNil {
      let (one, other) = (first.isPresent, second.isPresent)
      test = "CASE WHEN \(one) AND \(other) THEN \(test) ELSE (\(one) = \(other)) END"
    }
    return isNegated ? .negation(test) : test
  }

  /// Translates both sides of an equality test to SQL. If one side is a JSON column, the thrown
  /// error names that column, even if the other side has no SQL equivalent.
  private func operands(
    _ lhs: any PredicateExpression, _ rhs: any PredicateExpression
  ) throws(SwiftDataError) -> (SQLFragment, SQLFragment) {
    let isCaptured = CapturedValue(lhs) != nil
    let column = try fragment(isCaptured ? rhs : lhs)
    if let opaque = column.opaque, let captured = CapturedValue(isCaptured ? lhs : rhs),
      SQLFragment.unwrapped(captured.value) != nil
    {
      throw opaque.unsupported("compares")
    }
    let other = try fragment(isCaptured ? lhs : rhs)
    return isCaptured ? (other, column) : (column, other)
  }

  /// Returns SQL that yields an identifier's row key. It yields 0 if the identifier belongs to
  /// another store or entity, or if the object has no row.
  func key(of identifier: PersistentIdentifier, in entity: EntityLayout) -> SQLFragment {
    if let key = unsavedKey(identifier, in: entity) { return "\(value: .integer(key))" }
    guard identifier.entityName == entity.name, let store = identifier.storeIdentifier else {
      return "0"
    }
    return """
      ifnull((SELECT \(value: .integer(identifier.key)) FROM "_sd_meta" \
      WHERE "name" = 'store' AND "value" = \(value: .text(store))), 0)
      """
  }
}

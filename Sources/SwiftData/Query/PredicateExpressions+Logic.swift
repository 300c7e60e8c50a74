import Foundation

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let (first, second) = (try compiler.scalar(lhs), try compiler.scalar(rhs))
    return .conjunction(first, second)
  }
}

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let (first, second) = (try compiler.scalar(lhs), try compiler.scalar(rhs))
    return .disjunction(first, second)
  }
}

extension PredicateExpressions.Negation: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    .negation(try compiler.scalar(wrapped))
  }
}

extension SQLFragment {
  /// SQLite runs the terms of AND in an order of its choice; CASE runs the second only after the
  /// first, as Swift does.
  static func conjunction(_ first: SQLFragment, _ second: SQLFragment) -> SQLFragment {
    let fragment: SQLFragment =
      second.mayThrow
      ? "CASE WHEN \(first) THEN \(second) ELSE 0 END" : "(\(first) AND \(second))"
    return fragment.with(null: .combined(first.null, second.null))
  }

  static func disjunction(_ first: SQLFragment, _ second: SQLFragment) -> SQLFragment {
    let fragment: SQLFragment =
      second.mayThrow
      ? "CASE WHEN \(first) THEN 1 ELSE \(second) END" : "(\(first) OR \(second))"
    return fragment.with(null: .combined(first.null, second.null))
  }

  static func negation(_ operand: SQLFragment) -> SQLFragment {
    ("(NOT \(operand))" as SQLFragment).with(null: operand.null)
  }
}

extension PredicateExpressions.Conditional: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let condition = try compiler.scalar(test)
    let (first, second) = (try compiler.scalar(trueBranch), try compiler.scalar(falseBranch))
    let fragment: SQLFragment = "CASE WHEN \(condition) THEN \(first) ELSE \(second) END"
    return fragment.with(null: .combined(first.null, second.null))
  }
}

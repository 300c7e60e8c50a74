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
  /// Joins two SQL conditions with AND. SQLite may evaluate the terms of AND in any order; CASE
  /// evaluates the second term only after the first, as Swift does.
  static func conjunction(_ first: SQLFragment, _ second: SQLFragment) -> SQLFragment {
    let fragment: SQLFragment =
      second.mayThrow
      ? "CASE WHEN \(first) THEN \(second) ELSE 0 END" : "(\(first) AND \(second))"
    return fragment.with(failures: first.failures + second.failures(where: first))
  }

  static func disjunction(_ first: SQLFragment, _ second: SQLFragment) -> SQLFragment {
    let fragment: SQLFragment =
      second.mayThrow
      ? "CASE WHEN \(first) THEN 1 ELSE \(second) END" : "(\(first) OR \(second))"
    return fragment.with(failures: first.failures + second.failures(where: .negation(first)))
  }

  static func negation(_ operand: SQLFragment) -> SQLFragment { "(NOT \(operand))" }
}

extension PredicateExpressions.Conditional: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let condition = try compiler.scalar(test)
    let (first, second) = try compiler.alternatives(trueBranch, falseBranch)
    var fragment: SQLFragment = "CASE WHEN \(condition) THEN \(first) ELSE \(second) END"
    fragment.failures =
      condition.failures + first.failures(where: condition)
      + second.failures(where: .negation(condition))
    fragment.keyEntity = first.keyEntity
    fragment.null = SQLFragment.Null(
      mayBeNil: first.null.mayBeNil || second.null.mayBeNil,
      mayBeNotANumber: first.null.mayBeNotANumber || second.null.mayBeNotANumber)
    if fragment.null == .nilOrNotANumber {
      fragment.presence = [
        ("CASE WHEN \(condition) THEN \(first.isPresent) ELSE \(second.isPresent) END"
          as SQLFragment).with(failures: [])
      ]
    }
    return fragment
  }
}

extension PredicateCompiler {
  /// Returns SQL for the two branches of a conditional expression. Both are scalars, or both are
  /// row keys of the same entity.
  func alternatives(
    _ first: any PredicateExpression, _ second: any PredicateExpression
  ) throws(SwiftDataError) -> (SQLFragment, SQLFragment) {
    let (one, other) = (try fragment(first), try fragment(second))
    if let entity = one.keyEntity, entity.index == other.keyEntity?.index { return (one, other) }
    return (try scalar(one), try scalar(other))
  }
}

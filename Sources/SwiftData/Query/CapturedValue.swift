import Foundation

/// The value of a subexpression that does not depend on the object tested by a predicate. The
/// subexpression is a captured value or a member of a captured value, such as `log.habitID` in
/// `$0.id == log.habitID`.
struct CapturedValue {
  let value: Any

  /// Evaluates a predicate's subexpression. Returns nil if the subexpression depends on the tested
  /// objects or cannot be evaluated, for example because of a forced unwrap of nil.
  init?(_ expression: any PredicateExpression) {
    if let node = expression as? any CapturedNode {
      value = node.captured
      return
    }
    var part = expression
    while let member = part as? any MemberNode { part = member.owner }
    guard part is any CapturedNode, let value = Self.evaluate(expression) else { return nil }
    self.value = value
  }

  private static func evaluate<Expression: PredicateExpression>(_ expression: Expression) -> Any? {
    do {
      return try expression.evaluate(PredicateBindings()) as Any
    } catch {
      return nil
    }
  }
}

/// A predicate node that holds a captured value.
private protocol CapturedNode {
  var captured: Any { get }
}

extension PredicateExpressions.Value: CapturedNode {
  fileprivate var captured: Any { value }
}

/// A predicate node for a member access, such as `log.habitID`.
private protocol MemberNode {
  var owner: any PredicateExpression { get }
}

extension PredicateExpressions.KeyPath: MemberNode {
  fileprivate var owner: any PredicateExpression { root }
}

extension PredicateExpressions.OptionalFlatMap: MemberNode {
  fileprivate var owner: any PredicateExpression { wrapped }
}

extension PredicateExpressions.ForcedUnwrap: MemberNode {
  fileprivate var owner: any PredicateExpression { inner }
}

extension PredicateExpressions.NilCoalesce: MemberNode {
  fileprivate var owner: any PredicateExpression { lhs }
}

extension PredicateExpressions.CollectionIndexSubscript: MemberNode {
  fileprivate var owner: any PredicateExpression { wrapped }
}

extension PredicateExpressions.DictionaryKeySubscript: MemberNode {
  fileprivate var owner: any PredicateExpression { wrapped }
}

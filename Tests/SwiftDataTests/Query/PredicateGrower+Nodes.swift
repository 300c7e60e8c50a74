import Foundation

@testable import SwiftData

private typealias Build = PredicateExpressions

/// The nodes of random predicates.
extension PredicateGrower {
  func constant<T: Codable & Sendable>(_ value: T) -> Node<T> {
    PredicateExpressions.Value(value)
  }
  func and(_ a: Node<Bool>, _ b: Node<Bool>) -> Node<Bool> {
    Build.build_Conjunction(lhs: AnyNode(a), rhs: AnyNode(b))
  }
  func or(_ a: Node<Bool>, _ b: Node<Bool>) -> Node<Bool> {
    Build.build_Disjunction(lhs: AnyNode(a), rhs: AnyNode(b))
  }
  func not(_ a: Node<Bool>) -> Node<Bool> { Build.build_Negation(AnyNode(a)) }
  func conditional<T>(
    _ a: Node<Bool>, _ b: Node<T>,
    _ c: Node<T>
  ) -> Node<T> {
    Build.build_Conditional(AnyNode(a), AnyNode(b), AnyNode(c))
  }
  func equal<T: Equatable>(
    _ a: Node<T>, _ b: Node<T>
  ) -> Node<Bool> {
    PredicateExpressions.Equal(lhs: AnyNode(a), rhs: AnyNode(b))
  }
  mutating func comparison<T: Comparable>(
    _ a: Node<T>, _ b: Node<T>
  ) -> Node<Bool> {
    let operators: [PredicateExpressions.ComparisonOperator] = [
      .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ]
    return PredicateExpressions.Comparison(
      lhs: AnyNode(a), rhs: AnyNode(b), op: operators[number(0...3)])
  }
  mutating func arithmetic<T: Numeric>(
    _ a: Node<T>, _ b: Node<T>
  ) -> Node<T> {
    let operators: [PredicateExpressions.ArithmeticOperator] = [
      .add, .subtract, .multiply,
    ]
    return PredicateExpressions.Arithmetic(
      lhs: AnyNode(a), rhs: AnyNode(b), op: operators[number(0...2)])
  }
  func negative<T: SignedNumeric>(_ a: Node<T>) -> Node<T> {
    Build.build_UnaryMinus(AnyNode(a))
  }
  func quotient(
    _ a: Node<Int>, _ b: Node<Int>
  ) -> Node<Int> { PredicateExpressions.IntDivision(lhs: AnyNode(a), rhs: AnyNode(b)) }
  func remainder(
    _ a: Node<Int>, _ b: Node<Int>
  ) -> Node<Int> { PredicateExpressions.IntRemainder(lhs: AnyNode(a), rhs: AnyNode(b)) }
  func division<T: FloatingPoint>(
    _ a: Node<T>, _ b: Node<T>
  ) -> Node<T> { PredicateExpressions.FloatDivision(lhs: AnyNode(a), rhs: AnyNode(b)) }
  func coalesce<T>(
    _ a: Node<T?>, _ b: Node<T>
  ) -> Node<T> { PredicateExpressions.NilCoalesce(lhs: AnyNode(a), rhs: AnyNode(b)) }
  func unwrapped<T>(_ a: Node<T?>) -> Node<T> {
    PredicateExpressions.ForcedUnwrap(AnyNode(a))
  }
  func count(_ a: Node<String>) -> Node<Int> {
    propertyNode(AnyNode(a), \String.count)
  }
  func isEmpty(_ a: Node<String>) -> Node<Bool> {
    propertyNode(AnyNode(a), \String.isEmpty)
  }
  func wordCount(_ a: Node<[String]>) -> Node<Int> {
    propertyNode(AnyNode(a), \[String].count)
  }
  func contains(
    _ a: Node<String>, _ b: Node<String>
  ) -> Node<Bool> {
    PredicateExpressions.CollectionContainsCollection(base: AnyNode(a), other: AnyNode(b))
  }
  func starts(
    _ a: Node<String>, _ b: Node<String>
  ) -> Node<Bool> { PredicateExpressions.SequenceStartsWith(base: AnyNode(a), prefix: AnyNode(b)) }
  func localizedContains(
    _ a: Node<String>, _ b: Node<String>
  ) -> Node<Bool> { Build.build_localizedStandardContains(AnyNode(a), AnyNode(b)) }
  func wordContains(
    _ a: Node<[String]>, _ word: String
  ) -> Node<Bool> {
    PredicateExpressions.SequenceContains(
      sequence: AnyNode(a), element: PredicateExpressions.Value(word))
  }
  func listContains<T: Equatable & Codable & Sendable>(
    _ list: [T], _ element: Node<T>
  ) -> Node<Bool> {
    PredicateExpressions.SequenceContains(
      sequence: PredicateExpressions.Value(list), element: AnyNode(element))
  }
  func range(
    _ low: Int, _ high: Int, _ element: Node<Int>
  ) -> Node<Bool> {
    PredicateExpressions.RangeExpressionContains(
      range: PredicateExpressions.ClosedRange(
        lower: PredicateExpressions.Value(low), upper: PredicateExpressions.Value(high)),
      element: AnyNode(element))
  }
  func openRange(
    _ low: Double, _ high: Double, _ element: Node<Double>
  ) -> Node<Bool> {
    PredicateExpressions.RangeExpressionContains(
      range: PredicateExpressions.Value(low..<high), element: AnyNode(element))
  }
}

import Foundation
import TestSupport

@testable import SwiftData

typealias Node<T> = any StandardPredicateExpression<T>
private typealias Build = PredicateExpressions

/// A node of any kind where a static type is wanted: the result of a closure inside a predicate.
struct AnyNode<Output>: StandardPredicateExpression, SQLTranslatable, RowTranslatable,
  ToManyTranslatable, VariablePath
{
  let base: Node<Output>

  init(_ base: Node<Output>) { self.base = base }

  func evaluate(_ bindings: PredicateBindings) throws -> Output { try base.evaluate(bindings) }

  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    try compiler.fragment(base)
  }
  func row(_ compiler: PredicateCompiler) throws(SwiftDataError) -> Row? { try compiler.row(base) }
  func toMany(
    _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> (owner: Row, property: PropertyLayout)? {
    try compiler.toMany(base)
  }
  func starts(at variable: PredicateExpressions.VariableID) -> Bool {
    (base as? any VariablePath)?.starts(at: variable) == true
  }

  func encode(to encoder: any Encoder) throws { throw CancellationError() }
  init(from decoder: any Decoder) throws { throw CancellationError() }
}

/// What a random predicate can read of one row.
struct RowNodes {
  var ints: [Node<Int>] = []
  var optionalInts: [Node<Int?>] = []
  var smalls: [Node<Int8>] = []
  var doubles: [Node<Double>] = []
  var optionalDoubles: [Node<Double?>] = []
  var floats: [Node<Float>] = []
  var strings: [Node<String>] = []
  var optionalStrings: [Node<String?>] = []
  var dates: [Node<Date>] = []
  var optionalDates: [Node<Date?>] = []
  var bools: [Node<Bool>] = []
  var optionalBools: [Node<Bool?>] = []
  var kinds: [Node<RandomSchema.Kind>] = []
  var optionalTones: [Node<RandomSchema.Tone?>] = []
  var tokens: [Node<UUID>] = []
  var datas: [Node<Data>] = []
  var optionalURLs: [Node<URL?>] = []
  var words: [Node<[String]>] = []
  var identifiers: [Node<PersistentIdentifier>] = []
  var links: [any LinkNodes] = []
  var lists: [any ListNodes] = []
}

/// An optional to-one relationship.
protocol LinkNodes {
  func map<T>(_ body: (RowNodes) -> Node<T>) -> Node<T?>
  func flatMap<T>(_ body: (RowNodes) -> Node<T?>) -> Node<T?>
  var isNil: Node<Bool> { get }
  var forced: RowNodes { get }
}

/// A to-many relationship, or what a filter leaves of one.
protocol ListNodes {
  var count: Node<Int> { get }
  var isEmpty: Node<Bool> { get }
  func contains(_ body: (RowNodes) -> Node<Bool>) -> Node<Bool>
  func allSatisfy(_ body: (RowNodes) -> Node<Bool>) -> Node<Bool>
  func filter(_ body: (RowNodes) -> Node<Bool>) -> any ListNodes
}

/// A model whose rows random predicates read.
protocol RandomModel: PersistentModel {
  static func nodes(_ row: some StandardPredicateExpression<Self>, depth: Int) -> RowNodes
}

private func path<Root, Value>(
  _ root: some StandardPredicateExpression<Root>, _ keyPath: any KeyPath<Root, Value> & Sendable
) -> Node<Value> {
  Build.build_KeyPath(root: root, keyPath: keyPath)
}

struct Link<Root: StandardPredicateExpression, Target: RandomModel>: LinkNodes
where Root.Output == Target? {
  let root: Root
  let depth: Int

  func map<T>(_ body: (RowNodes) -> Node<T>) -> Node<T?> {
    let node: Build.OptionalFlatMap<Root, Target, AnyNode<T>, T> = Build.build_flatMap(root) {
      AnyNode(body(Target.nodes($0, depth: depth - 1)))
    }
    return node
  }

  func flatMap<T>(_ body: (RowNodes) -> Node<T?>) -> Node<T?> {
    let node: Build.OptionalFlatMap<Root, Target, AnyNode<T?>, T> = Build.build_flatMap(root) {
      AnyNode(body(Target.nodes($0, depth: depth - 1)))
    }
    return node
  }

  /// Models cannot be compared in a standard predicate, their identifiers can.
  var isNil: Node<Bool> {
    let identifier: Build.OptionalFlatMap<Root, Target, AnyNode<Int>, Int> =
      Build.build_flatMap(root) { _ in AnyNode(Build.build_Arg(1)) }
    return Build.build_Equal(lhs: identifier, rhs: Build.build_NilLiteral())
  }

  var forced: RowNodes { Target.nodes(Build.build_ForcedUnwrap(root), depth: depth - 1) }
}

struct List<Root: StandardPredicateExpression, Target: RandomModel>: ListNodes
where Root.Output == [Target] {
  let root: Root
  let depth: Int

  var count: Node<Int> { path(root, \[Target].count) }
  var isEmpty: Node<Bool> { path(root, \[Target].isEmpty) }

  func contains(_ body: (RowNodes) -> Node<Bool>) -> Node<Bool> {
    Build.build_contains(root) { AnyNode(body(Target.nodes($0, depth: depth - 1))) }
  }
  func allSatisfy(_ body: (RowNodes) -> Node<Bool>) -> Node<Bool> {
    Build.build_allSatisfy(root) { AnyNode(body(Target.nodes($0, depth: depth - 1))) }
  }
  func filter(_ body: (RowNodes) -> Node<Bool>) -> any ListNodes {
    let node = Build.build_filter(root) { AnyNode(body(Target.nodes($0, depth: depth - 1))) }
    return List<Build.Filter<Root, AnyNode<Bool>>, Target>(root: node, depth: depth)
  }
}

extension RandomSchema.Item: RandomModel {
  static func nodes(
    _ row: some StandardPredicateExpression<RandomSchema.Item>, depth: Int
  ) -> RowNodes {
    var nodes = RowNodes()
    nodes.ints = [path(row, \.rank), path(path(row, \.kind), \.rawValue)]
    nodes.optionalInts = [path(row, \.level)]
    nodes.smalls = [path(row, \.small)]
    nodes.doubles = [path(row, \.score), path(path(row, \.created), \.timeIntervalSince1970)]
    nodes.optionalDoubles = [path(row, \.height)]
    nodes.floats = [path(row, \.weight)]
    nodes.strings = [path(row, \.name)]
    nodes.optionalStrings = [path(row, \.note)]
    nodes.dates = [path(row, \.created)]
    nodes.optionalDates = [path(row, \.seen)]
    nodes.bools = [path(row, \.isDone)]
    nodes.optionalBools = [path(row, \.isOpen)]
    nodes.kinds = [path(row, \.kind)]
    nodes.optionalTones = [path(row, \.tone)]
    nodes.tokens = [path(row, \.token)]
    nodes.datas = [path(row, \.data)]
    nodes.optionalURLs = [path(row, \.link)]
    nodes.words = [path(row, \.words)]
    nodes.identifiers = [path(row, \.persistentModelID)]
    guard depth > 0 else { return nodes }
    let box = RandomSchema.Box.nodes(
      Build.build_KeyPath(root: row, keyPath: \.box), depth: depth - 1)
    nodes.ints += box.ints
    nodes.strings += box.strings
    nodes.identifiers += box.identifiers
    nodes.links = box.links
    nodes.links.append(Link(root: Build.build_KeyPath(root: row, keyPath: \.parent), depth: depth))
    nodes.lists = box.lists
    nodes.lists.append(
      List(root: Build.build_KeyPath(root: row, keyPath: \.children), depth: depth))
    nodes.lists.append(List(root: Build.build_KeyPath(root: row, keyPath: \.tags), depth: depth))
    return nodes
  }
}

extension RandomSchema.Box: RandomModel {
  static func nodes(
    _ row: some StandardPredicateExpression<RandomSchema.Box>, depth: Int
  ) -> RowNodes {
    var nodes = RowNodes()
    nodes.ints = [path(row, \.size)]
    nodes.strings = [path(row, \.title)]
    nodes.identifiers = [path(row, \.persistentModelID)]
    guard depth > 0 else { return nodes }
    nodes.links = [Link(root: Build.build_KeyPath(root: row, keyPath: \.best), depth: depth)]
    nodes.lists = [List(root: Build.build_KeyPath(root: row, keyPath: \.items), depth: depth)]
    return nodes
  }
}

extension RandomSchema.Tag: RandomModel {
  static func nodes(
    _ row: some StandardPredicateExpression<RandomSchema.Tag>, depth: Int
  ) -> RowNodes {
    var nodes = RowNodes()
    nodes.strings = [path(row, \.label)]
    nodes.identifiers = [path(row, \.persistentModelID)]
    guard depth > 0 else { return nodes }
    nodes.lists = [List(root: Build.build_KeyPath(root: row, keyPath: \.items), depth: depth)]
    return nodes
  }
}

/// Grows random predicates over everything that has an SQL form.
///
/// Left out is what would trap in Swift: overflow, division by zero, ranges upside down.
struct PredicateGrower {
  var random: SplitMix64
  let identifiers: [PersistentIdentifier]

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func pick<T>(_ list: [T]) -> T? { list.randomElement(using: &random) }

  mutating func bool(_ row: RowNodes, _ depth: Int) -> Node<Bool> {
    if depth > 0, number(0...2) > 0 {
      switch number(0...7) {
      case 0, 1: return and(bool(row, depth - 1), bool(row, depth - 1))
      case 2, 3: return or(bool(row, depth - 1), bool(row, depth - 1))
      case 4: return not(bool(row, depth - 1))
      case 5:
        return conditional(bool(row, depth - 1), bool(row, depth - 1), bool(row, depth - 1))
      case 6: if let node = ofList(row, depth) { return node }
      default: if let node = ofLink(row, depth) { return node }
      }
    }
    switch number(0...17) {
    case 0: return comparison(int(row, depth), int(row, depth))
    case 1: return equal(int(row, depth), int(row, depth))
    case 2: return comparison(double(row, depth), double(row, depth))
    case 3: return equal(double(row, depth), double(row, depth))
    case 4: return equal(optionalInt(row, depth), optionalInt(row, depth))
    case 5: return equal(optionalDouble(row, depth), optionalDouble(row, depth))
    case 6: return equal(optionalString(row, depth), optionalString(row, depth))
    case 7: return ofString(row, depth)
    case 8: return comparison(string(row, depth), string(row, depth))
    case 9: return comparison(date(row), date(row))
    case 10: return pick(row.bools) ?? constant(true)
    case 11: return ofList(row, depth) ?? equal(string(row, depth), string(row, depth))
    case 12: return membership(row, depth)
    case 13: return rare(row)
    case 14: return float(row)
    case 15: return small(row)
    case 16: return coalesced(row, depth)
    default: return identity(row)
    }
  }

  // MARK: Numbers

  mutating func int(_ row: RowNodes, _ depth: Int) -> Node<Int> {
    guard depth > 0 else { return intLeaf(row) }
    switch number(0...9) {
    case 0:
      return arithmetic(int(row, depth - 1), int(row, depth - 1))
    case 1: return negative(int(row, depth - 1))
    case 2:
      let divisor = intLeaf(row)
      return conditional(
        not(equal(divisor, constant(0))), quotient(int(row, depth - 1), divisor), intLeaf(row))
    case 3:
      let divisor = intLeaf(row)
      return conditional(
        not(equal(divisor, constant(0))), remainder(int(row, depth - 1), divisor), intLeaf(row))
    case 4: return conditional(bool(row, depth - 1), int(row, depth - 1), intLeaf(row))
    case 5: return coalesce(optionalInt(row, depth - 1), int(row, depth - 1))
    case 6: return unwrapped(optionalInt(row, depth - 1))
    case 7: return count(string(row, depth - 1))
    default: return intLeaf(row)
    }
  }

  private mutating func intLeaf(_ row: RowNodes) -> Node<Int> {
    if number(0...3) == 0, let list = pick(row.lists) { return list.count }
    if number(0...3) == 0, let words = pick(row.words) { return wordCount(words) }
    return number(0...2) > 0 ? pick(row.ints) ?? constant(1) : constant(number(-3...3))
  }

  mutating func optionalInt(_ row: RowNodes, _ depth: Int) -> Node<Int?> {
    if depth > 0, let link = pick(row.links) {
      return number(0...1) == 0
        ? link.map { int($0, depth - 1) } : link.flatMap { optionalInt($0, depth - 1) }
    }
    return number(0...2) > 0
      ? pick(row.optionalInts) ?? constant(nil)
      : constant(number(0...1) == 0 ? nil : number(-2...2))
  }

  mutating func double(_ row: RowNodes, _ depth: Int) -> Node<Double> {
    guard depth > 0 else {
      return number(0...2) > 0
        ? pick(row.doubles) ?? constant(0.5)
        : constant([0, 0.5, -1, .nan, .infinity][number(0...4)])
    }
    switch number(0...6) {
    case 0: return arithmetic(double(row, depth - 1), double(row, depth - 1))
    case 1: return division(double(row, depth - 1), double(row, depth - 1))
    case 2: return negative(double(row, depth - 1))
    case 3: return coalesce(optionalDouble(row, depth - 1), double(row, depth - 1))
    case 4: return conditional(bool(row, depth - 1), double(row, depth - 1), double(row, 0))
    case 5: return unwrapped(optionalDouble(row, depth - 1))
    default: return double(row, 0)
    }
  }

  mutating func optionalDouble(_ row: RowNodes, _ depth: Int) -> Node<Double?> {
    if depth > 0, let link = pick(row.links) {
      return number(0...1) == 0
        ? link.map { double($0, depth - 1) } : link.flatMap { optionalDouble($0, depth - 1) }
    }
    if depth > 0, number(0...2) == 0 {
      return conditional(
        bool(row, depth - 1), optionalDouble(row, depth - 1), optionalDouble(row, 0))
    }
    return number(0...2) > 0
      ? pick(row.optionalDoubles) ?? constant(nil)
      : constant([nil, 0, 1, .nan][number(0...3)] as Double?)
  }

  private mutating func float(_ row: RowNodes) -> Node<Bool> {
    let one = pick(row.floats) ?? constant(Float(1) / 3)
    let other: Node<Float> = constant(Float(number(0...6)) / 3)
    return number(0...1) == 0
      ? comparison(arithmetic(one, other), one) : equal(division(one, other), other)
  }

  private mutating func small(_ row: RowNodes) -> Node<Bool> {
    let one = pick(row.smalls) ?? constant(Int8(2))
    let other: Node<Int8> = constant(Int8(number(-3...3)))
    return comparison(arithmetic(one, other), one)
  }

  // MARK: Text

  mutating func string(_ row: RowNodes, _ depth: Int) -> Node<String> {
    if depth > 0 {
      switch number(0...4) {
      case 0: return coalesce(optionalString(row, depth - 1), string(row, depth - 1))
      case 1: return conditional(bool(row, depth - 1), string(row, 0), string(row, depth - 1))
      case 2: return unwrapped(optionalString(row, depth - 1))
      default: break
      }
    }
    return number(0...2) > 0 ? pick(row.strings) ?? constant("a") : constant(word())
  }

  mutating func optionalString(_ row: RowNodes, _ depth: Int) -> Node<String?> {
    if depth > 0, let link = pick(row.links) {
      return number(0...1) == 0
        ? link.map { string($0, depth - 1) } : link.flatMap { optionalString($0, depth - 1) }
    }
    return number(0...2) > 0
      ? pick(row.optionalStrings) ?? constant(nil) : constant(number(0...1) == 0 ? nil : word())
  }

  private mutating func ofString(_ row: RowNodes, _ depth: Int) -> Node<Bool> {
    let (one, other) = (string(row, depth), string(row, 0))
    switch number(0...4) {
    case 0: return contains(one, other)
    case 1: return starts(one, other)
    case 2: return localizedContains(one, other)
    case 3: return isEmpty(one)
    default: return equal(one, other)
    }
  }

  private mutating func word() -> String {
    RandomSchema.words[number(0...RandomSchema.words.count - 1)]
  }

  // MARK: The rest

  private mutating func date(_ row: RowNodes) -> Node<Date> {
    if number(0...2) == 0 { return unwrapped(pick(row.optionalDates) ?? constant(nil)) }
    return number(0...2) > 0
      ? pick(row.dates) ?? constant(Date(timeIntervalSinceReferenceDate: 1))
      : constant(Date(timeIntervalSinceReferenceDate: Double(number(0...5))))
  }

  private mutating func rare(_ row: RowNodes) -> Node<Bool> {
    switch number(0...6) {
    case 0: return equal(pick(row.kinds) ?? constant(.hut), constant(.hut))
    case 1:
      let tones: [RandomSchema.Tone?] = [nil, .dark, .amber]
      return equal(pick(row.optionalTones) ?? constant(nil), constant(tones[number(0...2)]))
    case 2:
      let token = RandomSchema.token(number(0...3))
      return number(0...1) == 0
        ? equal(pick(row.tokens) ?? constant(token), constant(token))
        : comparison(pick(row.tokens) ?? constant(token), constant(token))
    case 3: return equal(pick(row.datas) ?? constant(Data()), constant(Data([0])))
    case 4:
      return equal(
        pick(row.optionalURLs) ?? constant(nil), constant(URL(string: "https://example.org/1")))
    case 5:
      guard let words = pick(row.words) else { return constant(true) }
      return wordContains(words, word())
    default:
      let flags: [Bool?] = [nil, true, false]
      return equal(pick(row.optionalBools) ?? constant(nil), constant(flags[number(0...2)]))
    }
  }

  private mutating func coalesced(_ row: RowNodes, _ depth: Int) -> Node<Bool> {
    if depth > 0, let link = pick(row.links) {
      return coalesce(link.map { bool($0, depth - 1) }, constant(number(0...1) == 0))
    }
    return coalesce(pick(row.optionalBools) ?? constant(nil), constant(number(0...1) == 0))
  }

  private mutating func identity(_ row: RowNodes) -> Node<Bool> {
    guard let one = pick(row.identifiers), let other = pick(identifiers) else {
      return constant(false)
    }
    switch number(0...2) {
    case 0: return equal(one, constant(other))
    case 1: return listContains(identifiers.filter { _ in number(0...2) == 0 }, one)
    default: return equal(one, pick(row.identifiers) ?? one)
    }
  }

  private mutating func membership(_ row: RowNodes, _ depth: Int) -> Node<Bool> {
    switch number(0...6) {
    case 0: return listContains((0..<number(0...3)).map { _ in word() }, string(row, depth))
    case 1:
      return listContains(
        (0..<number(0...3)).map { _ in number(0...2) == 0 ? nil : word() },
        optionalString(row, depth))
    case 2: return listContains((0..<number(0...70)).map { $0 * 2 - 10 }, int(row, depth))
    case 3:
      return listContains(
        [Double.nan] + (0..<number(0...70)).map { Double($0) / 2 }, double(row, depth))
    case 4:
      return listContains(
        (0..<number(1...70)).map { RandomSchema.token($0 % 250 + 1) },
        pick(row.tokens) ?? constant(RandomSchema.token(1)))
    case 5:
      let low = number(-3...2)
      return range(low, low + number(0...3), int(row, depth))
    default:
      let low = Double(number(-3...2))
      return openRange(low, low + Double(number(0...3)), double(row, depth))
    }
  }

  private mutating func ofLink(_ row: RowNodes, _ depth: Int) -> Node<Bool>? {
    guard let link = pick(row.links) else { return nil }
    switch number(0...3) {
    case 0: return link.isNil
    case 1: return bool(link.forced, depth - 1)
    case 2: return coalesce(link.map { bool($0, depth - 1) }, constant(number(0...1) == 0))
    default:
      let flags: [Bool?] = [nil, true, false]
      return equal(link.map { bool($0, depth - 1) }, constant(flags[number(0...2)]))
    }
  }

  private mutating func ofList(_ row: RowNodes, _ depth: Int) -> Node<Bool>? {
    guard var list = pick(row.lists) else { return nil }
    if depth > 0, number(0...2) == 0 { list = list.filter { bool($0, depth - 1) } }
    switch number(0...3) {
    case 0: return list.isEmpty
    case 1: return comparison(list.count, constant(number(0...3)))
    case 2: return list.contains { bool($0, depth - 1) }
    default: return list.allSatisfy { bool($0, depth - 1) }
    }
  }

  // MARK: Nodes

  private func constant<T: Codable & Sendable>(_ value: T) -> Node<T> {
    PredicateExpressions.Value(value)
  }
  private func and(_ a: Node<Bool>, _ b: Node<Bool>) -> Node<Bool> {
    Build.build_Conjunction(lhs: AnyNode(a), rhs: AnyNode(b))
  }
  private func or(_ a: Node<Bool>, _ b: Node<Bool>) -> Node<Bool> {
    Build.build_Disjunction(lhs: AnyNode(a), rhs: AnyNode(b))
  }
  private func not(_ a: Node<Bool>) -> Node<Bool> { Build.build_Negation(AnyNode(a)) }
  private func conditional<T>(
    _ a: Node<Bool>, _ b: Node<T>,
    _ c: Node<T>
  ) -> Node<T> {
    Build.build_Conditional(AnyNode(a), AnyNode(b), AnyNode(c))
  }
  private func equal<T: Equatable>(
    _ a: Node<T>, _ b: Node<T>
  ) -> Node<Bool> {
    PredicateExpressions.Equal(lhs: AnyNode(a), rhs: AnyNode(b))
  }
  private mutating func comparison<T: Comparable>(
    _ a: Node<T>, _ b: Node<T>
  ) -> Node<Bool> {
    let operators: [PredicateExpressions.ComparisonOperator] = [
      .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ]
    return PredicateExpressions.Comparison(
      lhs: AnyNode(a), rhs: AnyNode(b), op: operators[number(0...3)])
  }
  private mutating func arithmetic<T: Numeric>(
    _ a: Node<T>, _ b: Node<T>
  ) -> Node<T> {
    let operators: [PredicateExpressions.ArithmeticOperator] = [
      .add, .subtract, .multiply,
    ]
    return PredicateExpressions.Arithmetic(
      lhs: AnyNode(a), rhs: AnyNode(b), op: operators[number(0...2)])
  }
  private func negative<T: SignedNumeric>(_ a: Node<T>) -> Node<T> {
    Build.build_UnaryMinus(AnyNode(a))
  }
  private func quotient(
    _ a: Node<Int>, _ b: Node<Int>
  ) -> Node<Int> { PredicateExpressions.IntDivision(lhs: AnyNode(a), rhs: AnyNode(b)) }
  private func remainder(
    _ a: Node<Int>, _ b: Node<Int>
  ) -> Node<Int> { PredicateExpressions.IntRemainder(lhs: AnyNode(a), rhs: AnyNode(b)) }
  private func division<T: FloatingPoint>(
    _ a: Node<T>, _ b: Node<T>
  ) -> Node<T> { PredicateExpressions.FloatDivision(lhs: AnyNode(a), rhs: AnyNode(b)) }
  private func coalesce<T>(
    _ a: Node<T?>, _ b: Node<T>
  ) -> Node<T> { PredicateExpressions.NilCoalesce(lhs: AnyNode(a), rhs: AnyNode(b)) }
  private func unwrapped<T>(_ a: Node<T?>) -> Node<T> {
    PredicateExpressions.ForcedUnwrap(AnyNode(a))
  }
  private func count(_ a: Node<String>) -> Node<Int> {
    path(AnyNode(a), \String.count)
  }
  private func isEmpty(_ a: Node<String>) -> Node<Bool> {
    path(AnyNode(a), \String.isEmpty)
  }
  private func wordCount(_ a: Node<[String]>) -> Node<Int> {
    path(AnyNode(a), \[String].count)
  }
  private func contains(
    _ a: Node<String>, _ b: Node<String>
  ) -> Node<Bool> {
    PredicateExpressions.CollectionContainsCollection(base: AnyNode(a), other: AnyNode(b))
  }
  private func starts(
    _ a: Node<String>, _ b: Node<String>
  ) -> Node<Bool> { PredicateExpressions.SequenceStartsWith(base: AnyNode(a), prefix: AnyNode(b)) }
  private func localizedContains(
    _ a: Node<String>, _ b: Node<String>
  ) -> Node<Bool> { Build.build_localizedStandardContains(AnyNode(a), AnyNode(b)) }
  private func wordContains(
    _ a: Node<[String]>, _ word: String
  ) -> Node<Bool> {
    PredicateExpressions.SequenceContains(
      sequence: AnyNode(a), element: PredicateExpressions.Value(word))
  }
  private func listContains<T: Equatable & Codable & Sendable>(
    _ list: [T], _ element: Node<T>
  ) -> Node<Bool> {
    PredicateExpressions.SequenceContains(
      sequence: PredicateExpressions.Value(list), element: AnyNode(element))
  }
  private func range(
    _ low: Int, _ high: Int, _ element: Node<Int>
  ) -> Node<Bool> {
    PredicateExpressions.RangeExpressionContains(
      range: PredicateExpressions.ClosedRange(
        lower: PredicateExpressions.Value(low), upper: PredicateExpressions.Value(high)),
      element: AnyNode(element))
  }
  private func openRange(
    _ low: Double, _ high: Double, _ element: Node<Double>
  ) -> Node<Bool> {
    PredicateExpressions.RangeExpressionContains(
      range: PredicateExpressions.Value(low..<high), element: AnyNode(element))
  }
}

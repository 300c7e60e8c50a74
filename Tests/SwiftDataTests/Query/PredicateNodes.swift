import Foundation

@testable import SwiftData

typealias Node<T> = any StandardPredicateExpression<T>
private typealias Build = PredicateExpressions

/// A node of any type where a static type is needed, such as the result of a closure in a
/// predicate.
struct AnyNode<Output>: StandardPredicateExpression, SQLTranslatable, RowTranslatable,
  ToManyTranslatable, VariablePath
{
  let base: Node<Output>

  init(_ base: Node<Output>) { self.base = base }

  func evaluate(_ bindings: PredicateBindings) throws -> Output { try base.evaluate(bindings) }

  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    try compiler.fragment(base)
  }
  func row(_ compiler: PredicateCompiler) throws(SwiftDataError) -> PredicateRow? {
    try compiler.row(base)
  }
  func toMany(
    _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> (owner: PredicateRow, property: PropertyLayout)? {
    try compiler.toMany(base)
  }
  func starts(at variable: PredicateExpressions.VariableID) -> Bool {
    (base as? any VariablePath)?.starts(at: variable) == true
  }

  func encode(to encoder: any Encoder) throws { throw CancellationError() }
  init(from decoder: any Decoder) throws { throw CancellationError() }
}

/// The values of one row that a random predicate can read.
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

/// A to-many relationship or a filter of one.
protocol ListNodes {
  var count: Node<Int> { get }
  var isEmpty: Node<Bool> { get }
  func contains(_ body: (RowNodes) -> Node<Bool>) -> Node<Bool>
  func allSatisfy(_ body: (RowNodes) -> Node<Bool>) -> Node<Bool>
  func filter(_ body: (RowNodes) -> Node<Bool>) -> any ListNodes
}

/// A model that random predicates can read.
protocol RandomModel: PersistentModel {
  static func nodes(_ row: some StandardPredicateExpression<Self>, depth: Int) -> RowNodes
}

/// Returns the node of a property.
func propertyNode<Root, Value>(
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

  /// Compares identifiers, because a standard predicate cannot compare models.
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

  var count: Node<Int> { propertyNode(root, \[Target].count) }
  var isEmpty: Node<Bool> { propertyNode(root, \[Target].isEmpty) }

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
    nodes.ints = [propertyNode(row, \.rank), propertyNode(propertyNode(row, \.kind), \.rawValue)]
    nodes.optionalInts = [propertyNode(row, \.level)]
    nodes.smalls = [propertyNode(row, \.small)]
    nodes.doubles = [
      propertyNode(row, \.score),
      propertyNode(propertyNode(row, \.created), \.timeIntervalSince1970),
    ]
    nodes.optionalDoubles = [propertyNode(row, \.height)]
    nodes.floats = [propertyNode(row, \.weight)]
    nodes.strings = [propertyNode(row, \.name)]
    nodes.optionalStrings = [propertyNode(row, \.note)]
    nodes.dates = [propertyNode(row, \.created)]
    nodes.optionalDates = [propertyNode(row, \.seen)]
    nodes.bools = [propertyNode(row, \.isDone)]
    nodes.optionalBools = [propertyNode(row, \.isOpen)]
    nodes.kinds = [propertyNode(row, \.kind)]
    nodes.optionalTones = [propertyNode(row, \.tone)]
    nodes.tokens = [propertyNode(row, \.token)]
    nodes.datas = [propertyNode(row, \.data)]
    nodes.optionalURLs = [propertyNode(row, \.link)]
    nodes.words = [propertyNode(row, \.words)]
    nodes.identifiers = [propertyNode(row, \.persistentModelID)]
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
    nodes.ints = [propertyNode(row, \.size)]
    nodes.strings = [propertyNode(row, \.title)]
    nodes.identifiers = [propertyNode(row, \.persistentModelID)]
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
    nodes.strings = [propertyNode(row, \.label)]
    nodes.identifiers = [propertyNode(row, \.persistentModelID)]
    guard depth > 0 else { return nodes }
    nodes.lists = [List(root: Build.build_KeyPath(root: row, keyPath: \.items), depth: depth)]
    return nodes
  }
}

import Foundation

/// Returns a predicate that is true if all of the given predicates are true. It is true for an
/// empty list.
///
/// On Linux, `#Predicate` cannot contain another predicate, and the compiler cannot type-check an
/// expression with six or more `&&` operators. This function composes such predicates at run time.
///
/// ```swift
/// let named = #Predicate<Place> { $0.name != "" }
/// let high = #Predicate<Place> { $0.altitude > 1_000 }
/// let both = conjunction(of: [named, high])
/// ```
public func conjunction<M: PersistentModel>(of predicates: [Predicate<M>]) -> Predicate<M> {
  Predicate { PredicateGroup(kind: .all, members: predicates, input: $0) }
}

/// Returns a predicate that is true if at least one of the given predicates is true. It is false
/// for an empty list.
public func disjunction<M: PersistentModel>(of predicates: [Predicate<M>]) -> Predicate<M> {
  Predicate { PredicateGroup(kind: .any, members: predicates, input: $0) }
}

/// Returns a predicate that is true if the given predicate is false.
public func negation<M: PersistentModel>(of predicate: Predicate<M>) -> Predicate<M> {
  Predicate { PredicateGroup(kind: .none, members: [predicate], input: $0) }
}

/// A predicate node that combines several predicates for the same model.
struct PredicateGroup<M: PersistentModel>: StandardPredicateExpression {
  enum Kind {
    case all, any, none
  }

  let kind: Kind
  let members: [Predicate<M>]
  let input: PredicateExpressions.Variable<M>

  init(kind: Kind, members: [Predicate<M>], input: PredicateExpressions.Variable<M>) {
    self.kind = kind
    self.members = members
    self.input = input
  }

  func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    let model = try input.evaluate(bindings)
    switch kind {
    case .all: return try members.allSatisfy { try $0.evaluate(model) }
    case .any: return try members.contains { try $0.evaluate(model) }
    case .none: return try !members.contains { try $0.evaluate(model) }
    }
  }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: Self.notArchived))
  }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: Self.notArchived))
  }

  private static var notArchived: String {
    "A predicate composed at run time cannot be encoded or decoded; encode its parts separately."
  }
}

extension PredicateGroup: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard let row = try compiler.row(input) else {
      throw .unsupported("a composed predicate whose input is not a model object")
    }
    var tests: [SQLFragment] = []
    for member in members {
      compiler.bind(member.variable.key, to: .row(row))
      tests.append(try compiler.scalar(member.expression))
    }
    switch kind {
    case .all: return .balanced(tests[...], empty: "1") { .conjunction($0, $1) }
    case .any: return .anyOf(tests)
    case .none: return .negation(.anyOf(tests))
    }
  }
}

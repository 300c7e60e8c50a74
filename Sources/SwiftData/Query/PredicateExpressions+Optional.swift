import Foundation

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable, RowTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    if let (owner, property) = try compiler.toMany(wrapped) {
      compiler.bind(variable.key, to: .toMany(owner: owner, property))
      return try compiler.fragment(transform)
    }
    let source: SQLFragment
    let present: SQLFragment
    var isRow = false
    if var row = try compiler.row(wrapped) {
      source = compiler.key(of: row).with(null: .isNil)
      present = "(\(source.with(failures: [])) IS NOT NULL)"
      row.isOptional = false
      row.failures = []
      compiler.bind(variable.key, to: .row(row))
      isRow = true
    } else {
      source = try compiler.fragment(wrapped)
      present = source.isPresent
      var value = source.with(failures: [])
      value.null = source.null.mayBeNotANumber ? .notANumber : .never
      value.presence = []
      compiler.bind(variable.key, to: .value(value))
    }
    let result = try compiler.fragment(transform)
    // A column of the row itself is NULL if the row does not exist.
    let isOwnColumn =
      isRow && result.isColumn
      && (transform as? any VariablePath)?.starts(at: variable.key) == true
    var fragment = isOwnColumn ? result : "CASE WHEN \(present) THEN \(result) END"
    fragment.failures = source.failures + result.failures(where: present)
    fragment.keyEntity = result.keyEntity
    fragment.opaque = result.opaque
    fragment.null = .isNil
    if result.null.mayBeNotANumber {
      fragment.null = .nilOrNotANumber
      fragment.presence = [
        ("(\(present) AND \(result.isPresent))" as SQLFragment).with(failures: [])
      ]
    }
    return fragment
  }

  func row(_ compiler: PredicateCompiler) throws(SwiftDataError) -> PredicateRow? {
    guard let row = try compiler.row(wrapped) else { return nil }
    var present = row
    present.isOptional = false
    present.failures = []
    compiler.bind(variable.key, to: .row(present))
    guard var result = try compiler.row(transform) else { return nil }
    guard (transform as? any VariablePath)?.starts(at: variable.key) == true else {
      throw .unsupported(
        "a `flatMap` closure that returns neither its parameter nor a property of it")
    }
    result.isOptional = true
    result.failures =
      row.failures
      + compiler.key(of: result).failures(where: "(\(compiler.key(of: present)) IS NOT NULL)")
    return result
  }
}

/// A predicate node for a variable, or for a key path that starts at a variable.
protocol VariablePath {
  func starts(at variable: PredicateExpressions.VariableID) -> Bool
}

extension PredicateExpressions.Variable: VariablePath {
  func starts(at variable: PredicateExpressions.VariableID) -> Bool { key == variable }
}

extension PredicateExpressions.KeyPath: VariablePath {
  func starts(at variable: PredicateExpressions.VariableID) -> Bool {
    (root as? any VariablePath)?.starts(at: variable) == true
  }
}

extension PredicateExpressions.OptionalFlatMap: VariablePath {
  func starts(at variable: PredicateExpressions.VariableID) -> Bool {
    (wrapped as? any VariablePath)?.starts(at: variable) == true
      && (transform as? any VariablePath)?.starts(at: self.variable.key) == true
  }
}

extension PredicateExpressions.ForcedUnwrap: VariablePath {
  func starts(at variable: PredicateExpressions.VariableID) -> Bool {
    (inner as? any VariablePath)?.starts(at: variable) == true
  }
}

extension PredicateExpressions.ForcedUnwrap: SQLTranslatable, RowTranslatable, ToManyTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    var fragment = try compiler.fragment(inner)
    guard fragment.null.mayBeNil else { return fragment }
    fragment.failures.append(.negation(fragment.isPresent))
    fragment.null = fragment.null.mayBeNotANumber ? .notANumber : .never
    fragment.presence = []
    return fragment
  }

  func row(_ compiler: PredicateCompiler) throws(SwiftDataError) -> PredicateRow? {
    guard var row = try compiler.row(inner) else { return nil }
    if row.isOptional {
      row.failures.append("(\(compiler.key(of: row).with(failures: [])) IS NULL)")
      row.isOptional = false
    }
    return row
  }

  func toMany(
    _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> (owner: PredicateRow, property: PropertyLayout)? {
    try compiler.toMany(inner)
  }
}

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let (first, second) = try compiler.alternatives(lhs, rhs)
    let present = first.isPresent
    var fragment: SQLFragment =
      first.null.mayBeNotANumber || second.mayThrow
      ? "CASE WHEN \(present) THEN \(first) ELSE \(second) END"
      : "coalesce(\(first), \(second))"
    fragment.failures = first.failures + second.failures(where: .negation(present))
    fragment.keyEntity = first.keyEntity
    fragment.null = SQLFragment.Null(
      mayBeNil: second.null.mayBeNil,
      mayBeNotANumber: first.null.mayBeNotANumber || second.null.mayBeNotANumber)
    if fragment.null == .nilOrNotANumber {
      fragment.presence = [
        ("(\(present) OR \(second.isPresent))" as SQLFragment).with(failures: [])
      ]
    }
    return fragment
  }
}

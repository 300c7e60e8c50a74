import Foundation

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable, RowTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    if let (owner, property) = try compiler.toMany(wrapped) {
      compiler.bind(variable.key, to: .toMany(owner: owner, property))
      return try compiler.fragment(transform)
    }
    let presence: SQLFragment
    if var row = try compiler.row(wrapped) {
      presence = compiler.key(of: row)
      row.null = .never
      compiler.bind(variable.key, to: .row(row))
    } else {
      presence = try compiler.fragment(wrapped)
      compiler.bind(variable.key, to: .value(presence.with(null: .never)))
    }
    let result = try compiler.fragment(transform)
    let null = SQLFragment.Null.combined(.isNil, presence.null, result.null)
    if result.isColumn { return result.with(null: null) }
    var fragment: SQLFragment = "CASE WHEN \(presence) IS NOT NULL THEN \(result) END"
    fragment.keyEntity = result.keyEntity
    fragment.opaqueType = result.opaqueType
    return fragment.with(null: null)
  }

  func row(_ compiler: PredicateCompiler) throws(SwiftDataError) -> Row? {
    guard let row = try compiler.row(wrapped) else { return nil }
    compiler.bind(variable.key, to: .row(row))
    guard var result = try compiler.row(transform) else { return nil }
    result.null = .isNil
    return result
  }
}

extension PredicateExpressions.ForcedUnwrap: SQLTranslatable, RowTranslatable, ToManyTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let fragment = try compiler.fragment(inner)
    return fragment.null == .isNil ? fragment.with(null: .failure) : fragment
  }

  func row(_ compiler: PredicateCompiler) throws(SwiftDataError) -> Row? {
    guard var row = try compiler.row(inner) else { return nil }
    row.null = .failure
    return row
  }

  func toMany(
    _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> (owner: Row, property: PropertyLayout)? {
    try compiler.toMany(inner)
  }
}

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let (first, second) = (try compiler.scalar(lhs), try compiler.scalar(rhs))
    return ("coalesce(\(first), \(second))" as SQLFragment).with(
      null: first.null == .failure ? .failure : second.null)
  }
}

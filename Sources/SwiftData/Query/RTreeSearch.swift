import Foundation

/// An R*Tree search that finds every row matching a predicate, and possibly other rows.
struct RTreeSearch {
  /// The SQL condition that the row's key is among the keys found in the tree.
  let condition: SQLFragment

  /// Creates a search for a predicate that limits an entity's indexed columns to ranges. Returns
  /// nil if no R*Tree of the entity can answer the predicate.
  ///
  /// If several trees can answer the predicate, the search uses the tree in which the predicate
  /// limits the most columns.
  ///
  /// - Parameter names: The names of the R*Trees that exist.
  init?<M: PersistentModel>(
    of predicate: Predicate<M>, in entity: EntityLayout, _ names: Set<String>,
    _ compiler: PredicateCompiler
  ) throws(SwiftDataError) {
    let trees = entity.indexes.filter {
      $0.kind == .rtree && names.contains(entity.name(of: $0))
    }
    guard !trees.isEmpty, let node = predicate.expression as? any LimitingNode else { return nil }
    let limits = try node.limits(compiler)
    var best: (tests: [SQLFragment], tree: IndexLayout)?
    for tree in trees {
      var tests: [SQLFragment] = []
      var isUsable = true
      for (dimension, slot) in tree.slots.enumerated() {
        let property = entity.properties[slot]
        let column = "\(compiler.rootAlias).\(property.name.sqlQuoted)"
        let own = limits.filter { $0.column == column }
        // The tree does not contain rows with NULL, so it is usable only if no such row can meet
        // the predicate.
        if property.isOptional, own.isEmpty { isUsable = false }
        tests += own.map { limit in
          limit.isUpper
            ? "\(raw: RTree.lower(dimension)) <= \(limit.value)"
            : "\(raw: RTree.upper(dimension)) >= \(limit.value)"
        }
      }
      if isUsable, tests.count > best?.tests.count ?? 0 { best = (tests, tree) }
    }
    guard let best else { return nil }
    var query: SQLFragment = "SELECT id FROM \(raw: entity.name(of: best.tree).sqlQuoted)"
    for (index, test) in best.tests.enumerated() {
      query = "\(query) \(raw: index == 0 ? "WHERE" : "AND") \(test)"
    }
    condition = "\(raw: compiler.rootAlias).\"_sd_id\" IN (\(query))"
  }
}

/// An upper or lower limit on a column's values in all rows that match a predicate.
struct ColumnLimit {
  /// The SQL expression to which the limit applies, such as `t0."latitude"`.
  let column: String
  let isUpper: Bool
  /// The limiting value, which is the same for all rows. The value itself may or may not belong to
  /// the range.
  let value: SQLFragment
}

/// A predicate node that limits columns to ranges.
protocol LimitingNode {
  func limits(_ compiler: PredicateCompiler) throws(SwiftDataError) -> [ColumnLimit]
}

extension PredicateExpressions.Conjunction: LimitingNode {
  func limits(_ compiler: PredicateCompiler) throws(SwiftDataError) -> [ColumnLimit] {
    try ((lhs as? any LimitingNode)?.limits(compiler) ?? [])
      + ((rhs as? any LimitingNode)?.limits(compiler) ?? [])
  }
}

extension PredicateExpressions.Comparison: LimitingNode {
  func limits(_ compiler: PredicateCompiler) throws(SwiftDataError) -> [ColumnLimit] {
    let isUpper =
      switch op {
      case .lessThan, .lessThanOrEqual: true
      case .greaterThan, .greaterThanOrEqual: false
      }
    return try compiler.limits(of: lhs, upper: isUpper ? rhs : nil, lower: isUpper ? nil : rhs)
      + compiler.limits(of: rhs, upper: isUpper ? nil : lhs, lower: isUpper ? lhs : nil)
  }
}

extension PredicateExpressions.Equal: LimitingNode {
  func limits(_ compiler: PredicateCompiler) throws(SwiftDataError) -> [ColumnLimit] {
    try compiler.limits(of: lhs, upper: rhs, lower: rhs)
      + compiler.limits(of: rhs, upper: lhs, lower: lhs)
  }
}

extension PredicateExpressions.RangeExpressionContains: LimitingNode {
  func limits(_ compiler: PredicateCompiler) throws(SwiftDataError) -> [ColumnLimit] {
    guard let range = range as? any RangeNode else { return [] }
    return try compiler.limits(of: element, upper: range.upperLimit, lower: range.lowerLimit)
  }
}

extension PredicateExpressions.NilCoalesce: LimitingNode {
  func limits(_ compiler: PredicateCompiler) throws(SwiftDataError) -> [ColumnLimit] {
    // With any default other than false, a row without a value can meet the predicate.
    guard CapturedValue(rhs)?.value as? Bool == false else { return [] }
    return try (lhs as? any LimitingNode)?.limits(compiler) ?? []
  }
}

extension PredicateExpressions.OptionalFlatMap: LimitingNode {
  func limits(_ compiler: PredicateCompiler) throws(SwiftDataError) -> [ColumnLimit] {
    guard let transform = transform as? any LimitingNode else { return [] }
    // The translation binds the parameter of the closure.
    _ = try fragment(compiler)
    return try transform.limits(compiler)
  }
}

/// A predicate node that creates a range with two limits.
private protocol RangeNode {
  var lowerLimit: any PredicateExpression { get }
  var upperLimit: any PredicateExpression { get }
}

extension PredicateExpressions.Range: RangeNode {
  fileprivate var lowerLimit: any PredicateExpression { lower }
  fileprivate var upperLimit: any PredicateExpression { upper }
}

extension PredicateExpressions.ClosedRange: RangeNode {
  fileprivate var lowerLimit: any PredicateExpression { lower }
  fileprivate var upperLimit: any PredicateExpression { upper }
}

extension PredicateCompiler {
  /// Returns the limits that a comparison with an upper or lower bound places on an expression. A
  /// bound that depends on the tested row, or is nil or NaN, sets no limit.
  fileprivate func limits(
    of limited: any PredicateExpression, upper: (any PredicateExpression)?,
    lower: (any PredicateExpression)?
  ) throws(SwiftDataError) -> [ColumnLimit] {
    guard CapturedValue(limited) == nil else { return [] }
    var limits: [ColumnLimit] = []
    for (expression, isUpper) in [(upper, true), (lower, false)] {
      guard let captured = expression.flatMap({ CapturedValue($0) }) else { continue }
      let value = try SQLFragment(captured: captured.value)
      guard !value.arguments.isEmpty else { continue }
      let column = try fragment(limited)
      guard column.opaque == nil else { continue }
      limits.append(ColumnLimit(column: column.sql, isUpper: isUpper, value: value))
    }
    return limits
  }
}

import Foundation

/// A range captured by a predicate.
protocol CapturedRange {
  func contains(_ element: SQLFragment) throws(SwiftDataError) -> SQLFragment
}

/// A predicate node that creates a range.
protocol RangeTranslatable {
  func contains(
    _ element: SQLFragment, _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> SQLFragment
}

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    if let captured = CapturedValue(range)?.value as? any CapturedRange {
      return try captured.contains(try compiler.scalar(element))
    }
    guard let range = range as? any RangeTranslatable else {
      throw .unsupported("a range created by \(PredicateCompiler.name(of: range))")
    }
    return try range.contains(try compiler.scalar(element), compiler)
  }
}

extension PredicateExpressions.Range: RangeTranslatable {
  func contains(
    _ element: SQLFragment, _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> SQLFragment {
    try .between(
      Output.Bound.self, element, try compiler.scalar(lower), try compiler.scalar(upper),
      includesUpper: false)
  }
}

extension PredicateExpressions.ClosedRange: RangeTranslatable {
  func contains(
    _ element: SQLFragment, _ compiler: PredicateCompiler
  ) throws(SwiftDataError) -> SQLFragment {
    try .between(
      Output.Bound.self, element, try compiler.scalar(lower), try compiler.scalar(upper),
      includesUpper: true)
  }
}

extension SQLFragment {
  fileprivate static func between(
    _ bound: Any.Type, _ element: SQLFragment, _ lower: SQLFragment?, _ upper: SQLFragment?,
    includesUpper: Bool
  ) throws(SwiftDataError) -> SQLFragment {
    guard bound is any _ColumnValue.Type || DecimalColumn.holds(bound) else {
      throw .unsupported("a range of \(bound) values, which SQL cannot compare")
    }
    switch (lower, upper) {
    case (let lower?, let upper?):
      let test: SQLFragment =
        includesUpper
        ? "\(element) BETWEEN \(lower) AND \(upper)"
        : "\(element) >= \(lower) AND \(element) < \(upper)"
      return .comparison(test, of: element, lower, upper)
    case (let lower?, nil): return .comparison("\(element) >= \(lower)", of: element, lower)
    case (nil, let upper?):
      let symbol = includesUpper ? "<=" : "<"
      return .comparison("\(element) \(raw: symbol) \(upper)", of: element, upper)
    case (nil, nil): return "1"
    }
  }
}

extension ClosedRange: CapturedRange {
  func contains(_ element: SQLFragment) throws(SwiftDataError) -> SQLFragment {
    try .between(
      Bound.self, element, SQLFragment(captured: lowerBound), SQLFragment(captured: upperBound),
      includesUpper: true)
  }
}

extension Range: CapturedRange {
  func contains(_ element: SQLFragment) throws(SwiftDataError) -> SQLFragment {
    try .between(
      Bound.self, element, SQLFragment(captured: lowerBound), SQLFragment(captured: upperBound),
      includesUpper: false)
  }
}

extension PartialRangeFrom: CapturedRange {
  func contains(_ element: SQLFragment) throws(SwiftDataError) -> SQLFragment {
    try .between(
      Bound.self, element, SQLFragment(captured: lowerBound), nil, includesUpper: false)
  }
}

extension PartialRangeThrough: CapturedRange {
  func contains(_ element: SQLFragment) throws(SwiftDataError) -> SQLFragment {
    try .between(Bound.self, element, nil, SQLFragment(captured: upperBound), includesUpper: true)
  }
}

extension PartialRangeUpTo: CapturedRange {
  func contains(_ element: SQLFragment) throws(SwiftDataError) -> SQLFragment {
    try .between(Bound.self, element, nil, SQLFragment(captured: upperBound), includesUpper: false)
  }
}

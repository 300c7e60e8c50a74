import Foundation

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard Base.Output.self == String.self, Other.Output.self == String.self else {
      throw .unsupported(
        """
        `contains` on a value of type \(Base.Output.self) with an argument of type \
        \(Other.Output.self)
        """)
    }
    return try compiler.call("_sd_contains", base, other)
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard Base.Output.self == String.self, Prefix.Output.self == String.self else {
      throw .unsupported(
        """
        `starts(with:)` on a value of type \(Base.Output.self) with an argument of type \
        \(Prefix.Output.self)
        """)
    }
    return try compiler.call("_sd_starts_with", base, prefix)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    try compiler.call("_sd_localized_contains", root, other)
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    try compiler.call("_sd_case_compare", root, other)
  }
}

extension PredicateCompiler {
  fileprivate func call(
    _ function: String, _ first: any PredicateExpression, _ second: any PredicateExpression
  ) throws(SwiftDataError) -> SQLFragment {
    let (first, second) = (try scalar(first), try scalar(second))
    return "\(raw: function)(\(first), \(second))"
  }
}

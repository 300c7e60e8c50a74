import Foundation

extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let (name, symbol) =
      switch op {
      case .add: ("_sd_add", "+")
      case .subtract: ("_sd_subtract", "-")
      case .multiply: ("_sd_multiply", "*")
      }
    let (first, second) = (try compiler.scalar(lhs), try compiler.scalar(rhs))
    if let type = Output.self as? any FixedWidthInteger.Type {
      return .checked(name, first, second, type)
    }
    return try .floating("(\(first) \(raw: symbol) \(second))", Output.self)
  }
}

extension PredicateExpressions.FloatDivision: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let (first, second) = (try compiler.scalar(lhs), try compiler.scalar(rhs))
    return try .floating("_sd_quotient(\(first), \(second))", Output.self)
  }
}

extension PredicateExpressions.IntDivision: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard let type = Output.self as? any FixedWidthInteger.Type else {
      throw .unsupported("a division of \(Output.self) values")
    }
    return .checked("_sd_divide", try compiler.scalar(lhs), try compiler.scalar(rhs), type)
  }
}

extension PredicateExpressions.IntRemainder: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard let type = Output.self as? any FixedWidthInteger.Type else {
      throw .unsupported("a remainder operation on \(Output.self) values")
    }
    return .checked("_sd_remainder", try compiler.scalar(lhs), try compiler.scalar(rhs), type)
  }
}

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    let operand = try compiler.scalar(wrapped)
    if let type = Output.self as? any FixedWidthInteger.Type {
      return .checked("_sd_subtract", "0", operand, type)
    }
    // SQLite's unary minus subtracts the operand from 0, which loses the sign of zero.
    return try .floating("(\(operand) * -1.0)", Output.self)
  }
}

extension SQLFragment {
  /// Returns SQL for integer arithmetic with an overflow check. The called SQL function fails if
  /// the result overflows the integer type.
  fileprivate static func checked(
    _ function: String, _ first: SQLFragment, _ second: SQLFragment,
    _ type: any FixedWidthInteger.Type
  ) -> SQLFragment {
    let (least, greatest) = type.columnBounds
    var fragment: SQLFragment =
      "\(raw: function)(\(first), \(second), \(raw: "\(least)"), \(raw: "\(greatest)"))"
    fragment.mayThrow = true
    return fragment
  }

  /// Returns SQL for floating-point arithmetic. The result is rounded to `Float` if the Swift type
  /// is `Float`.
  ///
  /// Rounding the `Double` result of a single operation is equivalent to `Float` arithmetic,
  /// because a `Double` has more than twice as many significant bits as a `Float`.
  fileprivate static func floating(
    _ sql: SQLFragment, _ type: Any.Type
  ) throws(SwiftDataError) -> SQLFragment {
    if type == Double.self { return sql.with(null: .notANumber) }
    if type == Float.self { return ("_sd_float(\(sql))" as SQLFragment).with(null: .notANumber) }
    throw .unsupported("arithmetic on \(type) values")
  }
}

extension FixedWidthInteger {
  /// The minimum and maximum of the integer type, clamped to the range of a column.
  fileprivate static var columnBounds: (Int64, Int64) {
    (Int64(clamping: min), Int64(clamping: max))
  }
}

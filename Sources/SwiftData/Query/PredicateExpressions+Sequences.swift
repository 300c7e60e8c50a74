import Foundation

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    if let captured = sequence as? any CapturedValue {
      if let range = captured.captured as? any CapturedRange {
        return try range.contains(try compiler.scalar(element))
      }
      let list = try ValueList(captured.captured)
      return try list.contains(try compiler.fragment(element), compiler)
    }
    if let range = sequence as? any RangeTranslatable {
      return try range.contains(try compiler.scalar(element), compiler)
    }
    let array = try compiler.fragment(sequence)
    guard let type = LHS.Output.self as? any StoredArray.Type, type.hasComparableElements,
      array.isColumn
    else { throw .unsupported("contains on \(LHS.Output.self)") }
    let value = try compiler.scalar(element)
    let alias = compiler.newElementAlias()
    return
      "EXISTS (SELECT 1 FROM json_each(\(array)) AS \(raw: alias) WHERE \(raw: alias).value IS \(value))"
  }
}

extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard var rows = try compiler.rowSet(sequence) else {
      throw .unsupported("contains(where:) on \(LHS.Output.self)")
    }
    compiler.bind(variable.key, to: .row(rows.row))
    rows.conditions.append(try compiler.scalar(test))
    return "EXISTS (\(compiler.select("1", from: rows)))"
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard var rows = try compiler.rowSet(sequence) else {
      throw .unsupported("allSatisfy on \(LHS.Output.self)")
    }
    compiler.bind(variable.key, to: .row(rows.row))
    let test = try compiler.scalar(test)
    rows.conditions.append(
      test.null == .never ? .negation(test) : "NOT ifnull(\(test), 0)")
    return "(NOT EXISTS (\(compiler.select("1", from: rows))))"
  }
}

extension PredicateExpressions.Filter: RowSetTranslatable, SQLTranslatable {
  func rowSet(_ compiler: PredicateCompiler) throws(SwiftDataError) -> RowSet? {
    guard var rows = try compiler.rowSet(sequence) else {
      throw .unsupported("filter on \(LHS.Output.self)")
    }
    compiler.bind(variable.key, to: .row(rows.row))
    rows.conditions.append(try compiler.scalar(filter))
    return rows
  }

  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    throw .unsupported("filter without isEmpty, count, contains(where:) or allSatisfy")
  }
}

/// A node that holds a captured value.
protocol CapturedValue {
  var captured: Any { get }
}

extension PredicateExpressions.Value: CapturedValue {
  var captured: Any { value }
}

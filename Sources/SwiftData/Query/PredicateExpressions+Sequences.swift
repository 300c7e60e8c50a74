import Foundation

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    if let captured = CapturedValue(sequence) {
      if let range = captured.value as? any CapturedRange {
        return try range.contains(try compiler.scalar(element))
      }
      let list = try ValueList(captured.value)
      return try list.contains(try compiler.fragment(element), compiler)
    }
    if let range = sequence as? any RangeTranslatable {
      return try range.contains(try compiler.scalar(element), compiler)
    }
    if var rows = try compiler.rowSet(sequence) {
      let element = try compiler.fragment(element)
      let key: SQLFragment
      if let identifier = element.identifier {
        key = compiler.key(of: identifier, in: rows.entity)
      } else if element.keyEntity?.index == rows.entity.index {
        key = element
      } else {
        throw .unsupported("`contains` on a value of type \(LHS.Output.self)")
      }
      rows.conditions.append("\(raw: rows.alias).\"_sd_id\" = \(key)")
      let found: SQLFragment = "EXISTS (\(compiler.select("1", from: rows)))"
      return found.with(failures: rows.failures + key.failures)
    }
    let array = try compiler.fragment(sequence)
    guard let type = LHS.Output.self as? any StoredList.Type, let kind = type.element,
      array.isColumn
    else {
      throw array.opaque?.unsupported("searches")
        ?? .unsupported("`contains` on a value of type \(LHS.Output.self)")
    }
    return kind.contains(
      try compiler.scalar(element), in: array, alias: compiler.newElementAlias())
  }
}

extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard var rows = try compiler.rowSet(sequence) else {
      throw compiler.noRows(sequence, "`contains(where:)` on a value of type \(LHS.Output.self)")
    }
    compiler.bind(variable.key, to: .row(rows.row))
    let test = try compiler.scalar(test)
    let failures = rows.failures + compiler.failures(of: test, until: test, in: rows)
    rows.conditions.append(test)
    let found: SQLFragment = "EXISTS (\(compiler.select("1", from: rows)))"
    return found.with(failures: failures)
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    guard var rows = try compiler.rowSet(sequence) else {
      throw compiler.noRows(sequence, "`allSatisfy` on a value of type \(LHS.Output.self)")
    }
    compiler.bind(variable.key, to: .row(rows.row))
    let test = try compiler.scalar(test)
    let opposite = SQLFragment.negation(test)
    let failures = rows.failures + compiler.failures(of: test, until: opposite, in: rows)
    rows.conditions.append(opposite)
    let none: SQLFragment = "(NOT EXISTS (\(compiler.select("1", from: rows))))"
    return none.with(failures: failures)
  }
}

extension PredicateExpressions.Filter: RowSetTranslatable, SQLTranslatable {
  func rowSet(_ compiler: PredicateCompiler) throws(SwiftDataError) -> RowSet? {
    guard var rows = try compiler.rowSet(sequence) else {
      throw compiler.noRows(sequence, "`filter` on a value of type \(LHS.Output.self)")
    }
    compiler.bind(variable.key, to: .row(rows.row))
    let filter = try compiler.scalar(filter)
    rows.failures += compiler.failures(of: filter, until: "0", in: rows)
    rows.conditions.append(filter)
    return rows
  }

  func fragment(_ compiler: PredicateCompiler) throws(SwiftDataError) -> SQLFragment {
    throw .unsupported("`filter` without `isEmpty`, `count`, `contains(where:)` or `allSatisfy`")
  }
}

extension PredicateCompiler {
  /// Returns the error for a predicate that tests the elements of a sequence other than a to-many
  /// relationship.
  fileprivate func noRows(_ sequence: any PredicateExpression, _ use: String) -> SwiftDataError {
    let list = try? fragment(sequence)
    return list?.opaque?.unsupported("tests each element of") ?? .unsupported(use)
  }
}

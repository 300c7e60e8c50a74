/// A column whose values are stored as JSON, so SQL can compare them only with nil.
struct OpaqueColumn {
  let entity: String
  let property: String
  let type: String

  /// Returns the error for a predicate that uses the column in any way other than a comparison with
  /// nil.
  func unsupported(_ use: String) -> SwiftDataError {
    SwiftDataError(
      .unsupportedPredicate,
      """
      The predicate \(use) \(entity).\(property), a \(type) stored as JSON, which SQL can compare \
      only with nil; store the value in a separate property (an enum with raw values, or a related \
      model), or filter the fetched objects in Swift.
      """,
      entity: entity, property: property)
  }
}

/// A fragment of SQL text, with its arguments in order.
struct SQLFragment: ExpressibleByStringInterpolation {
  /// The meaning of a NULL result from an SQL fragment.
  enum Null {
    /// The result is NULL only if evaluation fails.
    case never
    /// A NULL result means nil in Swift.
    case isNil
    /// A NULL result means NaN (not a number), which SQLite cannot represent.
    case notANumber
    /// A NULL result means nil or NaN, which ``SQLFragment/presence`` distinguishes.
    case nilOrNotANumber

    var mayBeNil: Bool { self == .isNil || self == .nilOrNotANumber }
    var mayBeNotANumber: Bool { self == .notANumber || self == .nilOrNotANumber }

    init(mayBeNil: Bool, mayBeNotANumber: Bool) {
      switch (mayBeNil, mayBeNotANumber) {
      case (false, false): self = .never
      case (true, false): self = .isNil
      case (false, true): self = .notANumber
      case (true, true): self = .nilOrNotANumber
      }
    }
  }

  var sql: String
  var arguments: [_SQLValue]
  var null = Null.never
  /// Whether the fragment is only a column name, without any operation on the column. Such a column
  /// is NULL if its row is missing.
  var isColumn = false
  /// Whether evaluating the SQL can raise an error. If so, the SQL must run only where Swift would
  /// evaluate the expression.
  var mayThrow = false
  /// SQL conditions that evaluate to 1 if `Predicate.evaluate` would throw an error, for example
  /// because of a forced unwrap of nil. The object then does not match, regardless of the
  /// fragment's value.
  var failures: [SQLFragment] = []
  /// An SQL condition that is true if the value is not nil, used if NULL can mean either nil or
  /// NaN.
  var presence: [SQLFragment] = []
  /// The entity whose row key this SQL yields. Nil if the SQL does not yield a row key.
  var keyEntity: EntityLayout?
  /// The captured persistent identifier that the fragment represents, if any. It is translated to
  /// SQL when the compared entity is known.
  var identifier: PersistentIdentifier?
  /// The column that the fragment reads, if SQL can compare the column's values only with nil. Nil
  /// if the fragment reads no such column.
  var opaque: OpaqueColumn?

  init(_ sql: String, _ arguments: [_SQLValue] = [], null: Null = .never) {
    self.sql = sql
    self.arguments = arguments
    self.null = null
  }

  init(stringLiteral value: String) { self.init(value) }

  init(stringInterpolation: Interpolation) {
    self.init(stringInterpolation.sql, stringInterpolation.arguments)
    mayThrow = stringInterpolation.mayThrow
    failures = stringInterpolation.failures
  }

  func with(null: Null) -> SQLFragment {
    var copy = self
    copy.null = null
    return copy
  }

  func with(failures: [SQLFragment]) -> SQLFragment {
    var copy = self
    copy.failures = failures
    return copy
  }

  /// SQL that yields 1 if the value is not nil, and 0 if it is nil.
  var isPresent: SQLFragment {
    switch null {
    case .never, .notANumber: "1"
    case .isNil: ("(\(self) IS NOT NULL)" as SQLFragment).with(failures: [])
    case .nilOrNotANumber: presence.first ?? "1"
    }
  }

  /// Returns the SQL conditions that detect evaluation errors, limited to rows that meet another
  /// condition.
  func failures(where test: SQLFragment) -> [SQLFragment] {
    failures.map { .conjunction(test.with(failures: []), $0) }
  }

  /// Joins SQL terms with OR in a balanced tree, so that the expression stays within SQLite's depth
  /// limit.
  static func anyOf(_ terms: [SQLFragment]) -> SQLFragment {
    SQLFragment.balanced(terms[...], empty: "0") { .disjunction($0, $1) }
  }

  /// Joins SQL terms pairwise in a balanced tree.
  static func balanced(
    _ terms: ArraySlice<SQLFragment>, empty: SQLFragment,
    _ join: (SQLFragment, SQLFragment) -> SQLFragment
  ) -> SQLFragment {
    guard terms.count > 1 else { return terms.first ?? empty }
    let middle = terms.startIndex + terms.count / 2
    return join(
      balanced(terms[..<middle], empty: empty, join),
      balanced(terms[middle...], empty: empty, join))
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var sql = ""
    fileprivate var arguments: [_SQLValue] = []
    fileprivate var mayThrow = false
    fileprivate var failures: [SQLFragment] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { sql += literal }

    mutating func appendInterpolation(_ fragment: SQLFragment) {
      sql += fragment.sql
      arguments += fragment.arguments
      mayThrow = mayThrow || fragment.mayThrow
      for failure in fragment.failures
      where !failures.contains(where: {
        $0.sql == failure.sql && $0.arguments == failure.arguments
      }) {
        failures.append(failure)
      }
    }

    mutating func appendInterpolation(raw text: String) { sql += text }

    mutating func appendInterpolation(value: _SQLValue) {
      sql += "?"
      arguments.append(value)
    }
  }
}

/// A column whose contents SQL cannot access.
struct OpaqueColumn {
  let entity: String
  let property: String
  let type: String

  /// Returns the error for a predicate that does more with the column than test it for nil.
  func unsupported(_ use: String) -> SwiftDataError {
    SwiftDataError(
      .unsupportedPredicate,
      """
      The predicate \(use) \(entity).\(property), a \(type) stored as JSON, which SQL can only test \
      for nil; store the value in a separate property (an enum with raw values, or a related \
      model), or filter the fetched objects in Swift.
      """,
      entity: entity, property: property)
  }
}

/// A piece of SQL with its arguments in textual order.
struct SQLFragment: ExpressibleByStringInterpolation {
  /// The meaning of a NULL result.
  enum Null {
    /// The result is never NULL, unless evaluation fails.
    case never
    /// NULL means nil in Swift.
    case isNil
    /// NULL means not-a-number, which SQLite does not have.
    case notANumber
    /// NULL means nil or not-a-number; ``SQLFragment/presence`` distinguishes them.
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
  /// Whether the SQL is a plain column, which is NULL if its row is missing.
  var isColumn = false
  /// Whether evaluating the SQL may raise an error; it must then run only where Swift would
  /// evaluate the expression.
  var mayThrow = false
  /// SQL tests that yield 1 if `Predicate.evaluate` would throw instead of returning this value, as
  /// for a forced unwrap of nil. The value is then irrelevant, and the object does not match.
  var failures: [SQLFragment] = []
  /// The test that the value is not nil, for a value whose NULL may mean nil or not-a-number.
  var presence: [SQLFragment] = []
  /// The entity whose row key this SQL yields, or nil for other values.
  var keyEntity: EntityLayout?
  /// An identifier in Swift, translated to SQL when the compared entity is known.
  var identifier: PersistentIdentifier?
  /// The column of a value stored as JSON, which SQL can only compare with nil.
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

  /// The test that the value is not nil, as 0 or 1.
  var isPresent: SQLFragment {
    switch null {
    case .never, .notANumber: "1"
    case .isNil: ("(\(self) IS NOT NULL)" as SQLFragment).with(failures: [])
    case .nilOrNotANumber: presence.first ?? "1"
    }
  }

  /// Returns the failure tests of a conditional SQL fragment, restricted to rows where its
  /// condition holds.
  func failures(where test: SQLFragment) -> [SQLFragment] {
    failures.map { .conjunction(test.with(failures: []), $0) }
  }

  /// Returns the terms joined by OR, as a balanced tree within the depth limit of SQLite's parser.
  static func anyOf(_ terms: [SQLFragment]) -> SQLFragment {
    SQLFragment.balanced(terms[...], empty: "0") { .disjunction($0, $1) }
  }

  /// Joins terms in pairs to a balanced tree.
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

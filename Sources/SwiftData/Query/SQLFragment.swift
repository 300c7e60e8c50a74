/// A column that SQL cannot look into.
struct OpaqueColumn {
  let entity: String
  let property: String
  let type: String

  /// The error for a predicate that asks for more than whether it is nil.
  func unsupported(_ use: String) -> SwiftDataError {
    SwiftDataError(
      .unsupportedPredicate,
      "The predicate \(use) \(entity).\(property), a \(type), which is stored as JSON: the store "
        + "can only be asked whether it is nil. Keep what is asked for in a property of its own (an "
        + "enum with raw values, a model to lead to), or filter the fetched objects in Swift.",
      entity: entity, property: property)
  }
}

/// A piece of SQL with its arguments, in textual order.
struct SQLFragment: ExpressibleByStringInterpolation {
  /// What NULL stands for when the piece yields it.
  enum Null {
    /// It yields none, unless evaluating fails.
    case never
    /// Swift's nil.
    case isNil
    /// Not-a-number, which SQLite has not.
    case notANumber
    /// Either; ``SQLFragment/presence`` tells which.
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
  /// Whether it is a bare column, NULL where its row is missing.
  var isColumn = false
  /// Whether computing it may raise an error, so that it must not run where Swift would not run it.
  var mayThrow = false
  /// Tests, 1 where `Predicate.evaluate` throws instead of giving this value, as for a forced
  /// unwrap of nil. There the value is of no account, and the object does not match.
  var failures: [SQLFragment] = []
  /// Where NULL may be nil or not-a-number, the one test whether it is not nil.
  var presence: [SQLFragment] = []
  /// The entity whose key it is.
  var keyEntity: EntityLayout?
  /// An identifier in Swift, which becomes SQL once the entity it is compared with is known.
  var identifier: PersistentIdentifier?
  /// A value kept as JSON, which SQL can only compare with nil.
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

  /// Whether the value is not nil, as 0 or 1.
  var isPresent: SQLFragment {
    switch null {
    case .never, .notANumber: "1"
    case .isNil: ("(\(self) IS NOT NULL)" as SQLFragment).with(failures: [])
    case .nilOrNotANumber: presence.first ?? "1"
    }
  }

  /// The failures of a piece that Swift evaluates only where a test holds.
  func failures(where test: SQLFragment) -> [SQLFragment] {
    failures.map { .conjunction(test.with(failures: []), $0) }
  }

  /// The terms joined by OR, as a tree as shallow as SQLite's parser needs it.
  static func anyOf(_ terms: [SQLFragment]) -> SQLFragment {
    SQLFragment.balanced(terms[...], empty: "0") { .disjunction($0, $1) }
  }

  /// Terms joined two by two.
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

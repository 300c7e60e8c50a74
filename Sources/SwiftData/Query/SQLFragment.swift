/// A piece of SQL with its arguments, in textual order.
struct SQLFragment: ExpressibleByStringInterpolation {
  /// What NULL stands for when the piece yields it.
  enum Null: Int {
    /// It yields none.
    case never
    /// Swift's nil.
    case isNil
    /// Not-a-number, which SQLite has not.
    case notANumber
    /// `Predicate.evaluate` throws, as for a forced unwrap of nil; the row does not match.
    case failure

    static func combined(_ parts: Null...) -> Null {
      parts.max { $0.rawValue < $1.rawValue } ?? .never
    }
  }

  var sql: String
  var arguments: [_SQLValue]
  var null = Null.never
  /// Whether it is a bare column, NULL where its row is missing.
  var isColumn = false
  /// Whether evaluating it may fail, so that it must not run where Swift would not run it.
  var mayThrow = false
  /// The entity whose key it is.
  var keyEntity: EntityLayout?
  /// An identifier in Swift, which becomes SQL once the entity it is compared with is known.
  var identifier: PersistentIdentifier?
  /// The type of a value kept as JSON, which SQL can only compare with nil.
  var opaqueType: String?

  init(_ sql: String, _ arguments: [_SQLValue] = [], null: Null = .never) {
    self.sql = sql
    self.arguments = arguments
    self.null = null
  }

  init(stringLiteral value: String) { self.init(value) }

  init(stringInterpolation: Interpolation) {
    self.init(stringInterpolation.sql, stringInterpolation.arguments)
    mayThrow = stringInterpolation.mayThrow
  }

  func with(null: Null) -> SQLFragment {
    var copy = self
    copy.null = null
    return copy
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var sql = ""
    fileprivate var arguments: [_SQLValue] = []
    fileprivate var mayThrow = false

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { sql += literal }

    mutating func appendInterpolation(_ fragment: SQLFragment) {
      sql += fragment.sql
      arguments += fragment.arguments
      mayThrow = mayThrow || fragment.mayThrow
    }

    mutating func appendInterpolation(raw text: String) { sql += text }

    mutating func appendInterpolation(value: _SQLValue) {
      sql += "?"
      arguments.append(value)
    }
  }
}

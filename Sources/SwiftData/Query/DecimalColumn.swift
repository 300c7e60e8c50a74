import Foundation

/// Functions that compare and sort `Decimal` values. The values are stored as JSON numbers.
enum DecimalColumn {
  /// The name of the SQL collation that orders decimals stored as text. Every connection registers
  /// the collation.
  static let collation = "_sd_decimal"

  /// Returns whether a type is `Decimal` or `Decimal?`.
  static func holds(_ type: Any.Type) -> Bool { type == Decimal.self || type == Decimal?.self }

  /// Adds the decimal collation to an SQL expression, so that SQLite compares and sorts decimals by
  /// their numeric values.
  static func ordered(_ sql: String) -> String { "(\(sql) COLLATE \(collation))" }

  /// Compares two decimals, given as text, by their numeric values. Strings that are not numbers
  /// come first, in byte order.
  static func compare(_ first: String, _ second: String) -> ComparisonResult {
    guard first != second else { return .orderedSame }
    let (one, other) = (Decimal(string: first), Decimal(string: second))
    guard let one, let other else {
      if one == nil, other == nil { return first < second ? .orderedAscending : .orderedDescending }
      return one == nil ? .orderedAscending : .orderedDescending
    }
    return one < other ? .orderedAscending : one > other ? .orderedDescending : .orderedSame
  }
}

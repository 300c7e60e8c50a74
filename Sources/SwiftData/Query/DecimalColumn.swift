import Foundation

/// Decimals, which are kept as JSON numbers and compared by value.
enum DecimalColumn {
  /// The collation that orders their texts, known to every connection.
  static let collation = "_sd_decimal"

  /// Whether a type is `Decimal`, optional or not.
  static func holds(_ type: Any.Type) -> Bool { type == Decimal.self || type == Decimal?.self }

  /// SQL that compares and sorts by value.
  static func ordered(_ sql: String) -> String { "(\(sql) COLLATE \(collation))" }

  /// Orders two texts by the numbers they are; what is no number comes first, by its bytes.
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

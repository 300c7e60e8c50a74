import Foundation
import GRDB

/// The functions of SQL text made from predicates: Swift's own, where SQLite's differ.
///
/// Each is pure, and NULL where an argument is.
enum SQLFunctions {
  static let all: [DatabaseFunction] = [
    strings("_sd_contains") { contains($0, $1) },
    strings("_sd_starts_with") { $0.starts(with: $1) },
    strings("_sd_localized_contains") { $0.localizedStandardContains($1) },
    strings("_sd_case_compare") { $0.caseInsensitiveCompare($1).rawValue },
    function("_sd_count", 1) { values in
      String.fromDatabaseValue(values[0]).map { $0.count }
    },
    function("_sd_float", 1) { values in
      Double.fromDatabaseValue(values[0]).map { Double(Float($0)) }
    },
    function("_sd_quotient", 2) { values in
      guard let dividend = Double.fromDatabaseValue(values[0]),
        let divisor = Double.fromDatabaseValue(values[1])
      else { return nil }
      return dividend / divisor
    },
    integers("_sd_add", "addition") { $0.addingReportingOverflow($1) },
    integers("_sd_subtract", "subtraction") { $0.subtractingReportingOverflow($1) },
    integers("_sd_multiply", "multiplication") { $0.multipliedReportingOverflow(by: $1) },
    integers("_sd_divide", "division") { $0.dividedReportingOverflow(by: $1) },
    integers("_sd_remainder", "remainder") { $0.remainderReportingOverflow(dividingBy: $1) },
  ]

  private static func function(
    _ name: String, _ count: Int32,
    _ body: @escaping @Sendable ([DatabaseValue]) throws -> (any DatabaseValueConvertible)?
  ) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: Int(count), pure: true, function: body)
  }

  private static func strings(
    _ name: String,
    _ body: @escaping @Sendable (String, String) -> any DatabaseValueConvertible
  ) -> DatabaseFunction {
    function(name, 2) { values in
      guard let first = String.fromDatabaseValue(values[0]),
        let second = String.fromDatabaseValue(values[1])
      else { return nil }
      return body(first, second)
    }
  }

  /// Integer arithmetic within the bounds of the third and fourth argument.
  private static func integers(
    _ name: String, _ operation: String,
    _ body: @escaping @Sendable (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> DatabaseFunction {
    function(name, 4) { values in
      guard let first = Int64.fromDatabaseValue(values[0]),
        let second = Int64.fromDatabaseValue(values[1]),
        let least = Int64.fromDatabaseValue(values[2]),
        let greatest = Int64.fromDatabaseValue(values[3])
      else { return nil }
      let (result, overflow) = body(first, second)
      guard !overflow, result >= least, result <= greatest else {
        throw DatabaseError(
          resultCode: .SQLITE_RANGE,
          message: "the \(operation) of \(first) and \(second) in the predicate has no result "
            + "between \(least) and \(greatest); exclude such rows before it")
      }
      return result
    }
  }

  /// `contains` as a predicate evaluates it: on collections of characters.
  private static func contains<Base: Collection, Other: Collection>(
    _ base: Base, _ other: Other
  ) -> Bool where Base.Element == Other.Element, Base.Element: Equatable {
    base.contains(other)
  }
}

import Foundation
import GRDB
import GRDBSQLite

/// SQL functions used by translated predicates. They run Swift's own operations where SQLite's
/// operations differ.
///
/// All of these SQL functions are pure and return NULL if an argument is NULL. They read their
/// arguments through SQLite's C interface, which preserves text with a NUL character.
enum SQLFunctions {
  /// Registers the SQL functions with a database connection.
  static func register(_ database: Database) throws {
    guard let handle = database.sqliteConnection else { return }
    for function in all { try function.register(handle) }
    database.add(collation: decimals)
  }

  private static let decimals = DatabaseCollation(
    DecimalColumn.collation, function: DecimalColumn.compare)

  private static let all: [SQLFunction] = [
    strings("_sd_contains") { contains($0, $1) ? 1 : 0 },
    strings("_sd_starts_with") { $0.starts(with: $1) ? 1 : 0 },
    strings("_sd_localized_contains") { $0.localizedStandardContains($1) ? 1 : 0 },
    strings("_sd_case_compare") { Int64($0.caseInsensitiveCompare($1).rawValue) },
    strings("_sd_list_contains") { list, text in
      (try? JSONColumn.value(list, as: [String].self))?.contains(text) == true ? 1 : 0
    },
    numbers("_sd_doubles_contain") { list, number in
      (try? JSONColumn.value(list, as: [Double].self))?.contains(number) == true
    },
    numbers("_sd_floats_contain") { list, number in
      (try? JSONColumn.value(list, as: [Float].self))?.contains(Float(number)) == true
    },
    SQLFunction("_sd_count", 1) { call in
      if let text = call.text(0) { call.returns(Int64(text.count)) }
    },
    SQLFunction("_sd_float", 1) { call in
      if let number = call.double(0) { call.returns(Double(Float(number))) }
    },
    SQLFunction("_sd_quotient", 2) { call in
      if let dividend = call.double(0), let divisor = call.double(1) {
        call.returns(dividend / divisor)
      }
    },
    SQLFunction("_sd_real", 1) { call in
      if let bits = call.integer(0) { call.returns(Double(bitPattern: UInt64(bitPattern: bits))) }
    },
    SQLFunction("_sd_blob", 1) { call in
      if let bytes = call.text(0).map(bytes(hexadecimal:)) { call.returns(blob: bytes) }
    },
    SQLFunction("_sd_text", 1) { call in
      if let bytes = call.text(0).map(bytes(hexadecimal:)) { call.returns(text: bytes) }
    },
    integers("_sd_add", "addition") { $0.addingReportingOverflow($1) },
    integers("_sd_subtract", "subtraction") { $0.subtractingReportingOverflow($1) },
    integers("_sd_multiply", "multiplication") { $0.multipliedReportingOverflow(by: $1) },
    integers("_sd_divide", "division") { $0.dividedReportingOverflow(by: $1) },
    integers("_sd_remainder", "remainder") { $0.remainderReportingOverflow(dividingBy: $1) },
  ]

  private static func strings(
    _ name: String, _ body: @escaping @Sendable (String, String) -> Int64
  ) -> SQLFunction {
    SQLFunction(name, 2) { call in
      if let first = call.text(0), let second = call.text(1) { call.returns(body(first, second)) }
    }
  }

  private static func numbers(
    _ name: String, _ body: @escaping @Sendable (String, Double) -> Bool
  ) -> SQLFunction {
    SQLFunction(name, 2) { call in
      if let list = call.text(0), let number = call.double(1) {
        call.returns(Int64(body(list, number) ? 1 : 0))
      }
    }
  }

  /// Returns an SQL function for integer arithmetic. The SQL function's third and fourth arguments
  /// are the minimum and maximum allowed results.
  private static func integers(
    _ name: String, _ operation: String,
    _ body: @escaping @Sendable (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> SQLFunction {
    SQLFunction(name, 4) { call in
      guard let first = call.integer(0), let second = call.integer(1),
        let least = call.integer(2), let greatest = call.integer(3)
      else { return }
      let (result, overflow) = body(first, second)
      guard !overflow, result >= least, result <= greatest else {
        call.fails(
          """
          the \(operation) of \(first) and \(second) in the predicate has no result between \(least) \
          and \(greatest); exclude such rows by an earlier condition
          """)
        return
      }
      call.returns(result)
    }
  }

  /// Returns whether a collection contains another collection, as tested by `contains` in a
  /// predicate. A string is a collection of characters.
  private static func contains<Base: Collection, Other: Collection>(
    _ base: Base, _ other: Other
  ) -> Bool where Base.Element == Other.Element, Base.Element: Equatable {
    base.contains(other)
  }

  private static func bytes(hexadecimal text: String) -> [UInt8] {
    let digits = text.utf8.map { $0 < 58 ? $0 &- 48 : $0 &- 87 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

/// An SQL function, retained by each connection that uses it.
private final class SQLFunction: Sendable {
  let name: String
  let count: Int32
  let body: @Sendable (SQLCall) -> Void

  init(_ name: String, _ count: Int32, _ body: @escaping @Sendable (SQLCall) -> Void) {
    self.name = name
    self.count = count
    self.body = body
  }

  func register(_ handle: OpaquePointer) throws {
    let code = sqlite3_create_function_v2(
      handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(self).toOpaque(),
      { context, count, values in
        guard let context, let values, let data = sqlite3_user_data(context) else { return }
        let function = Unmanaged<SQLFunction>.fromOpaque(data).takeUnretainedValue()
        let arguments = UnsafeBufferPointer(start: values, count: Int(count))
        function.body(SQLCall(context: context, arguments: arguments))
      }, nil, nil,
      { data in
        if let data { Unmanaged<SQLFunction>.fromOpaque(data).release() }
      })
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

/// A call to an SQL function. The result is NULL unless a value or an error is set.
private struct SQLCall {
  let context: OpaquePointer
  let arguments: UnsafeBufferPointer<OpaquePointer?>

  private func value(_ index: Int) -> OpaquePointer? {
    let value = arguments[index]
    return sqlite3_value_type(value) == SQLITE_NULL ? nil : value
  }

  func integer(_ index: Int) -> Int64? { value(index).map { sqlite3_value_int64($0) } }

  func double(_ index: Int) -> Double? { value(index).map { sqlite3_value_double($0) } }

  func text(_ index: Int) -> String? {
    guard let value = value(index), let bytes = sqlite3_value_text(value) else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func returns(_ number: Int64) { sqlite3_result_int64(context, number) }

  func returns(_ number: Double) { sqlite3_result_double(context, number) }

  func returns(blob bytes: [UInt8]) {
    sqlite3_result_blob(context, bytes, Int32(bytes.count), Self.transient)
  }

  func returns(text bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      sqlite3_result_text(
        context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
        Self.transient)
    }
  }

  func fails(_ reason: String) {
    sqlite3_result_error(context, reason, -1)
    sqlite3_result_error_code(context, SQLITE_RANGE)
  }

  /// SQLite's constant `SQLITE_TRANSIENT`, which instructs SQLite to copy the given bytes.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

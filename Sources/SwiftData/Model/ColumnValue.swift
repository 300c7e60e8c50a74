import Foundation

/// The format of a column's stored values. The raw values are part of a schema's identity and never
/// change.
///
/// ```swift
/// let type = Date._columnType  // .date
/// ```
public enum _ColumnType: String, Sendable {
  case integer, real, text, blob, date, uuid, url, json

  /// The column's type affinity in SQLite, such as `TEXT`.
  var affinity: String {
    switch self {
    case .integer: "INTEGER"
    case .real, .date: "REAL"
    case .text, .url, .json: "TEXT"
    case .blob, .uuid: "BLOB"
    }
  }

  /// The placeholder value of a mandatory column, as an SQL literal.
  var placeholder: String {
    switch self {
    case .integer: "0"
    case .real, .date: "0.0"
    case .text, .url: "''"
    case .json: "'null'"
    case .blob: "x''"
    case .uuid: "x'00000000000000000000000000000000'"
    }
  }
}

/// A value as SQLite stores it.
///
/// ```swift
/// let value = try "Bern"._encoded()  // .text("Bern")
/// ```
public enum _SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  /// An SQL literal that represents this value exactly.
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value) where value.isInfinite: value > 0 ? "9e999" : "-9e999"
    case .real(let value): "\(value)"
    case .text(let value):
      value.unicodeScalars.contains("\0")
        ? "(CAST(x'\(Data(value.utf8).hexadecimal)' AS TEXT))"
        : "'" + value.replacingOccurrences(of: "'", with: "''") + "'"
    case .blob(let value): "x'\(value.hexadecimal)'"
    }
  }
}

extension Data {
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A value that can be stored in a single column.
///
/// ```swift
/// let value = try UUID()._encoded()  // a blob of 16 bytes
/// ```
public protocol _ColumnValue {
  static var _columnType: _ColumnType { get }
  static var _isOptional: Bool { get }
  /// Returns the value in its stored form, or throws an error if no column can hold the value.
  func _encoded() throws -> _SQLValue
  func _bind(_ encoder: _RowEncoder, _ index: Int32)
  static func _read(_ row: _RowReader, _ index: Int32) -> Self
}

extension _ColumnValue {
  public static var _isOptional: Bool { false }
}

extension Optional: _ColumnValue where Wrapped: _ColumnValue {
  public static var _columnType: _ColumnType { Wrapped._columnType }
  public static var _isOptional: Bool { true }
  public func _encoded() throws -> _SQLValue { try self?._encoded() ?? .null }
  @inlinable
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) {
    if let self { self._bind(encoder, index) } else { encoder.bindNull(index) }
  }
  @inlinable
  public static func _read(_ row: _RowReader, _ index: Int32) -> Wrapped? {
    row.isNull(index) ? nil : Wrapped._read(row, index)
  }
}

extension _ColumnValue where Self: FixedWidthInteger {
  public static var _columnType: _ColumnType { .integer }
  public func _encoded() throws -> _SQLValue {
    guard let value = Int64(exactly: self) else {
      throw SwiftDataError(
        .invalidValue, "\(self) does not fit in a 64-bit signed integer column; store it as text.")
    }
    return .integer(value)
  }
  @inlinable
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) {
    if let value = Int64(exactly: self) {
      encoder.bind(value, index)
    } else {
      encoder.fail(
        "is \(self), which does not fit in a 64-bit signed integer column; store it as text", index
      )
    }
  }
  @inlinable
  public static func _read(_ row: _RowReader, _ index: Int32) -> Self {
    guard let value = Self(exactly: row.int64(index)) else {
      row.fail("cannot be read, because \(row.int64(index)) does not fit in \(Self.self)", index)
      return 0
    }
    return value
  }
}

extension Int: _ColumnValue {}
extension Int8: _ColumnValue {}
extension Int16: _ColumnValue {}
extension Int32: _ColumnValue {}
extension Int64: _ColumnValue {}
extension UInt: _ColumnValue {}
extension UInt8: _ColumnValue {}
extension UInt16: _ColumnValue {}
extension UInt32: _ColumnValue {}
extension UInt64: _ColumnValue {}

extension Bool: _ColumnValue {
  public static var _columnType: _ColumnType { .integer }
  public func _encoded() throws -> _SQLValue { .integer(self ? 1 : 0) }
  @inlinable
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) {
    encoder.bind(self ? 1 : Int64(0), index)
  }
  @inlinable
  public static func _read(_ row: _RowReader, _ index: Int32) -> Bool { row.int64(index) != 0 }
}

extension Double: _ColumnValue {
  public static var _columnType: _ColumnType { .real }
  public func _encoded() throws -> _SQLValue {
    guard !isNaN else { throw SwiftDataError.notANumber }
    return .real(self)
  }
  @inlinable
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) { encoder.bind(self, index) }
  @inlinable
  public static func _read(_ row: _RowReader, _ index: Int32) -> Double { row.double(index) }
}

extension Float: _ColumnValue {
  public static var _columnType: _ColumnType { .real }
  public func _encoded() throws -> _SQLValue { try Double(self)._encoded() }
  @inlinable
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) { encoder.bind(Double(self), index) }
  @inlinable
  public static func _read(_ row: _RowReader, _ index: Int32) -> Float { Float(row.double(index)) }
}

extension String: _ColumnValue {
  public static var _columnType: _ColumnType { .text }
  public func _encoded() throws -> _SQLValue { .text(self) }
  @inlinable
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) { encoder.bind(self, index) }
  @inlinable
  public static func _read(_ row: _RowReader, _ index: Int32) -> String { row.string(index) }
}

extension Date: _ColumnValue {
  public static var _columnType: _ColumnType { .date }
  public func _encoded() throws -> _SQLValue { try timeIntervalSinceReferenceDate._encoded() }
  @inlinable
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) {
    encoder.bind(timeIntervalSinceReferenceDate, index)
  }
  @inlinable
  public static func _read(_ row: _RowReader, _ index: Int32) -> Date {
    Date(timeIntervalSinceReferenceDate: row.double(index))
  }
}

extension Data: _ColumnValue {
  public static var _columnType: _ColumnType { .blob }
  public func _encoded() throws -> _SQLValue { .blob(self) }
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) { encoder.bind(self, index) }
  public static func _read(_ row: _RowReader, _ index: Int32) -> Data { row.data(index) }
}

extension UUID: _ColumnValue {
  public static var _columnType: _ColumnType { .uuid }
  private var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
  public func _encoded() throws -> _SQLValue { .blob(bytes) }
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) { encoder.bind(bytes, index) }
  public static func _read(_ row: _RowReader, _ index: Int32) -> UUID {
    let data = row.data(index)
    var value = UUID_NULL
    guard data.count == 16 else {
      row.fail("cannot be read as a UUID, because its length is \(data.count) bytes, not 16", index)
      return UUID(uuid: value)
    }
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: data) }
    return UUID(uuid: value)
  }
  private static var UUID_NULL: uuid_t { (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }
}

extension URL: _ColumnValue {
  public static var _columnType: _ColumnType { .url }
  public func _encoded() throws -> _SQLValue {
    let text = absoluteString
    guard !text.isEmpty else { throw SwiftDataError.emptyURL }
    return .text(text)
  }
  public func _bind(_ encoder: _RowEncoder, _ index: Int32) {
    let text = absoluteString
    // An empty string could not be read back as a URL.
    if text.isEmpty {
      encoder.fail("is an empty URL; make the property optional and use nil instead", index)
    }
    encoder.bind(text, index)
  }
  public static func _read(_ row: _RowReader, _ index: Int32) -> URL {
    let text = row.string(index)
    guard let url = URL(string: text) else {
      row.fail("cannot be read, because '\(text)' is not a valid URL", index)
      return URL(fileURLWithPath: "/")
    }
    return url
  }
}

extension SwiftDataError {
  static let notANumber = SwiftDataError(
    .invalidValue, "NaN cannot be stored; make the property optional and use nil instead.")
  static let emptyURL = SwiftDataError(
    .invalidValue, "An empty URL cannot be stored; make the property optional and use nil instead.")
}

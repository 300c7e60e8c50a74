import Foundation

/// A namespace for the functions called by the code that `@Model` generates. Overload resolution
/// classifies a property's type as a column, a raw value, JSON or a relationship.
///
/// ```swift
/// let kind = _Property.kind(of: Double?.self)  // .attribute(.real, isOptional: true)
/// ```
public enum _Property {}

// MARK: - Kinds

extension _Property {
  public static func kind<T: _ColumnValue>(of: T.Type) -> _PropertyKind {
    .attribute(T._columnType, isOptional: T._isOptional)
  }

  public static func kind<T: RawRepresentable>(of: T.Type) -> _PropertyKind
  where T.RawValue: _ColumnValue {
    .attribute(T.RawValue._columnType, isOptional: false)
  }

  public static func kind<T: RawRepresentable>(of: T?.Type) -> _PropertyKind
  where T.RawValue: _ColumnValue {
    .attribute(T.RawValue._columnType, isOptional: true)
  }

  public static func kind<T: PersistentModel>(of: T.Type) -> _PropertyKind {
    .toOne(T.self, isOptional: false)
  }

  public static func kind<T: PersistentModel>(of: T?.Type) -> _PropertyKind {
    .toOne(T.self, isOptional: true)
  }

  public static func kind<T: PersistentModel>(of: [T].Type) -> _PropertyKind {
    .toMany(T.self, isOptional: false)
  }

  public static func kind<T: PersistentModel>(of: [T]?.Type) -> _PropertyKind {
    .toMany(T.self, isOptional: true)
  }

  @_disfavoredOverload
  public static func kind<T: Codable>(of: T.Type) -> _PropertyKind {
    .attribute(.json, isOptional: T.self is any OptionalValue.Type)
  }
}

// Types that cannot be stored: the compiler chooses these overloads last and reports the message.
extension _Property {
  @available(*, unavailable, message: "a to-many relationship must be an Array, not a Set")
  public static func kind<T: PersistentModel>(of: Set<T>.Type) -> _PropertyKind {
    .toMany(T.self, isOptional: false)
  }

  @available(*, unavailable, message: "a to-many relationship must be an Array, not a Set")
  public static func kind<T: PersistentModel>(of: Set<T>?.Type) -> _PropertyKind {
    .toMany(T.self, isOptional: true)
  }

  @available(
    *, unavailable,
    message: "this type cannot be stored; use a Codable type or a model, or add @Transient"
  )
  @_disfavoredOverload
  public static func kind<T>(of: T.Type) -> _PropertyKind { .attribute(.json, isOptional: false) }

  @_disfavoredOverload
  public static func erase<T>(_ value: T) -> _SQLValue? { nil }

  @_disfavoredOverload
  public static func slot<T>(_ row: _RowReader, _ slot: Int) -> _Slot<T> { _Slot(unloaded: 0) }

  @_disfavoredOverload
  public static func write<T>(_ value: _Slot<T>, _ slot: Int, _ encoder: _RowEncoder) {}
}

/// An optional with any wrapped type.
protocol OptionalValue {
  var isNil: Bool { get }
  static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalValue {
  var isNil: Bool { self == nil }
  static var wrappedType: any Any.Type { Wrapped.self }
}

// MARK: - Default values

extension _Property {
  public static func erase<T: _ColumnValue>(_ value: T) -> _SQLValue? { try? value._encoded() }

  public static func erase<T: RawRepresentable>(_ value: T) -> _SQLValue?
  where T.RawValue: _ColumnValue { try? value.rawValue._encoded() }

  public static func erase<T: RawRepresentable>(_ value: T?) -> _SQLValue?
  where T.RawValue: _ColumnValue { value.map { try? $0.rawValue._encoded() } ?? .null }

  public static func erase<T: PersistentModel>(_ value: T) -> _SQLValue? { nil }
  public static func erase<T: PersistentModel>(_ value: T?) -> _SQLValue? { nil }
  public static func erase<T: PersistentModel>(_ value: [T]) -> _SQLValue? { nil }
  public static func erase<T: PersistentModel>(_ value: [T]?) -> _SQLValue? { nil }

  @_disfavoredOverload
  public static func erase<T: Codable>(_ value: T) -> _SQLValue? {
    (value as? any OptionalValue)?.isNil == true
      ? .null : (try? JSONColumn.text(value)).map(_SQLValue.text)
  }
}

/// The JSON encoding of Codable values, with sorted keys.
enum JSONColumn {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    let text = String(decoding: data, as: UTF8.self)
    // The encoder writes a Decimal that is not a number as NaN, which a decoder cannot read.
    if text.contains("NaN") {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    }
    return text
  }

  static func value<T: Decodable>(_ text: String, as type: T.Type) throws -> T {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

// MARK: - Reading a row

extension _Property {
  /// Returns the value read from a column, or the object's current value if the column could not be
  /// read.
  @inlinable
  public static func readable<T>(
    _ value: T, _ row: _RowReader, else kept: @autoclosure () -> T
  ) -> T {
    row.clearFailure() ? kept() : value
  }

  @inlinable
  public static func read<T: _ColumnValue>(_ row: _RowReader, _ slot: Int) -> T {
    T._read(row, Int32(slot + 1))
  }

  @inlinable
  public static func slot<T: _ColumnValue>(_ row: _RowReader, _ slot: Int) -> _Slot<T> {
    _Slot(T._read(row, Int32(slot + 1)))
  }

  public static func slot<T: RawRepresentable>(_ row: _RowReader, _ slot: Int) -> _Slot<T>
  where T.RawValue: _ColumnValue {
    let index = Int32(slot + 1)
    let raw = T.RawValue._read(row, index)
    if let value = T(rawValue: raw) { return _Slot(value) }
    row.fail("cannot be read, because \(raw) is not a case of \(T.self)", index)
    return _Slot(unloaded: 0)
  }

  public static func slot<T: RawRepresentable>(_ row: _RowReader, _ slot: Int) -> _Slot<T?>
  where T.RawValue: _ColumnValue {
    let index = Int32(slot + 1)
    if row.isNull(index) { return _Slot(nil) }
    let raw = T.RawValue._read(row, index)
    if let value = T(rawValue: raw) { return _Slot(value) }
    row.fail("cannot be read, because \(raw) is not a case of \(T.self)", index)
    return _Slot(nil)
  }

  @inlinable
  public static func slot<T: PersistentModel>(_ row: _RowReader, _ slot: Int) -> _Slot<T> {
    _Slot(unloaded: row.int64(Int32(slot + 1)))
  }

  @inlinable
  public static func slot<T: PersistentModel>(_ row: _RowReader, _ slot: Int) -> _Slot<T?> {
    let key = row.int64(Int32(slot + 1))
    return key == 0 ? _Slot(nil) : _Slot(unloaded: key)
  }

  @inlinable
  public static func slot<T: PersistentModel>(_ row: _RowReader, _ slot: Int) -> _Slot<[T]> {
    _Slot(unloaded: 0)
  }

  @inlinable
  public static func slot<T: PersistentModel>(_ row: _RowReader, _ slot: Int) -> _Slot<[T]?> {
    _Slot(unloaded: 0)
  }

  @_disfavoredOverload
  public static func slot<T: Codable>(_ row: _RowReader, _ slot: Int) -> _Slot<T> {
    let index = Int32(slot + 1)
    let text = row.isNull(index) ? "null" : row.string(index)
    do {
      return _Slot(try JSONColumn.value(text, as: T.self))
    } catch {
      row.fail("cannot be read, because its text is not a valid \(T.self)", index)
      return _Slot(unloaded: 0)
    }
  }
}

// MARK: - Writing a row

extension _Property {
  @inlinable
  public static func write<T: _ColumnValue>(_ value: T, _ slot: Int, _ encoder: _RowEncoder) {
    if let index = encoder.index(of: slot) { value._bind(encoder, index) }
  }

  @inlinable
  public static func write<T: _ColumnValue>(
    _ value: _Slot<T>, _ slot: Int, _ encoder: _RowEncoder
  ) {
    guard let index = encoder.index(of: slot), let value = value.value else { return }
    value._bind(encoder, index)
  }

  public static func write<T: RawRepresentable>(
    _ value: _Slot<T>, _ slot: Int, _ encoder: _RowEncoder
  ) where T.RawValue: _ColumnValue {
    guard let index = encoder.index(of: slot), let value = value.value else { return }
    value.rawValue._bind(encoder, index)
  }

  public static func write<T: RawRepresentable>(
    _ value: _Slot<T?>, _ slot: Int, _ encoder: _RowEncoder
  ) where T.RawValue: _ColumnValue {
    guard let index = encoder.index(of: slot), let value = value.value else { return }
    if let value { value.rawValue._bind(encoder, index) } else { encoder.bindNull(index) }
  }

  @inlinable
  public static func write<T: PersistentModel>(
    _ value: _Slot<T>, _ slot: Int, _ encoder: _RowEncoder
  ) {
    if let index = encoder.index(of: slot) {
      encoder.bindReference(value.value, unloaded: value.key, index)
    }
  }

  @inlinable
  public static func write<T: PersistentModel>(
    _ value: _Slot<T?>, _ slot: Int, _ encoder: _RowEncoder
  ) {
    if let index = encoder.index(of: slot) {
      encoder.bindReference(value.value ?? nil, unloaded: value.key, index)
    }
  }

  @inlinable
  public static func write<T: PersistentModel>(
    _ value: _Slot<[T]>, _ slot: Int, _ encoder: _RowEncoder
  ) {}

  @inlinable
  public static func write<T: PersistentModel>(
    _ value: _Slot<[T]?>, _ slot: Int, _ encoder: _RowEncoder
  ) {}

  @_disfavoredOverload
  public static func write<T: Codable>(
    _ value: _Slot<T>, _ slot: Int, _ encoder: _RowEncoder
  ) {
    guard let index = encoder.index(of: slot), let value = value.value else { return }
    if (value as? any OptionalValue)?.isNil == true {
      encoder.bindNull(index)
      return
    }
    do {
      encoder.bind(try JSONColumn.text(value), index)
    } catch EncodingError.invalidValue(let part, _) {
      encoder.fail(
        """
        has a \(T.self) value that cannot be written as JSON, because JSON cannot represent \(part); \
        change that value
        """,
        index)
    } catch {
      encoder.fail(
        """
        has a \(T.self) value that cannot be written as JSON; change the value or its `encode(to:)` \
        method
        """,
        index)
    }
  }
}

// MARK: - Visiting relationships

extension _Property {
  public static func visit<T: PersistentModel>(
    _ slot: inout _Slot<T>, _ visitor: inout some _SlotVisitor
  ) { visitor.toOne(&slot) }

  public static func visit<T: PersistentModel>(
    _ slot: inout _Slot<T?>, _ visitor: inout some _SlotVisitor
  ) { visitor.optionalToOne(&slot) }

  public static func visit<T: PersistentModel>(
    _ slot: inout _Slot<[T]>, _ visitor: inout some _SlotVisitor
  ) { visitor.toMany(&slot) }

  public static func visit<T: PersistentModel>(
    _ slot: inout _Slot<[T]?>, _ visitor: inout some _SlotVisitor
  ) { visitor.optionalToMany(&slot) }

  @_disfavoredOverload
  public static func visit<T>(_ slot: inout _Slot<T>, _ visitor: inout some _SlotVisitor) {}
}

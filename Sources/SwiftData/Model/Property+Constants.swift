// MARK: - Types that only the compiler knows

extension _Property {
  @inlinable
  public static func valueType<M: PersistentModel, Value>(_ path: KeyPath<M, Value>) -> Value.Type {
    Value.self
  }

  @inlinable
  public static func valueType<Value>(_ slot: _Slot<Value>) -> Value.Type { Value.self }
}

// MARK: - Constants

// The constants always have values here, because ``PersistentModel/_$readsConstants`` was called
// before.
extension _Property {
  @inlinable
  public static func constant<T: _ColumnValue>(_ row: _RowReader, _ slot: Int) -> T {
    read(row, slot)
  }

  public static func constant<T: RawRepresentable>(_ row: _RowReader, _ slot: Int) -> T
  where T.RawValue: _ColumnValue { value(Self.slot(row, slot)) }

  public static func constant<T: RawRepresentable>(_ row: _RowReader, _ slot: Int) -> T?
  where T.RawValue: _ColumnValue { value(Self.slot(row, slot)) }

  @_disfavoredOverload
  public static func constant<T: Codable>(_ row: _RowReader, _ slot: Int) -> T {
    value(Self.slot(row, slot))
  }

  private static func value<T>(_ slot: _Slot<T>) -> T {
    guard let value = slot.value else {
      fatalError("A constant property of type \(T.self) has no value.")
    }
    return value
  }

  @available(*, unavailable, message: "a relationship cannot be a constant; make it a var")
  public static func constant<T: PersistentModel>(_ row: _RowReader, _ slot: Int) -> T {
    value(Self.slot(row, slot))
  }

  @available(*, unavailable, message: "a relationship cannot be a constant; make it a var")
  public static func constant<T: PersistentModel>(_ row: _RowReader, _ slot: Int) -> T? { nil }

  @available(*, unavailable, message: "a relationship cannot be a constant; make it a var")
  public static func constant<T: PersistentModel>(_ row: _RowReader, _ slot: Int) -> [T] { [] }

  /// Returns whether the value of a constant property can be read from a row. If it cannot, the row
  /// reader records an error that makes the fetch fail.
  public static func isReadable<T>(_ value: _Slot<T>, _ row: _RowReader, _ slot: Int) -> Bool {
    if value.value != nil { return true }
    row.failConstant(Int32(slot + 1))
    return false
  }
}

import Foundation

/// Functions that detect key paths to the `rawValue` property of a raw-representable type.
///
/// Key paths cannot be compared directly, because a key path created in generic code never equals a
/// predicate's key path to the same property. The values are compared instead: all values of an
/// enum, or the offset of the property in a struct.
extension RawRepresentable {
  /// Returns whether a key path definitely refers to the `rawValue` property. A column stores the
  /// value of this property.
  static func isRawValue(_ keyPath: AnyKeyPath) -> Bool {
    guard let path = keyPath as? KeyPath<Self, RawValue>, RawValue.self is any _ColumnValue.Type
    else { return false }
    if MemoryLayout<Self>.offset(of: path) == 0 {
      return MemoryLayout<Self>.size == MemoryLayout<RawValue>.size
    }
    guard let values = everyValue, !values.isEmpty else { return false }
    return values.allSatisfy { value in
      (value[keyPath: path] as? any _ColumnValue).flatMap { try? $0._encoded() }
        == (value.rawValue as? any _ColumnValue).flatMap { try? $0._encoded() }
    }
  }

  /// All values of the type. Nil if they cannot be enumerated.
  static var everyValue: [Self]? {
    if let type = Self.self as? any CaseIterable.Type { return type.values as? [Self] }
    if MemoryLayout<Self>.size == 0 { return [unsafeBitCast((), to: Self.self)] }
    // An enum without payloads and with up to 256 cases is stored as its case number. The
    // optional's nil is the first number that is not a case.
    guard MemoryLayout<Self>.size == 1 else { return nil }
    let first = unsafeBitCast(UInt8(0), to: Self.self)
    let mirror = Mirror(reflecting: first)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return nil }
    let count =
      MemoryLayout<Self?>.size == 1 ? Int(unsafeBitCast(Self?.none, to: UInt8.self)) : 256
    return (0..<count).map { unsafeBitCast(UInt8($0), to: Self.self) }
  }
}

extension CaseIterable {
  fileprivate static var values: Any { Array(allCases) }
}

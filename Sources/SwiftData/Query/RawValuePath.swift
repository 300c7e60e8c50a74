import Foundation

/// Tells `rawValue` from other key paths of a raw-representable type.
///
/// A key path made in generic code is never equal to the one that a predicate has, so the values
/// are compared: those of an enum, all of them; of a struct, where the property lies.
extension RawRepresentable {
  /// Whether a key path certainly leads to the value that a column keeps.
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

  /// The values of the type; nil where they cannot be listed.
  static var everyValue: [Self]? {
    if let type = Self.self as? any CaseIterable.Type { return type.values as? [Self] }
    if MemoryLayout<Self>.size == 0 { return [unsafeBitCast((), to: Self.self)] }
    // An enum without payloads of up to 256 cases is its case's number, and the optional's nil is
    // the first number that is no case's.
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

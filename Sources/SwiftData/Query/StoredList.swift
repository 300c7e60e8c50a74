import Foundation

/// A collection, with elements of any type, that is stored as a JSON array.
protocol StoredList {
  static func isCount(_ keyPath: AnyKeyPath) -> Bool
  static func isEmptiness(_ keyPath: AnyKeyPath) -> Bool
  /// The JSON representation of the array's elements. Nil if SQL cannot compare the elements
  /// exactly.
  static var element: StoredElement? { get }
}

extension Array: StoredList {
  static func isCount(_ keyPath: AnyKeyPath) -> Bool { keyPath == \[Element].count }
  static func isEmptiness(_ keyPath: AnyKeyPath) -> Bool { keyPath == \[Element].isEmpty }
  static var element: StoredElement? { StoredElement(Element.self) }
}

extension Set: StoredList {
  static func isCount(_ keyPath: AnyKeyPath) -> Bool { keyPath == \Set<Element>.count }
  static func isEmptiness(_ keyPath: AnyKeyPath) -> Bool { keyPath == \Set<Element>.isEmpty }
  static var element: StoredElement? { StoredElement(Element.self) }
}

/// The JSON representation of a list's elements.
enum StoredElement {
  /// Boolean values and integers, which SQL compares directly.
  case plain
  /// Text values, which SQLite truncates at a NUL character.
  case text
  /// UUIDs, written as text with hexadecimal digits.
  case uuid
  /// Floating-point numbers, written in decimal digits. SQLite may read a slightly different
  /// number.
  case double, float

  init?(_ type: Any.Type) {
    switch type {
    case is String.Type, is URL.Type: self = .text
    case is UUID.Type: self = .uuid
    case is Double.Type, is Date.Type: self = .double
    case is Float.Type: self = .float
    case is Bool.Type: self = .plain
    default:
      if type is any FixedWidthInteger.Type, type is any _ColumnValue.Type {
        self = .plain
      } else if let type = type as? any (RawRepresentable & Encodable).Type,
        let element = type.elementAsRawValue
      {
        self = element
      } else {
        return nil
      }
    }
  }

  /// Returns SQL that tests whether a list, stored in a column, contains a value.
  func contains(
    _ value: SQLFragment, in list: SQLFragment, alias: String
  ) -> SQLFragment {
    func any(_ test: SQLFragment) -> SQLFragment {
      "EXISTS (SELECT 1 FROM json_each(\(list)) AS \(raw: alias) WHERE \(test))"
    }
    switch self {
    case .plain: return any("\(raw: alias).value IS \(value)")
    case .text:
      return """
        CASE WHEN instr(\(list), '\\u0000') THEN _sd_list_contains(\(list), \(value)) \
        ELSE \(any("\(raw: alias).value IS \(value)")) END
        """
    case .uuid: return any("replace(\(raw: alias).value, '-', '') = hex(\(value))")
    case .double: return "ifnull(_sd_doubles_contain(\(list), \(value)), 0)"
    case .float: return "ifnull(_sd_floats_contain(\(list), \(value)), 0)"
    }
  }
}

extension RawRepresentable where Self: Encodable {
  /// The JSON representation of the type's raw values. Nil if the type's values are not encoded as
  /// raw values.
  fileprivate static var elementAsRawValue: StoredElement? {
    guard RawValue.self is any Encodable.Type, let values = everyValue, !values.isEmpty else {
      return nil
    }
    let isWrittenRaw = values.allSatisfy { value in
      guard let raw = value.rawValue as? any Encodable, let own = try? JSONColumn.text(value) else {
        return false
      }
      return (try? JSONColumn.text(raw)) == own
    }
    return isWrittenRaw ? StoredElement(RawValue.self) : nil
  }
}

import Foundation

/// A parsed JSON document that distinguishes integers, other numbers and booleans.
enum JSONTree: Decodable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([JSONTree].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  init(_ data: Data) throws {
    self = try JSONDecoder().decode(JSONTree.self, from: data)
  }

  subscript(key: String) -> JSONTree? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var strings: [String] {
    guard case .array(let values) = self else { return [] }
    return values.compactMap { if case .string(let string) = $0 { string } else { nil } }
  }
}

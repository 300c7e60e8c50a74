import Foundation

extension _ColumnType: Codable {
  /// Returns the column type for values of a Swift type, and whether the Swift type is optional.
  static func kind(of type: any Any.Type) -> (type: _ColumnType, isOptional: Bool) {
    if let column = type as? any _ColumnValue.Type {
      return (column._columnType, column._isOptional)
    }
    if let optional = type as? any OptionalValue.Type {
      return (kind(of: optional.wrappedType).type, true)
    }
    if let raw = type as? any RawRepresentable.Type, let column = raw.rawColumn {
      return (column._columnType, false)
    }
    return (.json, false)
  }

  /// Returns a Swift type that is stored with this column type.
  func representative(isOptional: Bool) -> any Any.Type {
    switch self {
    case .integer: isOptional ? Int?.self : Int.self
    case .real: isOptional ? Double?.self : Double.self
    case .text, .json: isOptional ? String?.self : String.self
    case .blob: isOptional ? Data?.self : Data.self
    case .date: isOptional ? Date?.self : Date.self
    case .uuid: isOptional ? UUID?.self : UUID.self
    case .url: isOptional ? URL?.self : URL.self
    }
  }

  /// Converts a stored value to the Swift type that ``representative(isOptional:)`` returns.
  /// Returns nil for NULL.
  func value(_ stored: _SQLValue) -> Any? {
    switch (self, stored) {
    case (_, .null): nil
    case (.date, .real(let seconds)): Date(timeIntervalSinceReferenceDate: seconds)
    case (.url, .text(let text)): URL(string: text)
    case (.uuid, .blob(let bytes)): UUID(stored: bytes)
    case (_, .integer(let value)): Int(value)
    case (_, .real(let value)): value
    case (_, .text(let value)): value
    case (_, .blob(let value)): value
    }
  }
}

extension RawRepresentable {
  fileprivate static var rawColumn: (any _ColumnValue.Type)? {
    RawValue.self as? any _ColumnValue.Type
  }
}

extension UUID {
  init?(stored bytes: Data) {
    guard bytes.count == 16 else { return nil }
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    self.init(uuid: value)
  }
}

extension _SQLValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case integer, real, text, blob
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let value = try container.decodeIfPresent(Int64.self, forKey: .integer) {
      self = .integer(value)
    } else if let text = try container.decodeIfPresent(String.self, forKey: .real) {
      self = .real(Double(text) ?? 0)
    } else if let value = try container.decodeIfPresent(String.self, forKey: .text) {
      self = .text(value)
    } else if let value = try container.decodeIfPresent(Data.self, forKey: .blob) {
      self = .blob(value)
    } else {
      self = .null
    }
  }

  /// Encodes the stored value. A real number is encoded as text, which is exact and can represent
  /// infinity.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .null: break
    case .integer(let value): try container.encode(value, forKey: .integer)
    case .real(let value): try container.encode("\(value)", forKey: .real)
    case .text(let value): try container.encode(value, forKey: .text)
    case .blob(let value): try container.encode(value, forKey: .blob)
    }
  }
}

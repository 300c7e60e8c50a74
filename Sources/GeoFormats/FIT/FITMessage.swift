import Foundation

/// A data message, with access to its fields by number.
struct FITMessage {
  let definition: FITDefinition
  /// The message's bytes after its header.
  let bytes: UnsafeRawBufferPointer

  /// Returns a field's value as a number. If the value is an array, returns its first element.
  /// Returns nil if the field is absent.
  func number(_ field: UInt8) -> Double? {
    guard let start = bytes.baseAddress,
      let field = definition.fields.first(where: { $0.number == field }),
      field.type != .string, field.size >= field.type.size
    else { return nil }
    let value = field.type.number(start + field.offset, isBigEndian: definition.isBigEndian)
    return value.isNaN ? nil : value
  }

  /// Returns a field's value as an integer. Returns nil if the field is absent.
  func integer(_ field: UInt8) -> Int? {
    number(field).flatMap { abs($0) < 0x1p53 ? Int($0) : nil }
  }

  /// Returns a field's value as text. Returns nil if the field is absent or empty. Invalid UTF-8 is
  /// replaced.
  func text(_ field: UInt8) -> String? {
    guard let field = definition.fields.first(where: { $0.number == field }),
      field.type == .string || field.type == .byte
    else { return nil }
    return text(at: field.offset, size: field.size)
  }

  /// Returns a developer field's value as text. Returns nil if the field is absent.
  func value(
    _ field: FITDefinition.DeveloperField, _ description: FITDeveloperFields.Description
  ) -> String? {
    value(
      description.type, at: field.offset, size: field.size, scale: description.scale,
      zero: description.zero)
  }

  /// Returns the given field's value, divided by the scale, as text. Returns nil if the field is
  /// absent.
  func value(_ field: FITDefinition.Field, scale: Double) -> String? {
    value(field.type, at: field.offset, size: field.size, scale: scale, zero: 0)
  }

  /// Returns the value, as text, of a record field that has no corresponding point property.
  /// Returns nil if the field is absent.
  func value(_ field: FITDefinition.ExtraField) -> String? {
    value(field.type, at: field.offset, size: field.size, scale: field.scale, zero: field.zero)
  }

  /// Returns a value, `(raw − zero) / scale`, as text. The elements of an array are separated by
  /// commas. An absent element becomes an empty string. Returns nil if all elements are absent.
  private func value(
    _ type: FITBaseType, at offset: Int, size: Int, scale: Double, zero: Double
  ) -> String? {
    if type == .string { return text(at: offset, size: size) }
    guard let start = bytes.baseAddress else { return nil }
    func element(_ index: Int) -> String? {
      let raw = type.number(
        start + offset + index * type.size, isBigEndian: definition.isBigEndian)
      let value = (raw - zero) / scale
      guard value.isFinite else { return nil }
      if value == value.rounded(), abs(value) < 1e15 { return "\(Int(value))" }
      if type == .float32, scale == 1, zero == 0 {
        return OutputBuffer.plainDecimal(Double("\(Float(raw))") ?? raw)
      }
      return OutputBuffer.plainDecimal(value)
    }
    let count = size / type.size
    if count == 1 { return element(0) }
    let elements = (0..<count).map { element($0) }
    return elements.allSatisfy { $0 == nil }
      ? nil : elements.map { $0 ?? "" }.joined(separator: ",")
  }

  private func text(at offset: Int, size: Int) -> String? {
    let content = bytes[offset..<offset + size].prefix { $0 != 0 }
    let text = String(decoding: content, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    return text.isEmpty ? nil : text
  }

  /// Converts a latitude and a longitude from two fields in semicircles to degrees.
  func position(latitude: UInt8, longitude: UInt8) -> (latitude: Double, longitude: Double)? {
    guard let latitude = number(latitude), let longitude = number(longitude) else { return nil }
    return (FITMessage.degrees(latitude), FITMessage.degrees(longitude))
  }

  /// Converts semicircles to degrees, rounded to 8 decimals. One semicircle is 8.4e-8 degrees, so
  /// different numbers of semicircles are never rounded to the same angle.
  @inline(__always)
  static func degrees(_ semicircles: Double) -> Double {
    (semicircles * (180 / 0x1p31) * 1e8).rounded() / 1e8
  }

  /// Returns the elevation in metres from the field `enhanced` or, if it is absent, from the field
  /// `plain`.
  func elevation(_ enhanced: UInt8, _ plain: UInt8) -> Double? {
    (number(enhanced) ?? number(plain)).map { ($0 - 2500) / 5 }
  }
}

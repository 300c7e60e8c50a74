import Foundation

/// A data message other than a record, with access to its fields by number.
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

  /// Returns a developer field's value as text. If the value is an array, returns its first
  /// element. Returns nil if the field is absent.
  func value(
    _ field: FITDefinition.DeveloperField, _ description: FITDeveloperFields.Description
  ) -> String? {
    if description.type == .string { return text(at: field.offset, size: field.size) }
    guard let start = bytes.baseAddress, field.size >= description.type.size else { return nil }
    let raw = description.type.number(
      start + field.offset, isBigEndian: definition.isBigEndian)
    guard raw.isFinite else { return nil }
    if description.type == .float32, description.scale == 1, description.zero == 0 {
      return OutputBuffer.plainDecimal(Double("\(Float(raw))") ?? raw)
    }
    return OutputBuffer.plainDecimal((raw - description.zero) / description.scale)
  }

  /// Returns the given field's value, divided by the scale, as text. Returns nil if the field is
  /// absent. The elements of an array are separated by commas. An absent element is empty.
  func value(_ field: FITDefinition.Field, scale: Double) -> String? {
    if field.type == .string { return text(at: field.offset, size: field.size) }
    guard let start = bytes.baseAddress else { return nil }
    let elements = (0..<field.size / field.type.size).map { index in
      let raw = field.type.number(
        start + field.offset + index * field.type.size, isBigEndian: definition.isBigEndian)
      return raw.isNaN ? "" : OutputBuffer.plainDecimal(raw / scale)
    }
    return elements.allSatisfy(\.isEmpty) ? nil : elements.joined(separator: ",")
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

  /// Converts semicircles to degrees, rounded to 8 decimals. One semicircle is 8.4e-8 degrees, so no
  /// two numbers of semicircles are rounded to the same value.
  @inline(__always)
  static func degrees(_ semicircles: Double) -> Double {
    (semicircles * (180 / 0x1p31) * 1e8).rounded() / 1e8
  }

  /// Returns the elevation in metres from the field `enhanced` or, if it is absent, from the field `plain`.
  func elevation(_ enhanced: UInt8, _ plain: UInt8) -> Double? {
    (number(enhanced) ?? number(plain)).map { ($0 - 2500) / 5 }
  }
}

import Foundation
import Geodesy

extension GPXWriter {
  /// Writes a field of a point or path if the field has a value.
  ///
  /// - Parameter tag: The field element's name and attributes, or nil for the standard tag.
  /// - Parameter raw: The element's content in the source file.
  ///   The content is written unchanged if it still represents the value.
  func write(
    _ field: GPXField, of point: PointValues, tag: ArraySlice<UInt8>? = nil,
    raw: ArraySlice<UInt8> = []
  ) throws {
    switch field {
    case .elevation:
      guard point.elevation.isFinite else { return }
      try write(
        number: point.elevation, decimals: point.format[decimals: .elevation], field, tag, raw)
    case .time:
      guard !options.stripsTimes else { return }
      try write(time: point.time, format: point.format, tag, raw)
    case .course: try write(sensor: .course, of: point, plain: field, tag: tag, raw: raw)
    case .speed: try write(sensor: .speed, of: point, plain: field, tag: tag, raw: raw)
    default:
      if let text = point.text(field) {
        guard field != .fix || !options.isValidOnly || SchemaText.isFix(text) else {
          return leaveOut(.waypoint, "an invalid fix")
        }
        try write(text: text, field, tag, raw)
      } else if let number = point.number(field), isAllowed(number, field, in: .waypoint) {
        try write(number: number, decimals: nil, field, tag, raw)
      } else if let integer = point.integer(field),
        isAllowed(Double(integer), field, in: .waypoint)
      {
        try write(integer: integer, field, tag, raw)
      }
    }
  }

  /// Writes a sensor's value if the point has one.
  func write(
    sensor: GeoSensor, of point: PointValues, plain field: GPXField = .none,
    tag: ArraySlice<UInt8>?, raw: ArraySlice<UInt8>
  ) throws {
    guard point.sensors & (1 << UInt32(sensor.rawValue)) != 0, !options.stripsExtensions else {
      return
    }
    let value = sensors[sensor.rawValue]
    guard value.isFinite, field != .none || tag != nil,
      field == .none || tag != nil || isAllowed(value, field, in: .trackPoint)
    else { return }
    try write(
      number: value, decimals: point.format[decimals: .sensor(sensor)], field, tag, raw)
  }

  private func write(
    number value: Double, decimals: Int?, _ field: GPXField, _ tag: ArraySlice<UInt8>?,
    _ raw: ArraySlice<UInt8>
  ) throws {
    try putStart(field, tag)
    if !raw.isEmpty, saysNumber(raw, value) {
      try output.write(raw)
    } else {
      try output.write(value, decimals: decimals)
    }
    try putEnd(field, tag)
  }

  func write(
    integer value: Int, _ field: GPXField, _ tag: ArraySlice<UInt8>?, _ raw: ArraySlice<UInt8>
  ) throws {
    try putStart(field, tag)
    if ValueText.integer(XMLSyntax.plain(Array(raw), 0..<raw.count)) == value {
      try output.write(raw)
    } else {
      try output.write(String(value).utf8)
    }
    try putEnd(field, tag)
  }

  private func saysNumber(_ raw: ArraySlice<UInt8>, _ value: Double) -> Bool {
    ValueText.number(XMLSyntax.plain(Array(raw), 0..<raw.count)) == value
  }

  private func write(
    time: Double, format: GeoPointFormat, _ tag: ArraySlice<UInt8>?, _ raw: ArraySlice<UInt8>
  ) throws {
    guard !time.isNaN else { return }
    if !raw.isEmpty, ValueText.time(XMLSyntax.plain(Array(raw), 0..<raw.count)) == time {
      try putStart(.time, tag)
      try output.write(raw)
    } else {
      guard Timestamp.writable.contains(time) else {
        return noteUnwritableTime()
      }
      try putStart(.time, tag)
      output.put(
        time: time, zone: zone(format.zone, at: time), fractionDigits: format.fractionDigits)
    }
    try putEnd(.time, tag)
  }

  func noteUnwritableTime() {
    log.add(
      Diagnostic(
        element: "time", code: .timeUnwritable, action: .skipped,
        message: "a time whose year is not between 1 and 9999 was left out"))
  }

  /// Returns the time zone in which to write a time. The time zone is UTC if the local year would
  /// be invalid, or if only valid output is requested and the schema does not allow the given time
  /// zone.
  private func zone(_ zone: GeoPointFormat.Zone, at time: Double) -> GeoPointFormat.Zone {
    guard case .east(let minutes) = zone else { return zone }
    let isKnown = !options.isValidOnly || abs(minutes) <= 840
    return isKnown && Timestamp.writable.contains(time + Double(minutes * 60)) ? zone : .utc
  }

  /// Returns whether the output file may contain the given URL, and reports an invalid URL.
  func isAllowed(address: String, in parent: GPXName) -> Bool {
    guard options.isValidOnly, !SchemaText.isAddress(address) else { return true }
    leaveOut(parent, "a link with an invalid URL")
    return false
  }

  /// Returns whether a number is allowed in a field of the output file, and reports a number that
  /// the schema forbids.
  func isAllowed(_ value: Double, _ field: GPXField, in parent: GPXName) -> Bool {
    guard options.isValidOnly else { return true }
    let isValid =
      switch field {
      case .magneticVariation, .course: SchemaText.isDegrees(value, version)
      case .satellites, .number: value >= 0
      case .dgpsID: value >= 0 && value <= 1023
      default: true
      }
    if !isValid { leaveOut(parent, "a \(field.text) of \(value)") }
    return isValid
  }

  func write(
    text: String, _ field: GPXField, _ tag: ArraySlice<UInt8>? = nil, _ raw: ArraySlice<UInt8> = []
  ) throws {
    try putStart(field, tag)
    if !raw.isEmpty, saysText(raw, text, field) {
      try output.write(raw)
    } else {
      try write(escaped: text, element: field.text)
    }
    try putEnd(field, tag)
  }

  private func saysText(_ raw: ArraySlice<UInt8>, _ text: String, _ field: GPXField) -> Bool {
    let plain = String(decoding: XMLSyntax.plain(Array(raw), 0..<raw.count), as: UTF8.self)
    return ValueText.text(field, plain).utf8.elementsEqual(text.utf8)
  }

  /// Writes a link. An unchanged link is written as in the source file.
  func write(link: GeoLink, raw: ArraySlice<UInt8> = []) throws {
    if let divider = raw.firstIndex(of: PreservedMarkup.Mark.divider),
      raw[..<divider].elementsEqual(link.markup)
    {
      try output.write(raw[(divider + 1)...])
    } else if prefix.isEmpty {
      try writeChecked(link.markup)
    } else {
      try writeChecked(PreservedMarkup.prefixed(link.markup, prefix))
    }
  }

  /// Writes markup that contains a value's text, replacing characters that XML does not allow.
  private func writeChecked(_ markup: [UInt8]) throws {
    let text = String(decoding: markup, as: UTF8.self)
    var replaced = 0
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if OutputBuffer.isForbidden(scalar) {
        replaced += 1
        clean.append("\u{FFFD}")
      } else {
        clean.append(scalar)
      }
    }
    try output.write(String(clean).utf8)
    reportReplaced(replaced, element: "link")
  }

  /// Writes text, escaped so that an XML parser returns the same text.
  func write(escaped text: String, element: String) throws {
    reportReplaced(try output.write(escaped: text), element: element)
    try output.reserve()
  }

  func reportReplaced(_ count: Int, element: String) {
    guard count > 0 else { return }
    log.add(
      Diagnostic(
        element: element, code: .textIllegalCharacter, action: .repaired,
        message: count == 1
          ? "1 character that XML does not allow was written as \u{FFFD}"
          : "\(Numbers.grouped(count)) characters that XML does not allow were written as \u{FFFD}"
      ))
  }

  func putStart(_ field: GPXField, _ tag: ArraySlice<UInt8>?) throws {
    try output.reserve()
    output.put(UInt8(ascii: "<"))
    if let tag {
      try output.write(tag)
    } else {
      try output.write(prefix[...])
      try output.write(GPXWriter.names[Int(field.rawValue)][...])
    }
    try output.reserve()
    output.put(UInt8(ascii: ">"))
  }

  func putEnd(_ field: GPXField, _ tag: ArraySlice<UInt8>?) throws {
    try output.reserve()
    output.put("</")
    if let tag {
      try output.write(tag.prefix { $0 != UInt8(ascii: " ") })
    } else {
      try output.write(prefix[...])
      try output.write(GPXWriter.names[Int(field.rawValue)][...])
    }
    try output.reserve()
    output.put(UInt8(ascii: ">"))
  }

  private static let names: [[UInt8]] = GPXField.allCases.map { Array($0.text.utf8) }
}

extension OutputBuffer {
  /// Writes any number of bytes, even more than ``reservation``. The caller need not reserve space.
  @inline(__always)
  mutating func write(_ bytes: ArraySlice<UInt8>) throws {
    guard !bytes.isEmpty else { return }
    try reserve()
    try bytes.withUnsafeBufferPointer { piece in
      if piece.count <= Self.reservation { put(piece) } else { try write(piece) }
    }
    try reserve()
  }
}

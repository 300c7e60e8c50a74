import Geodesy

extension GeoJSONReader {
  /// Reads the coordinates of a geometry. The caller must already have read the `coordinates` key.
  func readCoordinates(_ index: Int) throws {
    feature.geometries[index].hasCoordinates = true
    guard try json.next() == .arrayStart else {
      try json.skipValue()
      return
    }
    // The positions of geometries must follow each other in the spool, in the geometries' order.
    guard feature.geometries[index].count == 0, index == feature.geometries.count - 1 else {
      note(.nesting)
      try json.skipValue()
      return
    }
    var level = 1
    // The lowest level at which an array was opened since the last position.
    var opened = 1
    var wasOpened = true
    while level > 0 {
      switch try json.next() {
      case .arrayStart:
        level &+= 1
        opened = min(opened, level)
        wasOpened = true
      case .arrayEnd:
        if wasOpened, level > 1 { note(.emptyArray) }
        wasOpened = false
        level &-= 1
      case .objectStart:
        note(.nesting)
        try json.skipValue()
        wasOpened = false
      default:
        var position = try readPosition()
        if opened < level { position.bits |= GeoJSONPosition.lineStart }
        try feature.positions.append(position)
        feature.geometries[index].count &+= 1
        if feature.geometries[index].nesting == 0 { feature.geometries[index].nesting = level }
        level &-= 1
        opened = .max
        wasOpened = false
      }
    }
  }

  /// Reads a position's numbers and the end of its array. The caller must already have read the
  /// first number.
  private func readPosition() throws -> GeoJSONPosition {
    var position = GeoJSONPosition(latitude: .nan, longitude: .nan, elevation: .nan, bits: 0)
    var format = GeoPointFormat()
    var count = 0
    var hasElevation = false
    while json.lastToken != .arrayEnd {
      switch count {
      case 0: position.longitude = try coordinate(.longitude, &format)
      case 1: position.latitude = try coordinate(.latitude, &format)
      case 2:
        hasElevation = json.lastToken != .null
        position.elevation = try coordinate(.elevation, &format)
        if hasElevation, position.elevation.isNaN { note(.elevation) }
      default:
        if count == 3 { note(.extraNumbers) }
        try json.skipValue()
      }
      count &+= 1
      _ = try json.next()
    }
    position.bits = format.rawValue
    guard count >= 2 else {
      feed.diagnose(
        .coordinateMissing, .skipped, at: json.place,
        "a position has fewer than two numbers")
      position.latitude = .nan
      return position
    }
    let found = feed.coordinate(
      latitude: position.latitude, longitude: position.longitude, at: json.place)
    position.latitude = found?.latitude ?? .nan
    position.longitude = found?.longitude ?? .nan
    return position
  }

  /// Returns the current token as a number, or NaN if it is not a number, and stores the number's
  /// notation.
  @inline(__always)
  private func coordinate(
    _ number: GeoPointFormat.Number, _ format: inout GeoPointFormat
  ) throws -> Double {
    guard json.lastToken == .number else { return try otherCoordinate() }
    let bytes = json.bytes
    guard let start = bytes.baseAddress else { return .nan }
    let value = DecimalNumber.parse(start, count: bytes.count)
    if case .decimals(let decimals) = NumberForm(start, count: bytes.count, value: value),
      GeoPointFormat.admits(decimals: decimals, number)
    {
      format[decimals: number] = decimals
    }
    return value
  }

  private func otherCoordinate() throws -> Double {
    guard json.lastToken == .string, let start = json.bytes.baseAddress else {
      try json.skipValue()
      return .nan
    }
    let value = DecimalNumber.parse(start, count: json.bytes.count)
    if !value.isNaN { note(.numberAsText) }
    return value
  }
}

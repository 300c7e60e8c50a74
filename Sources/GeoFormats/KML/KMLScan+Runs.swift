import Geodesy

/// A fast reader for lines of a `gx:Track` that consist of a single element, such as
/// `<when>2026-07-11T06:02:11Z</when>`.
///
/// An element can be read only if it has no attributes, and if its text is ASCII without
/// references.
private struct KMLLines {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  /// The index at which the next line's element starts.
  private var index = 0
  /// The index at which the current line's element ends, and the index at which the next line's
  /// element starts.
  private var (elementEnd, nextIndex) = (0, 0)
  /// The index after the last accepted element.
  private(set) var end = 0

  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return nil }
    self.start = start
    count = text.count
  }

  /// Returns the text of the element in the next line. Returns nil if the line is incomplete, or
  /// does not consist of one element with the given name.
  @inline(__always)
  mutating func element(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    let length = name.utf8CodeUnitCount
    // The shortest line is an empty-element tag and a line feed.
    guard count &- index >= length &+ 4, start[index] == UInt8(ascii: "<"),
      XMLTag.equals(start + index + 1, name)
    else { return nil }
    var position = index &+ length &+ 1
    let first = position &+ 1
    var last = first
    if start[position] == UInt8(ascii: "/"), start[position &+ 1] == UInt8(ascii: ">") {
      position &+= 2
    } else {
      guard start[position] == UInt8(ascii: ">") else { return nil }
      while last < count, start[last] &- 0x20 < 0x60, start[last] != UInt8(ascii: "<"),
        start[last] != UInt8(ascii: "&")
      {
        last &+= 1
      }
      guard count &- last >= length &+ 4, start[last] == UInt8(ascii: "<"),
        start[last &+ 1] == UInt8(ascii: "/"), XMLTag.equals(start + last + 2, name),
        start[last &+ 2 &+ length] == UInt8(ascii: ">")
      else { return nil }
      position = last &+ length &+ 3
    }
    elementEnd = position
    if start[position] == UInt8(ascii: "\r") { position &+= 1 }
    guard position < count, start[position] == UInt8(ascii: "\n") else { return nil }
    while position < count, [0x20, 0x0A, 0x09].contains(start[position]) { position &+= 1 }
    nextIndex = position
    return UnsafeBufferPointer(start: start + first, count: last &- first)
  }

  /// Accepts the current line, and moves to the next line.
  @inline(__always)
  mutating func accept() { (end, index) = (elementEnd, nextIndex) }
}

extension KMLScan {
  /// Reads lines with the times and positions of a track, up to the first line that needs a
  /// diagnostic.
  ///
  /// - Returns: The number of bytes read.
  func readPositions(_ text: UnsafeBufferPointer<UInt8>) throws -> Int {
    guard var lines = KMLLines(text), let segment = geometry.segments.indices.last else { return 0 }
    let isAbsolute = altitudeMode == .absolute
    var (times, latitudes, longitudes, elevations): ([Double], [Double], [Double], [Double])
    (times, latitudes, longitudes, elevations) = ([], [], [], [])
    while true {
      if let written = lines.element("when") {
        guard let time = Self.plainTime(written) else { break }
        times.append(time)
      } else if let written = lines.element("gx:coord"), let start = written.baseAddress {
        let tuple = KMLCoordinates.tuple(start, count: written.count)
        // A zero altitude is an elevation only in some cases; see `elevation(_:)`.
        let isPlain = isAbsolute ? !tuple.altitude.isNaN : abs(tuple.altitude) > 0
        guard tuple.count == 2 || tuple.count == 3 && isPlain, !tuple.hasComma,
          abs(tuple.latitude) <= 90, abs(tuple.longitude) <= 180
        else { break }
        latitudes.append(tuple.latitude)
        longitudes.append(tuple.longitude)
        elevations.append(tuple.altitude)
      } else {
        break
      }
      lines.accept()
    }
    // Notes that the geometry has altitudes other than 0.
    if let altitude = elevations.first(where: { !$0.isNaN }) { _ = elevation(altitude) }
    let points = geometry.points
    if !times.isEmpty { try points.times.append(contentsOf: times, at: track.start) }
    try points.append(latitudes: latitudes, longitudes: longitudes, elevations: elevations)
    geometry.segments[segment] += latitudes.count
    return lines.end
  }

  /// Parses a time. Returns NaN for an empty text, and nil for a time that needs a diagnostic.
  @inline(__always)
  private static func plainTime(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let start = text.baseAddress, text.count > 0 else { return .nan }
    let time = Timestamp.parse(start, count: text.count)
    return time.isNaN || Timestamp.hasNoZone(start, count: text.count) ? nil : time
  }

  /// Reads lines with the values of a known sensor, up to the first line that needs a diagnostic.
  ///
  /// - Returns: The number of bytes read.
  func readValues(_ text: UnsafeBufferPointer<UInt8>) throws -> Int {
    guard var lines = KMLLines(text), let sensor = track.sensor else { return 0 }
    let start = track.start + track.valueCount
    let room = geometry.points.count - start
    var values: [Double] = []
    while values.count < room, let written = lines.element("gx:value") {
      let value = written.isEmpty ? .nan : DecimalNumber.parse(written)
      guard written.isEmpty || !value.isNaN else { break }
      values.append(value)
      lines.accept()
    }
    guard try geometry.points.append(values, of: sensor, at: start) else { return 0 }
    track.valueCount += values.count
    return lines.end
  }
}

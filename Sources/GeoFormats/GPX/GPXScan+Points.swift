import Foundation
import Geodesy

extension GPXScan {
  /// Begins a point element under its right parent.
  mutating func startPoint(_ kind: GPXName, _ attributes: GPXAttributes) {
    var latitudeText: UnsafePointer<UInt8>?
    var longitudeText: UnsafePointer<UInt8>?
    var index = 0
    var declares = false
    while let name = attributes.name(index) {
      if name[0] == UInt8(ascii: "l") {
        if GPXName.equals(name, "lat\0") {
          latitudeText = attributes.value(index)
        } else if GPXName.equals(name, "lon\0") {
          longitudeText = attributes.value(index)
        }
      } else if name[0] == UInt8(ascii: "x") {
        declares = true
      }
      index &+= 1
    }
    guard let latitudeText, let longitudeText else {
      skip(kind)
      let missing = latitudeText == nil ? "latitude (lat)" : "longitude (lon)"
      note(
        .coordinateMissing, .skipped, element: kind.text, "the \(kind.text) has no \(missing)")
      leaveOut(kind)
      return
    }
    latitude = Self.number(latitudeText)
    longitude = Self.number(longitudeText)
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else {
      skip(kind)
      reportCoordinate(kind, latitudeText, longitudeText)
      leaveOut(kind)
      return
    }
    context = kind
    elevation = .nan
    time = .nan
    seenInPoint = 0
    if kind == .waypoint {
      place = GeoPlace(coordinate: Coordinate(latitude: latitude, longitude: longitude))
    }
    if declares { namespaces.declare(attributes, depth: Self.depth(of: kind)) }
  }

  /// Begins a route or a track.
  mutating func startPath(_ kind: GPXName, _ attributes: GPXAttributes) {
    if kind == .track {
      report.counts.tracks += 1
      header = GeoPathHeader(kind: .track)
    } else {
      report.counts.routes += 1
      header = GeoPathHeader(kind: .route)
    }
    seenInPath = 0
    segment = -1
    enter(kind, attributes)
    do {
      try sink.pathBegins(header.kind)
    } catch {
      fail(error)
    }
  }

  mutating func endTrackPoint() {
    report.counts.trackPoints &+= 1
    if elevation < elevationLow { elevationLow = elevation }
    if elevation > elevationHigh { elevationHigh = elevation }
    if time < timeLow { timeLow = time }
    if time > timeHigh { timeHigh = time }
    appendPoint(segment: segment)
  }

  mutating func appendPoint(segment: Int) {
    points.append(
      latitude: latitude, longitude: longitude, elevation: elevation, time: time, segment: segment)
    if points.count == Self.batch { deliverPoints() }
  }

  mutating func endPlace() {
    place.elevation = elevation.isNaN ? nil : elevation
    place.time = time.isNaN ? nil : Date(timeIntervalSinceReferenceDate: time)
    report.counts.waypoints += 1
    do {
      try sink.place(place)
    } catch {
      fail(error)
    }
  }

  /// Ends the path: its last points and its fields go to the sink.
  mutating func endPath() {
    deliverPoints()
    guard !stopped else { return }
    do {
      try sink.pathEnds(header)
    } catch {
      fail(error)
    }
  }

  private mutating func deliverPoints() {
    guard !points.isEmpty else { return }
    do {
      try sink.points(points)
    } catch {
      fail(error)
    }
    points.removeAll()
  }

  private mutating func reportCoordinate(
    _ kind: GPXName, _ latitudeText: UnsafePointer<UInt8>, _ longitudeText: UnsafePointer<UInt8>
  ) {
    let isLatitude = latitude.isNaN || (!longitude.isNaN && abs(latitude) > 90)
    let value = isLatitude ? latitude : longitude
    let noun = isLatitude ? "latitude" : "longitude"
    let shown = isLatitude ? latitudeText : longitudeText
    let quoted = Excerpt.of(
      UnsafeBufferPointer(
        start: shown, count: strlen(UnsafeRawPointer(shown).assumingMemoryBound(to: CChar.self))))
    if value.isNaN {
      note(
        .coordinateUnreadable, .skipped, element: kind.text,
        "\(noun) “\(quoted)” is no decimal number")
    } else {
      note(
        .coordinateOutOfRange, .skipped, element: kind.text,
        "\(noun) \(quoted) is outside \(isLatitude ? "−90…90" : "−180…180")")
    }
  }

  @inline(__always)
  private static func number(_ text: UnsafePointer<UInt8>) -> Double {
    DecimalNumber.parse(
      text, count: strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)))
  }
}

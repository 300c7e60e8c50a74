import Foundation
import Geodesy

extension GPXScan {
  /// Begins a point element inside its proper parent.
  mutating func startPoint(_ kind: GPXName, _ tag: GPXTag, _ attributes: GPXAttributes) {
    var latitudeText: UnsafePointer<UInt8>?
    var longitudeText: UnsafePointer<UInt8>?
    var index = 0
    var isBare = true
    while let name = attributes.name(index) {
      if GPXName.equals(name, "lat\0") {
        latitudeText = attributes.value(index)
      } else if GPXName.equals(name, "lon\0") {
        longitudeText = attributes.value(index)
      } else {
        isBare = false
      }
      index &+= 1
    }
    guard let latitudeText, let longitudeText else {
      skip(kind)
      let missing = latitudeText == nil ? "latitude (lat)" : "longitude (lon)"
      note(
        .coordinateMissing, .skipped, element: kind.text,
        "the \(kind.text) has no \(missing); preserved as XML")
      leaveOutPoint(kind, tag, attributes)
      return
    }
    let latitudeCount = GPXAttributes.length(latitudeText)
    let longitudeCount = GPXAttributes.length(longitudeText)
    latitude = DecimalNumber.parse(latitudeText, count: latitudeCount)
    longitude = DecimalNumber.parse(longitudeText, count: longitudeCount)
    if latitude.isNaN || longitude.isNaN {
      readDecimalCommas(kind, latitudeText, latitudeCount, longitudeText, longitudeCount)
    }
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else {
      skip(kind)
      reportCoordinate(kind, latitudeText, longitudeText)
      leaveOutPoint(kind, tag, attributes)
      return
    }
    open(kind, tag, attributes, isBare: isBare)
    elevation = .nan
    time = .nan
    if format.rawValue != 0 { format = GeoPointFormat() }
    if hasFields { resetFields() }
    if sensorsSeen != 0 { resetSensors() }
    noteForm(.latitude, latitudeText, latitudeCount, latitude, KeptMark.latitude)
    noteForm(.longitude, longitudeText, longitudeCount, longitude, KeptMark.longitude)
  }

  /// Preserves a point without a position as markup, at its position in the order.
  private mutating func leaveOutPoint(
    _ kind: GPXName, _ tag: GPXTag, _ attributes: GPXAttributes
  ) {
    if depth == 1 {
      beforeItem(kind)
      putMark(KeptMark.items[0], Array(String(itemCount).utf8))
    } else {
      noteRank(GPXField.childrenRank, kind.text)
    }
    leaveOut(kind, tag, attributes)
    if depth == 1 { capture = .extensions }
  }

  @inline(__always)
  private mutating func noteForm(
    _ number: GeoPointFormat.Number, _ source: UnsafePointer<UInt8>, _ count: Int,
    _ value: Double, _ letter: UInt8
  ) {
    switch NumberForm(source, count: count, value: value) {
    case .shortest: return
    case .decimals(let decimals) where GeoPointFormat.admits(decimals: decimals, number):
      format[decimals: number] = decimals
    default:
      levels[depth].isNeeded = true
      levels[depth].markup.put(KeptMark.open)
      levels[depth].markup.put(letter)
      levels[depth].markup.put(attribute: source, count: count)
      levels[depth].markup.put(KeptMark.close)
    }
  }

  private mutating func resetFields() {
    fields = GeoPointFields()
    hasFields = false
  }

  private mutating func resetSensors() {
    for sensor in sensorValues.indices { sensorValues[sensor] = .nan }
    sensorsSeen = 0
  }

  @inline(__always)
  private mutating func widenBounds() {
    if latitude < south { south = latitude }
    if latitude > north { north = latitude }
    if longitude < west { west = longitude }
    if longitude > east { east = longitude }
  }

  /// Begins a route or a track.
  mutating func startPath(_ kind: GPXName, _ tag: GPXTag, _ attributes: GPXAttributes) {
    if kind == .track {
      report.counts.tracks += 1
      header = GeoPathHeader(kind: .track)
    } else {
      report.counts.routes += 1
      header = GeoPathHeader(kind: .route)
    }
    header.position = itemCount
    segment = -1
    segmentBytes = 0
    open(kind, tag, attributes, isBare: attributes.isEmpty)
    itemCount += 1
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
    widenBounds()
    if format.rawValue != 0 { points.set(format) }
    if hasFields { points.set(fields) }
    if sensorsSeen != 0 {
      for sensor in GeoSensor.allCases where sensorsSeen & (1 << UInt32(sensor.rawValue)) != 0 {
        points.set(sensor, sensorValues[sensor.rawValue])
      }
    }
    if levels[depth].isNeeded || levels[depth].isDisordered, let kept = finishPoint() {
      points.set(kept: kept)
      batchBytes &+= kept.utf8.count
    }
    if points.count == Self.batch || batchBytes > Self.batchSize { deliverPoints() }
  }

  mutating func endPlace() {
    var place = GeoPlace(coordinate: Coordinate(latitude: latitude, longitude: longitude))
    widenBounds()
    place.elevation = elevation.isNaN ? nil : elevation
    place.time = time.isNaN ? nil : Date(timeIntervalSinceReferenceDate: time)
    place.format = format
    if hasFields {
      place.name = fields.name.take()
      place.comment = fields.comment.take()
      place.details = fields.details.take()
      place.symbol = fields.symbol.take()
      place.type = fields.type.take()
      place.fields = fields
    }
    if sensorsSeen != 0 {
      for sensor in GeoSensor.allCases where sensorsSeen & (1 << UInt32(sensor.rawValue)) != 0 {
        place.sensors[sensor] = sensorValues[sensor.rawValue]
      }
    }
    place.position = itemCount
    itemCount += 1
    if levels[depth].isNeeded {
      let scan = ExtrasScan(Array(levels[depth].markup.bytes), bindings: namespaces.root)
      place.extras = scan.extras
      if place.symbol == nil { place.symbol = scan.placeSymbol }
    }
    if levels[depth].isNeeded || levels[depth].isDisordered { place.kept = finishPoint() }
    report.counts.waypoints += 1
    do {
      try sink.place(place)
    } catch {
      fail(error)
    }
  }

  /// Ends the path and passes its last points and its fields to the sink.
  mutating func endPath() {
    deliverPoints()
    guard !stopped else { return }
    header.kept = finishLevel()
    if let kept = header.kept {
      header.extras = ExtrasScan(Array(kept.utf8), bindings: namespaces.root).extras
    }
    header.segments = header.kind == .track ? segment + 1 : 1
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
    batchBytes = 0
  }

  private mutating func reportCoordinate(
    _ kind: GPXName, _ latitudeText: UnsafePointer<UInt8>, _ longitudeText: UnsafePointer<UInt8>
  ) {
    let isLatitude = latitude.isNaN || (!longitude.isNaN && abs(latitude) > 90)
    let value = isLatitude ? latitude : longitude
    let noun = isLatitude ? "latitude" : "longitude"
    let shown = isLatitude ? latitudeText : longitudeText
    let quoted = Excerpt.of(
      UnsafeBufferPointer(start: shown, count: GPXAttributes.length(shown)))
    if value.isNaN {
      note(
        .coordinateUnreadable, .skipped, element: kind.text,
        "the \(noun) “\(quoted)” is not a decimal number; the point is preserved as XML")
    } else {
      note(
        .coordinateOutOfRange, .skipped, element: kind.text,
        """
        the \(noun) \(quoted) is outside \(isLatitude ? "−90…90" : "−180…180"); the point is \
        preserved as XML
        """)
    }
  }
}

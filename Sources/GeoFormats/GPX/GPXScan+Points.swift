import Foundation
import Geodesy

extension GPXScan {
  /// Begins a point element inside its proper parent element, such as a `trkpt` in a `trkseg`.
  mutating func startPoint(_ kind: GPXName, _ tag: XMLTag, _ attributes: XMLAttributes) {
    var lat: UnsafePointer<UInt8>?
    var lon: UnsafePointer<UInt8>?
    var index = 0
    var isBare = true
    while let name = attributes.name(index) {
      if XMLTag.equals(name, "lat\0") {
        lat = attributes.value(index)
      } else if XMLTag.equals(name, "lon\0") {
        lon = attributes.value(index)
      } else {
        isBare = false
      }
      index &+= 1
    }
    // A point without valid coordinates has no row in the library, but its XML is preserved.
    guard let lat, let lon else {
      skip(kind)
      findings.addPointWithoutPosition()
      let missing = lat == nil ? "latitude (lat)" : "longitude (lon)"
      note(
        .coordinateMissing, .skipped, element: kind.text,
        "the \(kind.text) has no \(missing); it is preserved as XML")
      leaveOutPoint(kind, tag, attributes)
      return
    }
    let (latitudeText, longitudeText) = swapsCoordinates ? (lon, lat) : (lat, lon)
    let latitudeCount = XMLAttributes.length(latitudeText)
    let longitudeCount = XMLAttributes.length(longitudeText)
    point.latitude = DecimalNumber.parse(latitudeText, count: latitudeCount)
    point.longitude = DecimalNumber.parse(longitudeText, count: longitudeCount)
    // Decimal commas are rare, so they are tried only if a number cannot be read.
    if point.latitude.isNaN || point.longitude.isNaN {
      readDecimalCommas(kind, latitudeText, latitudeCount, longitudeText, longitudeCount)
    }
    guard point.latitude >= -90, point.latitude <= 90, point.longitude >= -180,
      point.longitude <= 180
    else {
      skip(kind)
      findings.addInvalidPoint(latitude: point.latitude, longitude: point.longitude)
      reportCoordinate(kind, latitudeText, longitudeText)
      leaveOutPoint(kind, tag, attributes)
      return
    }
    open(kind, tag, attributes, isBare: isBare)
    point.reset()
    // Coordinates in an unusual notation are preserved as text, so that an export reproduces them.
    noteForm(.latitude, latitudeText, latitudeCount, point.latitude, PreservedMarkup.Mark.latitude)
    noteForm(
      .longitude, longitudeText, longitudeCount, point.longitude, PreservedMarkup.Mark.longitude)
  }

  /// Preserves a point without valid coordinates as markup, at its original position among the
  /// other elements.
  private mutating func leaveOutPoint(
    _ kind: GPXName, _ tag: XMLTag, _ attributes: XMLAttributes
  ) {
    if depth == 1 {
      beforeItem(kind)
      putMark(PreservedMarkup.Mark.items[0], Array(String(itemCount).utf8))
    } else {
      noteRank(GPXField.childrenRank, kind.text)
    }
    leaveOut(kind, tag, attributes)
    if depth == 1 { literal.purpose = .extensions }
  }

  @inline(__always)
  private mutating func noteForm(
    _ number: GeoPointFormat.Number, _ source: UnsafePointer<UInt8>, _ count: Int,
    _ value: Double, _ letter: UInt8
  ) {
    switch NumberForm(source, count: count, value: value) {
    case .shortest: return
    case .decimals(let decimals) where GeoPointFormat.admits(decimals: decimals, number):
      point.format[decimals: number] = decimals
    default:
      levels[depth].isNeeded = true
      levels[depth].markup.put(PreservedMarkup.Mark.open)
      levels[depth].markup.put(letter)
      levels[depth].markup.put(attribute: source, count: count)
      levels[depth].markup.put(PreservedMarkup.Mark.close)
    }
  }

  /// Begins a route or a track.
  mutating func startPath(_ kind: GPXName, _ tag: XMLTag, _ attributes: XMLAttributes) {
    if kind == .track {
      report.counts.tracks += 1
      path = PathState(.track)
    } else {
      report.counts.routes += 1
      path = PathState(.route)
    }
    path.header.position = itemCount
    path.pointsBefore = report.counts.routePoints + report.counts.trackPoints
    open(kind, tag, attributes, isBare: attributes.isEmpty)
    itemCount += 1
    do {
      try sink.pathBegins(path.header.kind)
    } catch {
      fail(error)
    }
  }

  mutating func endTrackPoint() {
    report.counts.trackPoints &+= 1
    extent.add(elevation: point.elevation, time: point.time)
    appendPoint(segment: path.segments.last)
  }

  mutating func appendPoint(segment: Int) {
    batch.append(point, segment: segment)
    extent.add(latitude: point.latitude, longitude: point.longitude)
    if levels[depth].isNeeded || levels[depth].isDisordered, let kept = finishPoint() {
      batch.points.set(kept: kept)
      batch.textBytes &+= kept.utf8.count
    }
    if batch.isFull { deliverPoints() }
  }

  mutating func endPlace() {
    var place = point.place()
    extent.add(latitude: point.latitude, longitude: point.longitude)
    place.position = itemCount
    itemCount += 1
    if levels[depth].isNeeded {
      let scan = PreservedMarkup.ExtensionValues(
        Array(levels[depth].markup.bytes), bindings: namespaces.root)
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

  /// Ends the path, and passes its last points and its fields to the ``GeoSink``.
  mutating func endPath() {
    deliverPoints()
    guard !parsing.isStopped else { return }
    path.header.kept = finishLevel()
    if let kept = path.header.kept {
      path.header.extras =
        PreservedMarkup.ExtensionValues(Array(kept.utf8), bindings: namespaces.root).extras
    }
    path.header.segments = path.header.kind == .track ? path.segments.count : 1
    do {
      try sink.pathEnds(path.header)
    } catch {
      fail(error)
    }
  }

  private mutating func deliverPoints() {
    guard !batch.points.isEmpty else { return }
    do {
      try sink.points(batch.points)
    } catch {
      fail(error)
    }
    batch.removeAll()
  }

  private mutating func reportCoordinate(
    _ kind: GPXName, _ latitudeText: UnsafePointer<UInt8>, _ longitudeText: UnsafePointer<UInt8>
  ) {
    let isLatitude = point.latitude.isNaN || (!point.longitude.isNaN && abs(point.latitude) > 90)
    let value = isLatitude ? point.latitude : point.longitude
    let noun = isLatitude ? "latitude" : "longitude"
    let shown = isLatitude ? latitudeText : longitudeText
    let quoted = Excerpt.of(
      UnsafeBufferPointer(start: shown, count: XMLAttributes.length(shown)))
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

import Foundation
import Geodesy

/// An adapter that passes a codec's items to a ``GeoSink``. The feed also numbers and counts the
/// items, groups points into batches, determines the points' extent, and stores the diagnostics.
///
/// The GPX codec does not use this class, because that codec must also preserve XML.
final class GeoFeed {
  let input: GeoInput
  /// The file's header, which the codec completes before ``finish()``.
  var header = GeoFileHeader()
  var report: GeoReadReport
  private let sink: any GeoSink
  private var log = DiagnosticLog()
  private var points = GeoPoints(capacity: batch)
  private var kind: GeoPathHeader.Kind?
  private var waiting: [GeoPlace] = []
  private var pointCount = 0
  private var itemCount = 0
  private var extent = GeoExtent()
  /// The total sizes of text, in bytes, in the current batch and in all items read so far.
  private var (batchBytes, textBytes) = (0, 0)
  /// A bit mask of the sensors whose values occur in the file.
  private var sensors: UInt32 = 0
  private var swapped = SwappedPoints()
  /// Whether the total text length of all items exceeds the limit. If so, no further places are
  /// passed on.
  private var textsExceedLimit = false
  /// The number of points that are invalid even if latitude and longitude are swapped.
  private var invalidCount = 0
  /// The number of longitudes outside −180…180 that were wrapped into this range, and the first
  /// such longitude with its position in the file.
  private var wrapped = (count: 0, longitude: 0.0, place: Diagnostic.Place())

  private static let batch = 8_192
  /// The text size, in bytes, above which a batch is passed to the ``GeoSink``.
  private static let batchText = 4 << 20
  /// The assumed size, in bytes, of a point's GPX fields, which counts towards the batch's text
  /// size. Batches of points with GPX fields are therefore smaller, which saves memory because
  /// several batches are in memory at the same time.
  private static let fieldSize = 2_048

  init(_ input: GeoInput, into sink: any GeoSink, _ format: GeoFormat) {
    self.input = input
    self.sink = sink
    report = GeoReadReport()
    report.format = format.id
    header.namespaces = PreservedMarkup.foreignNamespaces
  }

  // MARK: Items

  /// The number of places that are buffered until the current path ends.
  var waitingPlaces: Int { waiting.count }

  /// Passes a place to the ``GeoSink``. If a path is open, the place is buffered until the path
  /// ends.
  func place(_ place: GeoPlace) throws {
    guard kind == nil else {
      waiting.append(place)
      return
    }
    guard !textsExceedLimit else { return }
    var place = place
    place.position = itemCount
    place.kept = PreservedMarkup.adding(groups: place.extras.groups, to: place.kept)
    itemCount += 1
    report.counts.waypoints += 1
    extent.add(latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    for sensor in place.sensors.keys { sensors |= 1 << UInt32(sensor.rawValue) }
    try sink.place(place)
    try addText(place.kept, place.name, place.comment, place.details, place.extras.notes)
  }

  func beginPath(_ kind: GeoPathHeader.Kind) throws {
    self.kind = kind
    pointCount = 0
    try sink.pathBegins(kind)
  }

  /// Appends a point to the current path. The point's sensor values and fields are set afterwards.
  ///
  /// - Parameter time: The time in seconds since 2001-01-01T00:00:00Z, or NaN if it is unknown.
  @inline(__always)
  func point(
    _ coordinate: Coordinate, elevation: Double = .nan, time: Double = .nan, segment: Int = 0
  ) throws {
    if points.count == Self.batch || batchBytes > Self.batchText { try flush() }
    points.append(
      latitude: coordinate.latitude, longitude: coordinate.longitude, elevation: elevation,
      time: time, segment: segment)
    pointCount += 1
    extent.add(latitude: coordinate.latitude, longitude: coordinate.longitude)
    if kind == .track { extent.add(elevation: elevation, time: time) }
  }

  /// Sets a sensor value of the most recently added point.
  @inline(__always)
  func set(_ sensor: GeoSensor, _ value: Double) {
    sensors |= 1 << UInt32(sensor.rawValue)
    points.set(sensor, value)
  }

  /// Sets the GPX fields of the most recently added point.
  func set(_ fields: GeoPointFields) {
    points.set(fields)
    batchBytes += Self.fieldSize
    for text in [fields.name, fields.comment, fields.details] {
      batchBytes += text?.utf8.count ?? 0
    }
  }

  /// Records how the numbers and the time of the most recently added point are written in the file.
  func set(_ format: GeoPointFormat) { points.set(format) }

  /// Sets the preserved markup of the most recently added point.
  func set(kept: String?) {
    points.set(kept: kept)
    batchBytes += kept?.utf8.count ?? 0
  }

  /// Ends the current path. The kind in the header may differ from the kind given at the start of
  /// the path only if the path has no points.
  func endPath(_ header: GeoPathHeader) throws {
    try flush()
    var header = header
    header.position = itemCount
    header.kept = PreservedMarkup.adding(groups: header.extras.groups, to: header.kept)
    itemCount += 1
    switch header.kind {
    case .route:
      report.counts.routes += 1
      report.counts.routePoints += pointCount
    case .track:
      report.counts.tracks += 1
      report.counts.segments += header.segments
      report.counts.trackPoints += pointCount
    }
    kind = nil
    try sink.pathEnds(header)
    let places = waiting
    waiting = []
    for place in places { try self.place(place) }
    try addText(header.kept, header.name, header.comment, header.details, header.extras.notes)
    for kept in header.keptSegments.values { try addText(kept) }
  }

  /// The current path's kind. Nil if no path is open.
  var openPath: GeoPathHeader.Kind? { kind }

  /// The number of points in the current path.
  var pointsInPath: Int { pointCount }

  private func flush() throws {
    guard !points.isEmpty else { return }
    try sink.points(points)
    points.removeAll()
    batchBytes = 0
    try input.advance()
  }

  /// Adds the length of an item's text fields to the total text length of all items.
  ///
  /// - Throws: ``InputRefusal`` if the total text length far exceeds the file's size.
  ///   An example is a file that applies one long text to many items. The error is thrown only
  ///   once. The codec then stops reading, as if the file were damaged at this position.
  private func addText(_ texts: String?...) throws {
    for text in texts { textBytes += text?.utf8.count ?? 0 }
    guard !textsExceedLimit, textBytes / 16 > input.options.limits.preservedMarkup,
      textBytes / 64 > input.content.consumed
    else { return }
    textsExceedLimit = true
    throw InputRefusal(
      code: .limitFragment,
      message: """
        the file repeats long text for so many items that the total text is more than 64 times \
        larger than the file
        """)
  }

  // MARK: Positions

  /// Whether positions were skipped because they are out of range.
  var hasInvalidPositions: Bool { swapped.count + invalidCount > 0 }

  /// Creates a position from a latitude and a longitude in the file. If the latitude or longitude
  /// is not finite or is out of range, adds a diagnostic and returns nil. A longitude outside
  /// −180…180° but within −360…360° is wrapped into −180…180°, and ``finish()`` reports the change.
  ///
  /// - Parameter place: The position in the file, for diagnostics.
  ///   The position is determined only if a diagnostic is added.
  @inline(__always)
  func coordinate(
    latitude: Double, longitude: Double, at place: @autoclosure () -> Diagnostic.Place
  ) -> Coordinate? {
    if abs(latitude) <= 90, abs(longitude) <= 180, !input.options.swapsCoordinates {
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    return unusualCoordinate(latitude: latitude, longitude: longitude, at: place())
  }

  private func unusualCoordinate(
    latitude: Double, longitude: Double, at place: @autoclosure () -> Diagnostic.Place
  ) -> Coordinate? {
    let (latitude, longitude) =
      input.options.swapsCoordinates ? (longitude, latitude) : (latitude, longitude)
    guard latitude.isFinite, longitude.isFinite else {
      diagnose(
        .coordinateUnreadable, .skipped, at: place(), "the latitude or longitude is not a number")
      return nil
    }
    guard abs(latitude) <= 90, longitude >= -360, longitude <= 360 else {
      if abs(latitude) <= 180, abs(longitude) <= 90 {
        swapped.add(latitude: latitude, longitude: longitude)
      } else {
        invalidCount += 1
      }
      let isLatitude = abs(latitude) > 90
      diagnose(
        .coordinateOutOfRange, .skipped, at: place(),
        isLatitude
          ? "latitude \(latitude) is outside −90…90" : "longitude \(longitude) is outside −360…360")
      return nil
    }
    guard abs(longitude) > 180 else {
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    if wrapped.count == 0 { wrapped = (0, longitude, place()) }
    wrapped.count += 1
    return Coordinate(latitude: latitude, longitude: GeoBounds.wrapped(longitude))
  }

  private func reportWrappedLongitudes() {
    guard wrapped.count > 0 else { return }
    let (written, read) = (wrapped.longitude, GeoBounds.wrapped(wrapped.longitude))
    diagnose(
      .coordinateWrapped, .repaired, at: wrapped.place,
      """
      \(Numbers.counted(wrapped.count, "longitude")) outside −180…180 \(wrapped.count == 1 ? "was" : "were") \
      reduced to this range: \(written) is read as \(read)
      """)
  }

  // MARK: Diagnostics

  /// Counts a diagnostic, and stores it unless the maximum number of diagnostics with its code is
  /// already stored.
  ///
  /// - Parameter place: The position in the file.
  ///   The position is determined only if the diagnostic is stored.
  func diagnose(
    _ code: Diagnostic.Code, _ action: Diagnostic.Action,
    at place: @autoclosure () -> Diagnostic.Place = .init(), _ message: @autoclosure () -> String
  ) {
    guard log.admits(code) else { return }
    log.keep(Diagnostic(at: place(), code: code, action: action, message: message()))
  }

  func diagnose(_ diagnostic: Diagnostic) { log.add(diagnostic) }

  /// Reports that a position with decimal commas is read as the given coordinates.
  func reportDecimalComma(
    latitude: Double, longitude: Double, at place: @autoclosure () -> Diagnostic.Place
  ) {
    diagnose(
      .coordinateDecimalComma, .repaired, at: place(),
      "coordinates with a decimal comma are read as latitude \(latitude), longitude \(longitude)")
  }

  /// Reports that the file ends prematurely. The items read so far remain valid.
  func endEarly(at place: Diagnostic.Place, _ message: String) {
    report.isComplete = false
    diagnose(.inputDamaged, .skipped, at: place, message)
  }

  /// Reports the limit at which reading stops. The items read so far remain valid. Does nothing if
  /// `limit` is nil.
  ///
  /// - Throws: The error `limit` if no item was read, or if its code does not denote a limit.
  func endEarly(at limit: InputRefusal?) throws {
    guard let limit else { return }
    guard limit.code.isLimit, report.counts.usable > 0 else { throw limit }
    report.isComplete = false
    diagnose(
      limit.code, .skipped, at: limit.place, limit.message + InputRefusal.readPartly)
  }

  /// Reports the damage to a compressed file, or the limit that the file exceeds.
  private func endEarly(because problem: InputDamage) {
    guard problem.code.isLimit else { return endEarly(at: .init(), problem.message) }
    // The codec may have reported the limit with the position in the text.
    guard log.totals[problem.code] == nil else { return }
    report.isComplete = false
    diagnose(
      problem.code, .skipped, at: .init(byteOffset: input.content.consumed),
      problem.message + InputRefusal.readPartly)
  }

  /// Ends the file and returns the report.
  ///
  /// - Precondition: No path is open.
  func finish() throws -> GeoReadReport {
    if let diagnostic = swapped.diagnostic(
      beside: extent.bounds, others: invalidCount, isSwapping: input.options.swapsCoordinates)
    {
      diagnose(diagnostic)
    }
    // A longitude outside −180…180 cannot be a latitude.
    report.swapMendsPositions =
      !input.options.swapsCoordinates && wrapped.count == 0
      && swapped.areMended(beside: extent.bounds)
    reportWrappedLongitudes()
    if let problem = input.unpacking.problem { endEarly(because: problem) }
    for diagnostic in try input.unpacking.diagnostics() { log.add(diagnostic) }
    header.namespaces += GPXWriter.namespaces(ofSensors: sensors)
    header.version = header.version ?? report.version
    header.creator = header.creator ?? report.creator
    header.bounds = extent.bounds
    report.elevationRange = extent.elevations
    report.timeRange = extent.times
    report.diagnostics = log.entries
    report.totals = log.totals
    try sink.fileEnds(header)
    return report
  }
}

import Foundation
import Geodesy

/// A streaming writer for GPX files. Items must be written in the schema's order: places, then
/// routes, then tracks.
///
///     let writer = try GPXWriter(into: sink, options: options)
///     try writer.use(header)
///     try writer.place(place)
///     try writer.beginPath(header)
///     try writer.points(points)
///     try writer.endPath()
///     let diagnostics = try writer.finish()
///
/// Unchanged numbers and times are written in their original notation. New or changed numbers and
/// times are written with the fewest digits that convert back to the same value. Preserved markup
/// is written at its original position. See `docs/formats/gpx.md`.
/// - Complexity: O(1) memory in addition to the preserved markup of one element.
public final class GPXWriter {
  enum Stage: Int {
    case places
    case routes
    case tracks
    case groups
    case finished
  }

  /// An element whose end tag has not been written yet. The rest of the element's preserved markup
  /// must be written first.
  struct OpenElement {
    var kept: PreservedMarkup.Content?
    /// The index, in the preserved markup, of the next node to write.
    var node: Int
    /// The element's name in its end tag, or nil for the standard name.
    var tag: [UInt8]?
  }

  /// The value of the output file's `creator` attribute, unless an imported file is exported
  /// unchanged.
  public static let creator = "Cartographer"

  let options: GeoWritingOptions
  /// The GPX version of the output file.
  let version: GPXVersion
  var output: OutputBuffer
  var log = WritingLog(format: "GPX")
  var stage = Stage.places
  var path: GeoPathHeader?
  var openPath = OpenElement(node: 0)
  var openSegment = OpenElement(node: 0)
  var segment: Int?
  /// The number of points written so far for the current path.
  var pointCount = 0
  /// The prefix of the GPX elements, including its colon. Empty if the elements have no prefix.
  var prefix: [UInt8] = []
  /// The namespaces declared by the root element.
  var bindings: [GeoNamespace] = [] { didSet { (bindingsByName, sensorTags) = (nil, nil) } }
  private var bindingsByName: RootBindings?
  /// The XML tags of sensor values, or nil until they are needed.
  var sensorTags: SensorTags?
  /// The namespaces declared by the root element, indexed for fast lookups.
  var rootBindings: RootBindings {
    if let known = bindingsByName { return known }
    let made = RootBindings(bindings)
    bindingsByName = made
    return made
  }
  /// The source file of the items that are written next, or nil to use ``implicitSource()``.
  var source: GPXSource?
  var sources: [GPXSource] = []
  /// The root element's preserved markup. ``rootNode`` is the index of the next node to write.
  var root: PreservedMarkup.Content?
  var rootNode = 0
  /// Whether a line break must be written before the next element.
  var lineEnds = false
  /// Whether the content of a point is being written. No line breaks are added to this content;
  /// only those in preserved markup are written.
  var isInLine = false
  /// The sensor values of the point that is being written, with NaN for absent values.
  var sensors = [Double](repeating: .nan, count: GeoSensor.allCases.count)

  /// Creates a writer and begins the output file.
  ///
  /// All throwing methods of the writer also rethrow errors from the ``ByteSink``.
  ///
  /// - Throws: Any error thrown by the ``ByteSink``.
  public init(
    into sink: any ByteSink, options: GeoWritingOptions = GeoWritingOptions()
  ) throws {
    self.options = options
    version = options.gpxVersion ?? options.unchangedSource?.gpxVersion ?? .version11
    output = OutputBuffer(sink)
    try beginRoot()
  }

  deinit {
    output.deallocate()
  }

  /// Sets the source file of the items to be written next. If the header is nil, the items have
  /// no source file.
  ///
  /// If the header is one of ``GeoWritingOptions/headers``, its namespaces are declared once in the
  /// root element. The namespaces of any other header are declared on the elements that need them.
  /// - Complexity: O(n), where n is the number of source files used so far.
  public func use(_ header: GeoFileHeader?) {
    guard let header else {
      source = nil
      return
    }
    if let known = sources.first(where: { $0.header == header }) {
      source = known
    } else {
      let fresh = GPXSource(header, for: self)
      sources.append(fresh)
      source = fresh
    }
  }

  /// Writes a place.
  ///
  /// - Throws: The ``GeoFormatsError/Code/wrongOrder`` error if a path was already written.
  /// - Throws: The ``GeoFormatsError/Code/unwritableValue`` error if a coordinate is out of range.
  public func place(_ place: GeoPlace) throws {
    try advance(to: .places, element: "wpt")
    try writeRoot(before: .places, position: place.position)
    log.item = place.name
    let kept = withExtras(
      try keptText(place.kept, in: .waypoint), symbol: place.symbol, place.extras, in: .waypoint)
    var fields = place.fields
    fields.name = place.name
    fields.comment = place.comment
    fields.details = place.details
    fields.symbol = kept.hasSymbol ? nil : place.symbol
    fields.type = place.type
    var point = PointValues(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
      elevation: place.elevation ?? .nan,
      time: place.time?.timeIntervalSinceReferenceDate ?? .nan, format: place.format,
      fields: fields.isEmpty ? nil : fields)
    for sensor in GeoSensor.allCases {
      let value = place.sensors[sensor] ?? .nan
      sensors[sensor.rawValue] = value
      if !value.isNaN { point.sensors |= 1 << UInt32(sensor.rawValue) }
    }
    try write(point, .waypoint, kept: kept.kept)
    lineEnds = true
  }

  /// Writes the next points of the current path.
  ///
  /// A new segment begins when the segment number changes from one point to the next. The
  /// segment numbers of route points are ignored.
  ///
  /// - Throws: The ``GeoFormatsError/Code/wrongOrder`` error if no path has been started.
  /// - Throws: The ``GeoFormatsError/Code/unwritableValue`` error if a coordinate is out of range.
  public func points(_ points: borrowing GeoPoints) throws {
    guard let path else {
      throw GeoFormatsError.wrongOrder("cannot write points, because no path has been started")
    }
    let isTrack = path.kind == .track
    let columns = points.sensors.indices.filter { !points.sensors[$0].isEmpty }
    let hasFormats = !points.formats.isEmpty
    let hasFields = !points.fields.isEmpty
    let hasKept = !points.kept.isEmpty
    for sensor in sensors.indices { sensors[sensor] = .nan }
    for index in 0..<points.count {
      pointCount += 1
      log.point = pointCount
      try output.reserve()
      if isTrack { try moveToSegment(points.segments[index]) }
      var point = PointValues(
        latitude: points.latitudes[index], longitude: points.longitudes[index],
        elevation: points.elevations[index], time: points.times[index],
        format: hasFormats ? points.formats[index] : GeoPointFormat(),
        fields: hasFields ? points.fields[index] : nil)
      for sensor in columns {
        let value = points.sensors[sensor][index]
        sensors[sensor] = value
        if !value.isNaN { point.sensors |= 1 << UInt32(sensor) }
      }
      let kind: GPXName = isTrack ? .trackPoint : .routePoint
      try write(
        point, kind, kept: hasKept ? keptText(points.kept[index], in: kind) : nil)
      lineEnds = true
    }
  }

  /// Writes the last bytes of the file to the ``ByteSink``.
  ///
  /// - Returns: The diagnostics about content that could not be written unchanged.
  public func finish() throws -> [Diagnostic] {
    try advance(to: .finished, element: "gpx")
    try endRoot()
    try output.flush()
    return log.diagnostics
  }

  func advance(to next: Stage, element: String) throws {
    guard path == nil else {
      throw GeoFormatsError.wrongOrder("cannot write \(element) before the current path has ended")
    }
    guard next.rawValue >= stage.rawValue, stage != .finished else {
      throw GeoFormatsError.wrongOrder(
        "cannot write \(element) now: the required order is places, routes, tracks, groups")
    }
    stage = next
  }

  /// Returns the given preserved markup, parsed and converted for the output file. Each template is
  /// converted only once.
  func keptText(_ text: String?, in parent: GPXName) throws -> PreservedMarkup.Content? {
    guard let text else { return nil }
    guard let source = source ?? implicitSource() else { return nil }
    let kept = source.text(text, in: parent)
    if !source.losses.isEmpty { report(source.removeLosses()) }
    return kept
  }

  /// Returns the default source for items: the file that is exported unchanged or, in any other
  /// export, a source with an empty header.
  private func implicitSource() -> GPXSource? {
    use(options.unchangedSource ?? GeoFileHeader())
    return source
  }

  func report(_ losses: [Diagnostic]) {
    for loss in losses { log.add(loss) }
  }
}

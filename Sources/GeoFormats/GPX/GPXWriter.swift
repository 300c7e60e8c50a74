import Foundation
import Geodesy

/// Writes GPX as a stream: first the places, then the routes, then the tracks, as the schema
/// orders them.
///
///     let writer = try GPXWriter(into: sink, options: options)
///     try writer.use(header)
///     try writer.place(place)
///     try writer.beginPath(header)
///     try writer.points(points)
///     try writer.endPath()
///     let diagnostics = try writer.finish()
///
/// Numbers and times are written as they were read while they are what they were, else in the
/// fewest digits that read back as them. What an element's file held besides its values comes back
/// at its place: see `docs/formats/gpx.md`.
/// - Complexity: O(1) memory besides one element's kept text, whatever is written.
public final class GPXWriter {
  enum Stage: Int {
    case places
    case routes
    case tracks
    case groups
    case finished
  }

  /// Kept text of an element that is open: what is written at its end.
  struct OpenElement {
    var kept: KeptText?
    /// The node to go on with.
    var node: Int
    /// The tag that ends it, where that is not the plain one.
    var tag: [UInt8]?
  }

  /// What a file says wrote it, where it is not written back as it came.
  public static let creator = "Cartographer"

  let options: GPXWritingOptions
  /// The version written.
  let version: GPXWritingOptions.Version
  var output: OutputBuffer
  var log = WritingLog()
  var stage = Stage.places
  var path: GeoPathHeader?
  var openPath = OpenElement(node: 0)
  var openSegment = OpenElement(node: 0)
  var segment: Int?
  /// How many points of the path are written.
  var pointCount = 0
  /// Before GPX's own names: empty, or a prefix with its colon.
  var prefix: [UInt8] = []
  /// What the root declares.
  var bindings: [GeoNamespace] = [] { didSet { bindingsByName = nil } }
  private var bindingsByName: RootBindings?
  /// The same, to look things up in.
  var rootBindings: RootBindings {
    if let known = bindingsByName { return known }
    let made = RootBindings(bindings)
    bindingsByName = made
    return made
  }
  /// The file that the items now written come from.
  var source: GPXSource?
  var sources: [GPXSource] = []
  /// Kept of the root, and how far it is written.
  var root: KeptText?
  var rootNode = 0
  /// Whether a line end is due before the next element.
  var lineEnds = false
  /// Whether the content of a point is being written, which has no lines but those kept.
  var isInLine = false
  /// The values of the sensors of the point being written; NaN where absent.
  var sensors = [Double](repeating: .nan, count: GeoSensor.allCases.count)

  /// Begins a file.
  ///
  /// - Throws: What the sink throws, here and everywhere below.
  public init(
    into sink: any ByteSink, options: GPXWritingOptions = GPXWritingOptions()
  ) throws {
    self.options = options
    version = options.version ?? options.asItCame?.gpxVersion ?? .version11
    output = OutputBuffer(sink)
    try beginRoot()
  }

  deinit {
    output.deallocate()
  }

  /// Names the file that the next items come from; nil for none.
  ///
  /// Must be one of the options' headers for its namespaces to be declared once for all; those of
  /// another are declared where they are needed.
  /// - Complexity: O(number of files).
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
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/wrongOrder`` after the first path,
  ///   or ``GeoFormatsError/Code/unwritableValue`` for a coordinate out of range.
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

  /// Writes the next points of the path begun.
  ///
  /// A new segment number begins a segment; in a route the numbers are ignored.
  ///
  /// - Throws: ``GeoFormatsError`` with ``GeoFormatsError/Code/wrongOrder`` outside a path, or
  ///   ``GeoFormatsError/Code/unwritableValue`` for a coordinate out of range.
  public func points(_ points: borrowing GeoPoints) throws {
    guard let path else { throw Self.wrongOrder("points outside a path") }
    let isTrack = path.kind == .track
    let columns = points.sensors.indices.filter { !points.sensors[$0].isEmpty }
    let hasFormats = !points.formats.isEmpty
    let hasFields = !points.fields.isEmpty
    let hasKept = !points.kept.isEmpty
    for sensor in sensors.indices { sensors[sensor] = .nan }
    for index in 0..<points.count {
      log.point = pointCount
      pointCount += 1
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

  /// Ends the file and hands its last bytes to the sink.
  ///
  /// - Returns: What could not be written as it was.
  public func finish() throws -> [Diagnostic] {
    try advance(to: .finished, element: "gpx")
    try endRoot()
    try output.flush()
    return log.diagnostics
  }

  func advance(to next: Stage, element: String) throws {
    guard path == nil else { throw Self.wrongOrder("\(element) inside a path") }
    guard next.rawValue >= stage.rawValue, stage != .finished else {
      throw Self.wrongOrder("\(element) too late: places, routes, tracks, groups is the order")
    }
    stage = next
  }

  static func wrongOrder(_ message: String) -> GeoFormatsError {
    GeoFormatsError(code: .wrongOrder, message: message)
  }

  /// Kept text taken apart, as the file written is to have it; a template only once.
  func keptText(_ text: String?, in parent: GPXName) throws -> KeptText? {
    guard let text else { return nil }
    guard let source = source ?? implicitSource() else { return nil }
    let kept = source.text(text, in: parent)
    if !source.losses.isEmpty { report(source.takeLosses()) }
    return kept
  }

  /// Without a named file, items belong to the one written back or to one that only says what is
  /// plain.
  private func implicitSource() -> GPXSource? {
    use(options.asItCame ?? GeoFileHeader())
    return source
  }

  func report(_ losses: [Diagnostic]) {
    for loss in losses { log.add(loss) }
  }
}

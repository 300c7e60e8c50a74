import Foundation
import Geodesy

/// A writer for KML 2.2 with Google's extension for tracks, and for KMZ.
///
/// All items are stored until the file ends, because the items of a group must be written to one
/// Folder, but can arrive in any order. Memory use does not depend on the number of points.
final class KMLWriter: GeoWriter {
  /// The KML element that makes a line follow the ground.
  static let tessellation = "<tessellate>1</tessellate>"

  /// The identifier of the Document element. The reader uses it to recognise files that this
  /// program wrote.
  static let documentID = "cartographer"

  /// The width of coloured lines, in pixels.
  static let lineWidth = 3.0

  let options: GeoWritingOptions
  private let target: any ByteSink
  private let zip: PackedSink?
  /// The XML elements of the finished items.
  private let items = ByteSpool()
  var output: OutputBuffer
  var log = WritingLog(format: "KML")
  private var folders = KMLFolders()
  /// The byte ranges of the written places and paths in ``items``, in file order.
  private var ranges: (places: [Range<Int>], paths: [Range<Int>]) = ([], [])
  private var path: GeoPathHeader?
  let points = SpooledPoints()
  var segments: [Int] = []
  /// The number of sensor values in the path being written.
  var sensorValueCount = 0
  var usedSensors: Set<GeoSensor> = []
  /// The names of the arrays written for unknown sensors whose values were preserved from KML
  /// files.
  var usedArrays: Set<String> = []
  /// The XML identifiers already in use: the identifiers of the written items, and `sensors` for
  /// the schema of the sensor values.
  var usedIdentifiers: Set<String> = ["sensors"]
  private var hasTimes = false
  private var order = TimeOrder()
  /// The number of points with an elevation in the path being written.
  private var elevationCount = 0
  private var isFinished = false

  init(into sink: any ByteSink, options: GeoWritingOptions) throws {
    self.options = options
    target = sink
    zip =
      options.fileExtension?.lowercased() == "kmz"
      ? try PackedSink(.zip(fileName: "doc.kml"), into: sink) : nil
    output = OutputBuffer(items)
  }

  deinit {
    output.deallocate()
  }

  func use(_ header: GeoFileHeader?) {
    log.source = header ?? GeoFileHeader()
  }

  // MARK: Items

  func place(_ place: GeoPlace) throws {
    guard path == nil, !isFinished else {
      throw GeoFormatsError.wrongOrder("cannot write a place before the current path has ended")
    }
    (log.item, log.point) = (place.name, nil)
    try log.check(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    let start = items.count
    var element = KMLElement(place, kept: keptValues(place.kept), options)
    noteLosses(of: place)
    let folder = folders.folder(&element)
    try write(element)
    let mode = element.altitudeMode(for: place.elevation == nil ? .none : .all)
    try output.write("<Point>".utf8)
    try write(element.geometryValues(["extrude"]) + mode)
    try output.write("<coordinates>".utf8)
    try writePosition(
      place.coordinate.latitude, place.coordinate.longitude, place.elevation ?? .nan, ",")
    try output.write("</coordinates></Point></Placemark>\n".utf8)
    try output.flush()
    folders.add(start..<items.count, to: folder)
    ranges.places.append(start..<items.count)
  }

  func beginPath(_ header: GeoPathHeader) throws {
    guard path == nil, !isFinished else {
      throw GeoFormatsError.wrongOrder("cannot begin a path before the current path has ended")
    }
    (log.item, log.point) = (header.name, nil)
    path = header
    points.removeAll()
    segments = []
    sensorValueCount = 0
    hasTimes = false
    order = TimeOrder()
    elevationCount = 0
  }

  func points(_ added: borrowing GeoPoints) throws {
    guard path != nil else {
      throw GeoFormatsError.wrongOrder("cannot write points, because no path has been started")
    }
    for index in 0..<added.count {
      // The point's number is set before the first message about the point.
      log.point = points.count + 1
      if !added.fields.isEmpty, added.fields[index] != nil {
        leaveOut("names, comments and other fields of points")
      }
      try log.check(latitude: added.latitudes[index], longitude: added.longitudes[index])
      // Empty segments before the point's segment get a count of 0, since `segments` is indexed by
      // the segment's number.
      let segment = path?.kind == .route ? 0 : added.segments[index]
      while segments.count <= segment {
        segments.append(0)
        order.endSegment()
      }
      segments[segment] += 1
      let elevation = added.elevations[index]
      if elevation.isFinite { elevationCount += 1 }
      // The columns of times and sensor values can be shorter than the others and are padded to the
      // point's row. The row is read first, because `append` increases the count.
      let row = points.count
      try points.append(
        latitude: added.latitudes[index], longitude: added.longitudes[index],
        elevation: elevation)
      let time = added.times[index]
      if !options.stripsTimes, log.accepts(time: time) {
        hasTimes = true
        order.add(time)
        try points.times.pad(to: row)
        try points.times.append(time)
      }
      guard !options.stripsExtensions else { continue }
      for sensor in GeoSensor.allCases where !added.sensors[sensor.rawValue].isEmpty {
        let value = added.sensors[sensor.rawValue][index]
        guard value.isFinite else { continue }
        try points.set(sensor, value, at: row)
        sensorValueCount += 1
      }
      if !added.kept.isEmpty, let kept = added.kept[index] { try add(kept, at: row) }
    }
  }

  /// Adds preserved numbers from a KML file to the current point's values, and reports the point's
  /// other preserved values as left out.
  private func add(_ kept: String, at row: Int) throws {
    for value in log.foreignValues(in: kept) {
      if value.format == KMLCodec.id, KMLSensor.sensor(value.name) == nil, !value.name.isEmpty,
        let number = Double(value.value), number.isFinite,
        try points.set(value.name, number, at: row)
      {
        sensorValueCount += 1
      } else {
        log.leaveOutPointValues()
      }
    }
  }

  func endPath() throws {
    guard let header = path else {
      throw GeoFormatsError.wrongOrder("cannot end a path, because no path has been started")
    }
    path = nil
    log.point = nil
    while segments.count < max(header.kind == .route ? 1 : header.segments, 1) {
      segments.append(0)
    }
    if hasTimes, !order.isAscending {
      // The times of a gx:Track must increase; Google Earth draws other tracks wrongly.
      leaveOut("times that are not in chronological order")
      hasTimes = false
    }
    let start = items.count
    var element = KMLElement(header, kept: keptValues(header.kept), options)
    let implied: GeoPathHeader.Kind = hasTimes || segments.count > 1 ? .track : .route
    if header.kind != implied { element.data.append((KMLOwnData.kind, header.kind.rawValue)) }
    noteLosses(of: header)
    for (number, kept) in header.keptSegments {
      if !element.keep(keptValues(kept), inSegment: number) { leaveOut(WritingLog.segmentValues) }
    }
    if element.altitudeMode(for: elevations) == KMLElevations.partialMode, elevations == .some,
      !element.hasSegmentModes
    {
      element.data.append((KMLOwnData.elevations, KMLElevations.partialData))
    }
    let folder = folders.folder(&element)
    try write(element)
    if hasTimes { try writeTracks(element) } else { try writeLines(element) }
    try output.write("</Placemark>\n".utf8)
    try output.flush()
    folders.add(start..<items.count, to: folder)
    ranges.paths.append(start..<items.count)
  }

  /// Whether none, some or all points of the current path have an elevation.
  var elevations: KMLElevations {
    elevationCount == 0 ? .none : elevationCount < points.count ? .some : .all
  }

  func groups(_ groups: [GeoGroup]) throws {
    guard path == nil, !isFinished else {
      throw GeoFormatsError.wrongOrder("cannot write groups before the current path has ended")
    }
    guard !options.stripsExtensions else { return }
    for group in groups {
      log.item = group.name
      if !folders.describe(group) {
        leaveOut("groups without a name, or with a leading or trailing space in the name")
      }
      folders.addDays(of: group) { [ranges] reference in
        let (written, number) =
          switch reference {
          case .place(let number): (ranges.places, number)
          case .path(let number): (ranges.paths, number)
          }
        return written.indices.contains(number - 1) ? written[number - 1] : nil
      }
      if !group.entries.isEmpty || group.firstDay != nil { leaveOut("itineraries of groups") }
      if group.colour != nil { leaveOut("colours of groups") }
      if let members = group.members, !members.isEmpty {
        leaveOut("the members of groups that share a name with another group")
      }
    }
  }

  func finish() throws -> [Diagnostic] {
    guard path == nil, !isFinished else {
      throw GeoFormatsError.wrongOrder("cannot end the file before the current path has ended")
    }
    isFinished = true
    let sink: any ByteSink = zip ?? target
    output.deallocate()
    output = OutputBuffer(sink)
    try writeHead()
    try folders.write(
      head: { identifier, name, notes in
        try output.write((identifier.map { "<Folder id=\"\($0)\">" } ?? "<Folder>").utf8)
        try write("name", name)
        if let notes { try write("description", KMLElement.description(notes)) }
        try output.write("\n".utf8)
        try output.flush()
      },
      items: { range in
        try output.write(items, range)
      },
      tail: { try output.write("</Folder>\n".utf8) })
    try output.write("</Document>\n</kml>\n".utf8)
    try output.flush()
    try zip?.finish()
    return log.diagnostics
  }

  // MARK: Losses

  private func keptValues(_ kept: String?) -> [ForeignValue] {
    options.stripsExtensions ? [] : log.foreignValues(in: kept)
  }

  private func noteLosses(of place: GeoPlace) {
    if !options.stripsExtensions, !place.sensors.isEmpty { leaveOut("sensor values of places") }
    var fields = place.fields
    noteLosses(of: fields.links)
    fields.links = []
    fields.source = nil
    if !fields.isEmpty { leaveOut("GPS reception values and other additional fields of places") }
  }

  private func noteLosses(of header: GeoPathHeader) {
    noteLosses(of: header.links)
    if header.number != nil { leaveOut("the numbers assigned to routes and tracks") }
  }

  private func noteLosses(of links: [GeoLink]) {
    if links.count > 1 { leaveOut("more than one link per item") }
  }

  func leaveOut(_ content: String) { log.leaveOut(content) }
}

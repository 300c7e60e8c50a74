import Foundation
import Geodesy

/// A writer that stores places and paths in the layers of a GeoPackage. See `docs/formats/gpkg.md`.
///
/// The database is written to a temporary file, because SQLite needs a file that it can read and
/// change. The file is copied to the sink at the end.
final class GeoPackageWriter: GeoWriter {
  private let sink: any ByteSink
  private let options: GeoWritingOptions
  private let file: TemporaryFile
  private let database: GeoPackageDatabase
  private var places: GeoPackageStatement?
  private var paths: GeoPackageStatement?
  private var pathPoints: GeoPackageStatement?
  /// The extent of each layer: the bounding box of its features.
  private var extents = [GeoExtent(), GeoExtent(), GeoExtent()]
  /// The maximum size of a geometry in bytes, which is the maximum size of a value in SQLite.
  private static let largestGeometry = 1_000_000_000
  private var (placeCount, pathCount, pathPointCount) = (0, 0, 0)
  private var latest = -Double.infinity
  private var log = WritingLog(format: "GeoPackage")
  private var path: GeoPathHeader?
  private var lines = GeoPackageGeometry.Lines()
  private var pointCount = 0
  private var segments = WrittenSegments()
  private var times: ClosedRange<Double>?

  init(into sink: any ByteSink, _ options: GeoWritingOptions) throws {
    self.sink = sink
    self.options = options
    file = try TemporaryFile()
    database = try GeoPackageDatabase(path: file.path)
    try database.run(GeoPackageSchema.creation)
    places = try database.prepare(GeoPackageSchema.places.insertion)
    paths = try database.prepare(GeoPackageSchema.paths.insertion)
    pathPoints = try database.prepare(GeoPackageSchema.pathPoints.insertion)
  }

  func use(_ header: GeoFileHeader?) {
    log.source = header ?? GeoFileHeader()
  }

  // MARK: Places

  func place(_ place: GeoPlace) throws {
    guard path == nil else {
      throw GeoFormatsError.wrongOrder("cannot write a place before the current path has ended")
    }
    guard let row = places else {
      throw GeoFormatsError.wrongOrder("cannot write a place after the file is complete")
    }
    log.item = place.name
    let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
    try log.check(latitude: latitude, longitude: longitude)
    placeCount += 1
    extents[0].add(latitude: latitude, longitude: longitude)
    row.bind(placeCount)
    row.bind(GeoPackageGeometry.point(latitude, longitude, place.elevation ?? .nan))
    row.bind(place.name)
    row.bind(place.details)
    row.bind(place.comment)
    row.bind(place.symbol)
    row.bind(place.type)
    bind(place.extras, row)
    row.bind(place.fields.source)
    row.bind(addresses(place.fields.links))
    row.bind(place.elevation ?? .nan)
    row.bind(moment(place.time?.timeIntervalSinceReferenceDate ?? .nan))
    for sensor in GeoSensor.allCases {
      row.bind(options.stripsExtensions ? .nan : place.sensors[sensor] ?? .nan)
    }
    bind(quality: place.fields, row)
    row.bind(otherValues([place.kept]))
    try row.insert()
  }

  // MARK: Paths

  func beginPath(_ header: GeoPathHeader) throws {
    guard path == nil else {
      throw GeoFormatsError.wrongOrder("cannot begin a path before the current path has ended")
    }
    path = header
    pathCount += 1
    pointCount = 0
    segments = WrittenSegments()
    times = nil
    lines.removeAll()
    log.item = header.name
    log.point = nil
  }

  func points(_ points: borrowing GeoPoints) throws {
    guard path != nil, let row = pathPoints else {
      throw GeoFormatsError.wrongOrder("cannot write points, because no path has been started")
    }
    let none = GeoPointFields()
    for index in 0..<points.count {
      let (latitude, longitude) = (points.latitudes[index], points.longitudes[index])
      let (elevation, time) = (points.elevations[index], points.times[index])
      try log.check(latitude: latitude, longitude: longitude)
      pointCount += 1
      pathPointCount += 1
      log.point = pointCount
      // The path's row is written in `endPath`, so the line, the segments and the times are
      // collected here.
      segments.add(points.segments[index])
      try lines.add(latitude, longitude, elevation, segment: points.segments[index])
      if !time.isNaN, !options.stripsTimes {
        times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
      }
      let fields = points.fields.isEmpty ? none : points.fields[index] ?? none
      // The values have the order of the columns in `GeoPackageSchema.pathPoints`.
      row.bind(pathPointCount)
      row.bind(GeoPackageGeometry.point(latitude, longitude, elevation))
      row.bind(pathCount)
      row.bind(points.segments[index] + 1)
      row.bind(pointCount)
      row.bind(fields.name)
      row.bind(fields.details)
      row.bind(fields.comment)
      row.bind(fields.symbol)
      row.bind(fields.type)
      row.bind(fields.source)
      row.bind(addresses(fields.links))
      row.bind(elevation)
      row.bind(moment(time))
      for sensor in GeoSensor.allCases {
        let column = points.sensors[sensor.rawValue]
        row.bind(column.isEmpty || options.stripsExtensions ? .nan : column[index])
      }
      bind(quality: fields, row)
      row.bind(points.kept.isEmpty ? nil : otherValues([points.kept[index]]))
      try row.insert()
    }
  }

  func endPath() throws {
    guard let path, let row = paths else {
      throw GeoFormatsError.wrongOrder("cannot end a path, because no path has been started")
    }
    log.point = nil
    guard lines.size <= Self.largestGeometry else {
      throw GeoFormatsError(
        code: .unwritableValue,
        message: """
          the path has \(Numbers.grouped(pointCount)) points and exceeds 1 GB, the maximum size of a line in a \
          GeoPackage; split the path first
          """, place: path.name)
    }
    if let box = lines.extent.bounds {
      for layer in [1, 2] {
        extents[layer].add(latitude: box.south, longitude: box.west)
        extents[layer].add(latitude: box.north, longitude: box.east)
      }
    }
    log.leaveOut(emptySegments: segments, of: path)
    if lines.shortSegments > 0 {
      lose("the line of a segment with a single point (the point is in the layer path_points)")
    }
    if lines.lacksElevations {
      lose(
        """
        the elevations of a line if some of its points have none (the elevations are in the layer \
        path_points)
        """
      )
    }
    // The values have the order of the columns in the INSERT statement.
    row.bind(pathCount)
    row.bind(try lines.geometry())
    row.bind(path.kind.rawValue)
    row.bind(path.name)
    row.bind(path.details)
    row.bind(path.comment)
    row.bind(options.stripsExtensions ? nil : path.extras.symbol)
    row.bind(path.type)
    bind(path.extras, row)
    row.bind(path.source)
    row.bind(addresses(path.links))
    row.bind(path.number)
    row.bind(pointCount)
    row.bind(moment(times?.lowerBound ?? .nan))
    row.bind(moment(times?.upperBound ?? .nan))
    row.bind(otherValues([path.kept] + path.keptSegments.sorted { $0.key < $1.key }.map(\.value)))
    try row.insert()
    self.path = nil
    lines.removeAll()
  }

  func groups(_ groups: [GeoGroup]) throws {
    log.item = nil
    log.leaveOut(detailsOf: groups)
  }

  // MARK: The end

  func finish() throws -> [Diagnostic] {
    guard path == nil else {
      throw GeoFormatsError.wrongOrder("cannot end the file before the current path has ended")
    }
    (places, paths, pathPoints) = (nil, nil, nil)
    try writeContents()
    try database.run("COMMIT")
    try database.close()
    let source = BufferedSource(try FileSource(path: file.path))
    while true {
      let window = try source.window(atLeast: 64 * 1024)
      guard !window.isEmpty else { break }
      try sink.write(window)
      source.consume(window.count)
    }
    return log.diagnostics
  }

  /// Writes the list of layers to the database. The time of the last change is derived from the
  /// content, not from the clock, so that the same content always produces the same file.
  private func writeContents() throws {
    let time = moment(latest)
    let contents = try database.prepare(GeoPackageSchema.contentsInsertion)
    let geometries = try database.prepare(GeoPackageSchema.geometryInsertion)
    for (layer, extent) in zip(GeoPackageSchema.layers, extents) {
      let box = extent.bounds
      contents.bind(layer.table)
      contents.bind(layer.title)
      contents.bind(time ?? "1970-01-01T00:00:00.000Z")
      contents.bind(box?.west ?? .nan)
      contents.bind(box?.south ?? .nan)
      contents.bind(box?.east ?? .nan)
      contents.bind(box?.north ?? .nan)
      try contents.insert()
      geometries.bind(layer.table)
      geometries.bind(layer.geometryType)
      try geometries.insert()
    }
  }

  // MARK: Values

  private func bind(_ extras: GeoExtras, _ row: GeoPackageStatement) {
    let isStripped = options.stripsExtensions
    log.members.formUnion(extras.groups)
    row.bind(isStripped ? nil : extras.groups.joined(separator: "; "))
    row.bind(isStripped ? nil : extras.colour)
    row.bind(isStripped ? nil : extras.notes)
  }

  private func bind(quality fields: GeoPointFields, _ row: GeoPackageStatement) {
    row.bind(fields.satellites)
    row.bind(fields.fix)
    row.bind(fields.hdop ?? .nan)
    row.bind(fields.vdop ?? .nan)
    row.bind(fields.pdop ?? .nan)
    row.bind(fields.geoidHeight ?? .nan)
    row.bind(fields.magneticVariation ?? .nan)
    row.bind(fields.ageOfDGPSData ?? .nan)
    row.bind(fields.dgpsID)
  }

  private func addresses(_ links: [GeoLink]) -> String? {
    guard !links.isEmpty else { return nil }
    if links.contains(where: { $0.text != nil || $0.type != nil }) {
      lose("link texts and link types")
    }
    return links.map(\.href).joined(separator: " ")
  }

  /// Returns a time as text in the form `2026-07-11T06:02:11.000Z`. Returns nil if the item has no
  /// time.
  private func moment(_ time: Double) -> String? {
    guard time.isFinite, !options.stripsTimes else { return nil }
    let rounded = (time * 1000).rounded() / 1000
    guard log.accepts(time: rounded) else { return nil }
    latest = max(latest, rounded)
    let milliseconds = Int((rounded + Timestamp.referenceOffset) * 1000 + 0.5)
    return Self.text(milliseconds: milliseconds)
  }

  /// Converts a time in milliseconds since 1970 to ISO 8601 text.
  private static func text(milliseconds: Int) -> String {
    let (days, rest) = (milliseconds.floored(by: 86_400_000), milliseconds.modulo(86_400_000))
    let (year, month, day) = Timestamp.civil(dayNumber: days)
    var bytes: [UInt8] = []
    func put(_ number: Int, _ width: Int, _ end: Unicode.Scalar) {
      var divisor = 1
      for _ in 1..<width { divisor *= 10 }
      while divisor > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
        divisor /= 10
      }
      bytes.append(UInt8(ascii: end))
    }
    put(year, 4, "-")
    put(month, 2, "-")
    put(day, 2, "T")
    put(rest / 3_600_000, 2, ":")
    put(rest / 60_000 % 60, 2, ":")
    put(rest / 1000 % 60, 2, ".")
    put(rest % 1000, 3, "Z")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a JSON object with the values preserved from other formats. Returns nil if
  /// none exist.
  private func otherValues(_ kept: [String?]) -> String? {
    guard !options.stripsExtensions else { return nil }
    var object: [String: String] = [:]
    for kept in kept {
      for value in log.foreignValues(in: kept) {
        object[value.name] = object[value.name].map { "\($0)\n\(value.value)" } ?? value.value
      }
    }
    guard !object.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(object)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func lose(_ content: String) { log.leaveOut(content) }
}

extension Int {
  fileprivate func floored(by divisor: Int) -> Int { (self - modulo(divisor)) / divisor }

  fileprivate func modulo(_ divisor: Int) -> Int {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

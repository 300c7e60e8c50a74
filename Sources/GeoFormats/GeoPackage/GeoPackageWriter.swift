import Foundation
import Geodesy

/// Writes places and paths as the layers of a GeoPackage; see `docs/formats/gpkg.md`.
///
/// SQLite needs a file that it can read and change, so the database is a temporary file. It is copied
/// to the sink at the end.
final class GeoPackageWriter: GeoWriter {
  private let sink: any ByteSink
  private let options: GeoWritingOptions
  private let file: TemporaryFile
  private let database: GeoPackageDatabase
  private var places: GeoPackageStatement?
  private var paths: GeoPackageStatement?
  private var pathPoints: GeoPackageStatement?
  private var bounds: [GeoBounds?] = [nil, nil, nil]
  private var (placeCount, pathCount, pathPointCount) = (0, 0, 0)
  private var latest = -Double.infinity
  private var log = WritingLog()
  private var header = GeoFileHeader()
  private var path: GeoPathHeader?
  private var lines = GeoPackageGeometry.Lines()
  private var pointCount = 0
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
    if !options.metadata.isEmpty { lose("the file's metadata") }
  }

  func use(_ header: GeoFileHeader?) {
    self.header = header ?? GeoFileHeader()
  }

  // MARK: Places

  func place(_ place: GeoPlace) throws {
    guard path == nil else {
      throw GeoFormatsError.wrongOrder("cannot write a place inside a path")
    }
    guard let row = places else { throw GeoFormatsError.wrongOrder("the file has ended") }
    log.item = place.name
    let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
    try GeoFormatsError.checkPosition(latitude, longitude, log.item)
    placeCount += 1
    bounds[0] = GeoPackageGeometry.extended(bounds[0], latitude, longitude)
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
    times = nil
    lines = GeoPackageGeometry.Lines()
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
      try GeoFormatsError.checkPosition(latitude, longitude, log.item)
      pointCount += 1
      pathPointCount += 1
      log.point = pointCount
      lines.add(latitude, longitude, elevation, segment: points.segments[index])
      if !time.isNaN, !options.stripsTimes {
        times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
      }
      let fields = points.fields.isEmpty ? none : points.fields[index] ?? none
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
    if let box = lines.bounds {
      for layer in [1, 2] {
        let south = GeoPackageGeometry.extended(bounds[layer], box.south, box.west)
        bounds[layer] = GeoPackageGeometry.extended(south, box.north, box.east)
      }
    }
    if lines.shortSegments > 0 {
      lose("a line for a segment with a single point (it is in the layer path_points)")
    }
    row.bind(pathCount)
    row.bind(lines.geometry)
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
    lines = GeoPackageGeometry.Lines()
  }

  func groups(_ groups: [GeoGroup]) throws {
    let hasDetails = groups.contains {
      $0.notes != nil || $0.colour != nil || $0.firstDay != nil || !$0.entries.isEmpty
    }
    log.item = nil
    if hasDetails { lose("the notes, colours and itineraries of groups") }
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

  /// Lists the layers. The time of the last change comes from the content and not from the clock, so
  /// that equal content gives equal files.
  private func writeContents() throws {
    let changed = options.metadata.time?.timeIntervalSinceReferenceDate ?? latest
    let time = options.stripsTimes ? nil : moment(changed)
    let contents = try database.prepare(GeoPackageSchema.contentsInsertion)
    let geometries = try database.prepare(GeoPackageSchema.geometryInsertion)
    for (layer, box) in zip(GeoPackageSchema.layers, bounds) {
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
      lose("the texts and types of links")
    }
    return links.map(\.href).joined(separator: " ")
  }

  /// Returns a time in the form `2026-07-11T06:02:11.000Z`, or nil if the item has no time.
  private func moment(_ time: Double) -> String? {
    guard time.isFinite, !options.stripsTimes else { return nil }
    let rounded = (time * 1000).rounded() / 1000
    guard Timestamp.writable.contains(rounded) else {
      log.add(
        Diagnostic(
          code: .timeUnwritable, action: .skipped,
          message: "a time outside the years 1…9999 was left out"))
      return nil
    }
    latest = max(latest, rounded)
    let milliseconds = Int((rounded + Timestamp.referenceOffset) * 1000 + 0.5)
    return Self.text(milliseconds: milliseconds)
  }

  /// Returns a number of milliseconds since 1970 as text in ISO 8601.
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

  /// Returns the values of other formats in preserved markup as a JSON object, or nil if there are
  /// none.
  private func otherValues(_ kept: [String?]) -> String? {
    guard !options.stripsExtensions else { return nil }
    var object: [String: String] = [:]
    for kept in kept.compactMap(\.self) {
      let values = PreservedMarkup.foreignValues(in: kept, of: header)
      if PreservedMarkup.keeping(values) != kept, kept.utf8.contains(UInt8(ascii: "<")) {
        lose("XML that is preserved for GPX, such as other programs' extensions")
      }
      for value in values {
        object[value.name] = object[value.name].map { "\($0)\n\(value.value)" } ?? value.value
      }
    }
    guard !object.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(object)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func lose(_ content: String) {
    log.add(
      Diagnostic(
        code: .formatUnwritable, action: .skipped,
        message: "the layers have no column for \(content); this was left out"))
  }
}

extension Int {
  fileprivate func floored(by divisor: Int) -> Int { (self - modulo(divisor)) / divisor }

  fileprivate func modulo(_ divisor: Int) -> Int {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

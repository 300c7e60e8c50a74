import Foundation
import Geodesy

/// A writer for tables in which places and path points share one header row. See
/// `docs/formats/csv.md`.
///
/// All rows are stored before the header is written, because the header names only columns that
/// contain values.
final class CSVWriter: GeoWriter {
  /// The columns of known fields, in the order in which they are written. The columns of preserved
  /// values come last.
  private static let fields: [CSVField] = [
    .kind, .pathID, .path, .segment, .name, .latitude, .longitude, .elevation, .time, .symbol,
    .type, .groups, .colour, .notes, .comment, .details, .source, .links, .pathNumber, .pathType,
    .pathSymbol, .pathComment, .pathDetails, .pathSource, .pathLinks, .heartRate, .cadence,
    .airTemperature, .waterTemperature, .depth, .speed, .course, .bearing, .power, .distance,
    .satellites, .fix, .hdop, .vdop, .pdop, .geoidHeight, .magneticVariation, .correctionAge,
    .correctionStation,
  ]
  private static let columns: [CSVField: Int] = Dictionary(
    uniqueKeysWithValues: fields.enumerated().map { ($1, $0) })
  private static let sensorColumns: [(sensor: Int, column: Int)] = fields.enumerated().compactMap {
    column, field in field.sensor.map { ($0.rawValue, column) }
  }

  private let sink: any ByteSink
  private let options: GeoWritingOptions
  private let spool: CSVSpool
  private var log = WritingLog(format: "CSV")
  private var path: GeoPathHeader?
  private var pathID = 0
  private var pointCount = 0
  private(set) var omittedPaths = 0
  private var segments = WrittenSegments()
  /// The column numbers of preserved values, keyed by the values' names.
  private var foreignColumns: [String: Int] = [:]
  private var foreignNames: [String] = []

  init(into sink: any ByteSink, _ options: GeoWritingOptions, delimiter: UInt8) throws {
    self.sink = sink
    self.options = options
    spool = CSVSpool(delimiter: delimiter)
  }

  func use(_ header: GeoFileHeader?) {
    log.source = header ?? GeoFileHeader()
  }

  // MARK: Items

  func place(_ place: GeoPlace) throws {
    guard path == nil else {
      throw GeoFormatsError.wrongOrder("cannot write a place before the current path has ended")
    }
    log.item = place.name
    try text(.kind, "place")
    try text(.name, place.name)
    try position(place.coordinate.latitude, place.coordinate.longitude)
    try number(.elevation, place.elevation ?? .nan)
    try time(place.time?.timeIntervalSinceReferenceDate ?? .nan)
    try text(.symbol, place.symbol)
    try text(.type, place.type)
    try extras(place.extras)
    try text(.comment, place.comment)
    try text(.details, place.details)
    try fields(source: place.fields.source, links: place.fields.links)
    if !options.stripsExtensions {
      for (sensor, column) in Self.sensorColumns {
        let value = GeoSensor(rawValue: sensor).flatMap { place.sensors[$0] } ?? .nan
        try number(column, value)
      }
    }
    try quality(place.fields)
    try foreign(foreignValues(place.kept))
    try spool.endRow()
  }

  func beginPath(_ header: GeoPathHeader) throws {
    guard path == nil else {
      throw GeoFormatsError.wrongOrder("cannot begin a path before the current path has ended")
    }
    path = header
    pathID += 1
    pointCount = 0
    segments = WrittenSegments()
    log.item = header.name
    log.point = nil
  }

  func points(_ points: borrowing GeoPoints) throws {
    guard let path else {
      throw GeoFormatsError.wrongOrder("cannot write points, because no path has been started")
    }
    let sensors = Self.sensorColumns.filter { !points.sensors[$0.sensor].isEmpty }
    for index in 0..<points.count {
      pointCount += 1
      log.point = pointCount
      segments.add(points.segments[index])
      let fields = points.fields.isEmpty ? nil : points.fields[index]
      try text(.kind, path.kind.rawValue)
      try number(.pathID, Double(pathID))
      try text(.path, path.name)
      if path.kind == .track { try number(.segment, Double(points.segments[index] + 1)) }
      try text(.name, fields?.name)
      try position(points.latitudes[index], points.longitudes[index])
      try number(.elevation, points.elevations[index])
      try time(points.times[index])
      try text(.symbol, fields?.symbol)
      try text(.type, fields?.type)
      if pointCount == 1 { try extras(path.extras) }
      try text(.comment, fields?.comment)
      try text(.details, fields?.details)
      try self.fields(source: fields?.source, links: fields?.links ?? [])
      if pointCount == 1 { try pathFields(path) }
      if !options.stripsExtensions {
        for (sensor, column) in sensors { try number(column, points.sensors[sensor][index]) }
      }
      if let fields { try quality(fields) }
      var preserved = points.kept.isEmpty ? [] : foreignValues(points.kept[index])
      // The table has no row for the path, so the path's own values are in the row of its first
      // point.
      if pointCount == 1 {
        let values = foreignValues(path.kept)
        if !values.isEmpty {
          lose(
            """
            preserved values of a whole path; the values are in the row of its first point, after the point's own \
            values
            """)
        }
        preserved += values
      }
      try foreign(preserved)
      try spool.endRow()
    }
  }

  func endPath() throws {
    if pointCount == 0 {
      omittedPaths += 1
      lose("a path without points")
    }
    log.point = nil
    if let path { log.leaveOut(emptySegments: segments, of: path) }
    if path?.keptSegments.isEmpty == false { lose("the preserved XML of segments") }
    path = nil
  }

  func groups(_ groups: [GeoGroup]) throws {
    log.item = nil
    log.leaveOut(detailsOf: groups)
  }

  private static let required: [CSVField] = [.kind, .name, .latitude, .longitude]

  /// Returns whether this writer could have written the given table header. Such a header names the
  /// columns of known fields, in the writer's order, followed by the columns of preserved values.
  static func writes(header names: [String]) -> Bool {
    var rest = fields[...]
    var found: Set<CSVField> = []
    for name in names {
      guard let index = rest.firstIndex(where: { $0.header == name }) else { break }
      found.insert(rest[index])
      rest = rest[(index + 1)...]
    }
    return found.isSuperset(of: required)
  }

  func finish() throws -> [Diagnostic] {
    let required = Self.required.compactMap { Self.columns[$0] }
    let foreign = foreignNames.map { CSVColumnName.preserving($0) }
    try spool.writeTable(
      to: sink, names: Self.fields.map(\.header) + foreign, required: required)
    return log.diagnostics
  }

  // MARK: Cells

  private func text(_ field: CSVField, _ text: String?) throws {
    guard let text, let column = Self.columns[field] else { return }
    try spool.write(column, text: text)
  }

  private func number(_ field: CSVField, _ value: Double) throws {
    guard let column = Self.columns[field] else { return }
    try number(column, value)
  }

  private func number(_ column: Int, _ value: Double) throws {
    guard value.isFinite else { return }
    try spool.beginCell(column)
    try spool.output.write(value, decimals: nil)
    try spool.endCell()
  }

  private func position(_ latitude: Double, _ longitude: Double) throws {
    try log.check(latitude: latitude, longitude: longitude)
    try number(.latitude, latitude)
    try number(.longitude, longitude)
  }

  private func time(_ time: Double) throws {
    guard !options.stripsTimes, log.accepts(time: time), let column = Self.columns[.time] else {
      return
    }
    try spool.beginCell(column)
    spool.output.put(time: time)
    try spool.endCell()
  }

  private func extras(_ extras: GeoExtras) throws {
    guard !options.stripsExtensions else { return }
    let isPlain = !extras.groups.contains { $0.contains(";") || $0.contains(where: \.isNewline) }
    let groups = extras.groups.map { $0.replacing("\n", with: " ") }
    log.members.formUnion(extras.groups)
    try text(
      .groups, isPlain ? groups.joined(separator: "; ") : groups.joined(separator: "\n") + "\n")
    try text(.colour, extras.colour)
    try text(.notes, extras.notes)
  }

  private func fields(source: String?, links: [GeoLink]) throws {
    try text(.source, source)
    try text(.links, addresses(links))
  }

  private func addresses(_ links: [GeoLink]) -> String? {
    guard !links.isEmpty else { return nil }
    if links.contains(where: { $0.text != nil || $0.type != nil }) {
      lose("link texts and link types")
    }
    return links.map { $0.href.filter { !$0.isWhitespace } }.joined(separator: " ")
  }

  private func pathFields(_ path: GeoPathHeader) throws {
    if let number = path.number { try self.number(.pathNumber, Double(number)) }
    try text(.pathType, path.type)
    if !options.stripsExtensions { try text(.pathSymbol, path.extras.symbol) }
    try text(.pathComment, path.comment)
    try text(.pathDetails, path.details)
    try text(.pathSource, path.source)
    try text(.pathLinks, addresses(path.links))
  }

  private func quality(_ fields: GeoPointFields) throws {
    try number(.satellites, fields.satellites.map(Double.init) ?? .nan)
    try text(.fix, fields.fix)
    try number(.hdop, fields.hdop ?? .nan)
    try number(.vdop, fields.vdop ?? .nan)
    try number(.pdop, fields.pdop ?? .nan)
    try number(.geoidHeight, fields.geoidHeight ?? .nan)
    try number(.magneticVariation, fields.magneticVariation ?? .nan)
    try number(.correctionAge, fields.ageOfDGPSData ?? .nan)
    try number(.correctionStation, fields.dgpsID.map(Double.init) ?? .nan)
  }

  // MARK: Preserved values

  private func foreignValues(_ kept: String?) -> [ForeignValue] {
    options.stripsExtensions ? [] : log.foreignValues(in: kept)
  }

  private func foreign(_ values: [ForeignValue]) throws {
    guard !values.isEmpty else { return }
    var cells: [Int: String] = [:]
    for value in values {
      guard let column = column(value.name) else {
        lose("preserved values beyond the limit of \(CSVSpool.most) columns")
        continue
      }
      cells[column] = cells[column].map { "\($0)\n\(value.value)" } ?? value.value
    }
    for (column, text) in cells.sorted(by: { $0.key < $1.key }) {
      try spool.write(column, text: text)
    }
  }

  private func column(_ name: String) -> Int? {
    if let known = foreignColumns[name] { return known }
    let column = Self.fields.count + foreignNames.count
    guard column < CSVSpool.most else { return nil }
    foreignColumns[name] = column
    foreignNames.append(name)
    return column
  }

  private func lose(_ content: String) { log.leaveOut(content) }
}

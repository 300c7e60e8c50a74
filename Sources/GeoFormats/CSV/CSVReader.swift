import Foundation
import Geodesy

/// A streaming reader for tables of places and path points.
final class CSVReader {
  /// The kind of item that a row describes.
  enum Item: Equatable {
    case place
    case path(GeoPathHeader.Kind)
  }

  let feed: GeoFeed
  let rows: CSVRows
  let layout: CSVLayout
  let options: GeoReadingOptions
  private let text: PlainText
  let columns: CSVColumns
  /// The table's optional point fields other than sensor values, each with its column's index.
  let pointFields: [(field: CSVField, index: Int)]
  let sensors: [(sensor: GeoSensor, field: CSVField, index: Int)]
  /// For each column, whether its meaning is known. Values in columns of unknown meaning are
  /// preserved as text.
  let isUsed: [Bool]
  let hasPathFields: Bool
  /// The values in the current row that are preserved as text: unreadable values, and values in
  /// unknown columns.
  var foreign: [ForeignValue] = []
  /// The path that is being read.
  var path: OpenPath?
  /// The keys of completed paths, at most ``OpenPath/most``, used to detect paths whose rows are
  /// not consecutive.
  var endedPaths: Set<[UInt8]> = []
  var clock = CSVClock()
  /// Whether the current row is read as a place because it has no readable time of day.
  private var lacksTime = false
  var polygons = 0

  init(_ input: GeoInput, into sink: any GeoSink, _ format: GeoFormat) throws {
    text = try PlainText(input)
    while text.window.count < CSVSample.size, try text.extend() {}
    let sample = try Self.sample(text, input.options.limits)
    do {
      layout = try CSVLayout(sample, input.options)
    } catch var refusal as InputRefusal {
      refusal.columnNames = sample.columnNames
      throw refusal
    }
    feed = GeoFeed(input, into: sink, format)
    feed.report.encoding = text.encoding
    feed.report.columnNames = sample.columnNames
    if CSVWriter.writes(header: layout.columns.names) { feed.report.creator = GPXWriter.creator }
    options = input.options
    columns = layout.columns
    rows = CSVRows(
      text, delimiter: layout.delimiter, width: columns.names.count,
      limits: input.options.limits)
    let columns = columns
    pointFields = Self.pointTexts.compactMap { field in columns[field].map { (field, $0) } }
    sensors = CSVField.allCases.compactMap { field in
      guard let sensor = field.sensor, let index = columns[field] else { return nil }
      return (sensor, field, index)
    }
    var isUsed = Array(
      repeating: false, count: max(layout.width, (columns.indices.values.max() ?? 0) + 1))
    for index in columns.indices.values { isUsed[index] = true }
    self.isUsed = isUsed
    hasPathFields = columns.hasPathFields
  }

  /// Returns a sample of the table's first rows. The sample contains at least one row unless the
  /// first row is damaged.
  ///
  /// - Throws: ``InputRefusal`` if the first row is too long or has too many cells.
  private static func sample(_ text: PlainText, _ limits: GeoReadingLimits) throws -> CSVSample {
    var sample = CSVSample(text.window, isEnd: text.isAtEnd)
    while sample.rows.isEmpty, !text.isAtEnd, text.window.count <= limits.text {
      let wanted = 2 * text.window.count
      while text.window.count < wanted, try text.extend() {}
      sample = CSVSample(text.window, isEnd: text.isAtEnd)
    }
    if sample.rows.isEmpty {
      let rows = CSVRows(text, delimiter: sample.delimiter, width: 0, limits: limits)
      _ = try rows.next()
    }
    return sample
  }

  private static let pointTexts: [CSVField] = [
    .name, .comment, .details, .symbol, .type, .source, .links, .satellites, .fix, .hdop, .vdop,
    .pdop, .geoidHeight, .magneticVariation, .correctionAge, .correctionStation,
  ]

  /// Reads the whole table.
  ///
  /// - Throws: ``InputRefusal`` if the table contains no usable row.
  /// - Throws: Any error thrown by the source, the sink or the progress closure.
  func readAll() throws -> GeoReadReport {
    feed.diagnose(
      .csvColumns, .kept, at: Diagnostic.Place(line: 1, column: 1),
      layout.description
        + (options.swapsCoordinates ? "; latitude and longitude are then swapped" : ""))
    for _ in 0..<layout.skippedRecords where try !rows.next() { break }
    if layout.preamble > 0 {
      feed.diagnose(
        .recordIgnored, .skipped, at: Diagnostic.Place(line: 1, column: 1),
        """
        \(Numbers.counted(layout.preamble, "row")) before the header \
        \(layout.preamble == 1 ? "is" : "are") ignored
        """)
    }
    let limit = try text.readingToLimit {
      guard try rows.next() else { return false }
      try readRow()
      return true
    }
    if let path { try end(path) }
    reportEnd()
    try feed.endEarly(at: limit)
    let counts = feed.report.counts
    if counts.usable == 0, counts.skipped.total == 0 {
      throw InputRefusal(
        code: .inputNothingUsable,
        message: rows.truncation == nil
          ? "the table contains no data rows" : "the file ends inside the first data row",
        place: rows.truncation ?? Diagnostic.Place(line: 1, column: 1))
    }
    return try feed.finish()
  }

  private func reportEnd() {
    if let place = rows.truncation {
      feed.endEarly(at: place, "the file ends inside a row, which is ignored")
    }
    if let place = rows.unclosedQuote {
      feed.diagnose(
        .csvQuote, .repaired, at: place,
        """
        a quotation mark is never closed; from here on, quotation marks are read as ordinary \
        characters
        """)
    }
    clock.report(to: feed, layout)
    if polygons > 0 {
      feed.diagnose(
        .geometryPolygon, .kept,
        polygons == 1
          ? "1 polygon is imported as a closed path"
          : "\(Numbers.grouped(polygons)) polygons are imported as closed paths")
    }
    text.reportRepairs(to: feed)
  }

  // MARK: Rows

  private func readRow() throws {
    guard !rows.isBlank else { return }
    foreign.removeAll(keepingCapacity: true)
    lacksTime = false
    let moment = clock.time(in: self)
    if let position = columns[.position], !columns.hasLatitudeAndLongitude,
      let bytes = rows.bytes(position), WellKnownText.isCandidate(bytes)
    {
      try readGeometry(bytes, at: position, moment)
      return
    }
    let item = item(moment)
    guard !isCutBeforeTime(item, moment) else {
      rows.markCutOff()
      return
    }
    guard let position = position(item) else { return }
    noteTime(of: item, moment)
    var elevation = number(.elevation)
    if elevation.isNaN { elevation = position.elevation }
    switch item {
    case .place: try readPlace(position.coordinate, elevation, moment.time)
    case .path(let kind):
      try readPoint(kind, position.coordinate, elevation, moment.time)
    }
  }

  /// Returns the kind of item that the current row describes. If the row names an unknown kind, the
  /// name is preserved as text.
  func item(_ moment: CSVClock.Reading) -> Item {
    var stated: Item?
    if let column = columns[.kind], let bytes = rows.bytes(column) {
      stated = Self.statedItem(bytes)
      if stated == nil, let text = rows.text(column) { keep(column, text) }
    }
    switch options.rowKind {
    case .places: return .place
    case .path:
      if case .path = stated { return stated ?? .place }
      return .path(usualKind)
    case nil: break
    }
    if let stated { return stated }
    let splitsPaths = [CSVField.segment, .pathID].contains { field in
      columns[field].flatMap { rows.bytes($0) } != nil
    }
    lacksTime = !moment.hasClock && !splitsPaths
    return lacksTime ? .place : .path(usualKind)
  }

  /// Returns whether the file seems to be cut off within the current row, just before the time in
  /// the row's last cell. This is assumed only if all earlier rows have a time, because a complete
  /// row can also end with an empty cell. The method also records rows without a time.
  private func isCutBeforeTime(_ item: Item, _ moment: CSVClock.Reading) -> Bool {
    guard !moment.hasClock, lacksTime || item != .place,
      let column = [columns[.time], columns[.date]].compactMap({ $0 }).max(),
      rows.bytes(column) == nil
    else { return false }
    defer { clock.hasEmptyCell = true }
    return rows.endsWithDelimiter && column == rows.count - 1 && clock.hasTimedPoint
      && !clock.hasEmptyCell
  }

  /// Records whether the current row's item has a time of day, for the import report.
  func noteTime(of item: Item, _ moment: CSVClock.Reading) {
    if item != .place, moment.hasClock { clock.hasTimedPoint = true }
    guard lacksTime else { return }
    clock.addPlaceWithoutTime(at: rows.place(columns[.time] ?? columns[.date]))
  }

  /// The kind (route or track) assigned to a path whose rows do not specify a kind.
  var usualKind: GeoPathHeader.Kind {
    columns[.time] != nil || columns[.segment] != nil || !sensors.isEmpty ? .track : .route
  }

  private static func statedItem(_ bytes: UnsafeBufferPointer<UInt8>) -> Item? {
    switch String(decoding: bytes.prefix(16), as: UTF8.self).lowercased() {
    case "place", "waypoint", "wpt", "poi": .place
    case "route", "rte", "rtept": .path(.route)
    case "track", "trk", "trkpt", "trackpoint", "path": .path(.track)
    default: nil
    }
  }

  // MARK: Values

  /// Returns the number in the current row's cell for the given field. A number with a unit is
  /// converted to metres, metres per second or degrees Celsius. The result is NaN if the cell is
  /// empty or unreadable. An unreadable cell is reported.
  func number(_ field: CSVField) -> Double {
    guard let index = columns[field], let bytes = rows.bytes(index) else { return .nan }
    let value = CSVNumber.parse(bytes, hasDecimalCommas: layout.hasDecimalCommas, field)
    if !value.isNaN {
      guard !columns.units.isEmpty, let unit = columns.units[field] else { return value }
      return value * unit.factor + unit.offset
    }
    if CSVNumber.isMissing(bytes) { return .nan }
    let text = CSVText.decoded(bytes)
    feed.diagnose(
      field == .elevation ? .elevationUnreadable : .valueInvalid, .kept, at: rows.place(index),
      """
      \(field.header): “\(Excerpt.of(text))” is not a number; it is kept as an extension value
      """)
    keep(index, text)
    return .nan
  }

  func text(_ field: CSVField, isTrimmed: Bool = true) -> String? {
    columns[field].flatMap { rows.text($0, isTrimmed: isTrimmed) }
  }

  /// Preserves a cell's text as an extension value that is named after the cell's column.
  func keep(_ index: Int, _ text: String) {
    let name =
      index < columns.names.count ? CSVColumnName.preserved(columns.names[index]) : ""
    foreign.append(
      ForeignValue(
        format: "csv", name: name.isEmpty ? "column \(index + 1)" : name, value: text))
  }

  /// Returns preserved markup with the current row's unreadable values and its values in unknown
  /// columns. Returns nil if none exist.
  func keptValues() -> String? {
    if rows.count > columns.names.count || !layout.foreign.isEmpty {
      for index in 0..<rows.count where index >= isUsed.count || !isUsed[index] {
        if let text = rows.text(index, isTrimmed: false) { keep(index, text) }
      }
    }
    return PreservedMarkup.keeping(foreign)
  }
}

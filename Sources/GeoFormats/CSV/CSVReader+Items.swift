import Foundation
import Geodesy

extension CSVReader {
  /// The path that is being read.
  struct OpenPath {
    /// The maximum number of completed paths whose keys are stored. The number of places that are
    /// buffered until a path ends has the same limit.
    static let most = 8_192

    var header: GeoPathHeader
    /// The contents of the table cell that identifies the path.
    var key: [UInt8]
    /// The contents of the table cell that identifies the current segment.
    var segmentKey: [UInt8] = []
    var segment = 0
  }

  // MARK: Places

  func readPlace(_ coordinate: Coordinate, _ elevation: Double, _ time: Double) throws {
    var place = GeoPlace(
      coordinate: coordinate, elevation: elevation.isNaN ? nil : elevation,
      time: time.isNaN ? nil : Date(timeIntervalSinceReferenceDate: time))
    place.format.zone = clock.zone
    var fields = pointFieldValues()
    place.name = fields.name
    place.comment = fields.comment
    place.details = fields.details
    place.symbol = fields.symbol
    place.type = fields.type
    (fields.name, fields.comment, fields.details) = (nil, nil, nil)
    (fields.symbol, fields.type) = (nil, nil)
    place.fields = fields
    for (sensor, field, _) in sensors {
      let value = number(field)
      if !value.isNaN { place.sensors[sensor] = value }
    }
    place.extras.notes = text(.notes, isTrimmed: false)
    place.extras.groups = groups()
    place.extras.colour = colour()
    for field in Self.pathFields {
      if let index = columns[field], let text = rows.text(index) { keep(index, text) }
    }
    place.kept = keptValues()
    if let path, feed.waitingPlaces >= OpenPath.most { try end(path) }
    try feed.place(place)
  }

  /// The fields that apply only to paths. If a row describes a place, the values of these fields
  /// are preserved as text.
  private static let pathFields: [CSVField] = [
    .path, .pathID, .segment, .pathNumber, .pathType, .pathSymbol, .pathComment, .pathDetails,
    .pathSource, .pathLinks,
  ]

  /// Returns the colour, groups, notes and symbol from a row that describes a whole path.
  func lineExtras() -> GeoExtras {
    var extras = GeoExtras()
    extras.colour = colour()
    extras.groups = groups()
    extras.notes = text(.notes, isTrimmed: false)
    extras.symbol = text(.symbol)
    return extras
  }

  private func groups() -> [String] {
    guard let text = text(.groups, isTrimmed: false) else { return [] }
    let hasLines = text.contains(where: \.isNewline)
    return text.split { hasLines ? $0.isNewline : $0 == ";" }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// Returns the row's colour as `#RRGGBB`. Returns nil if the cell is empty or unreadable. An
  /// unreadable cell is reported and preserved.
  private func colour() -> String? {
    guard let index = columns[.colour], let bytes = rows.bytes(index),
      !CSVNumber.isMissing(bytes)
    else { return nil }
    let text = CSVText.decoded(bytes)
    if let colour = WrittenColour(text) { return colour.text }
    // Three digits without the sign # can also be a number or a word, such as “bad”.
    if text.hasPrefix("#"), let colour = GeoJSONColour.parse(text) { return colour }
    feed.diagnose(
      .valueInvalid, .kept, at: rows.place(index),
      """
      \(CSVField.colour.header): “\(Excerpt.of(text))” is not a known colour; it is kept as an \
      extension value
      """)
    keep(index, text)
    return nil
  }

  // MARK: Points

  func readPoint(
    _ kind: GeoPathHeader.Kind, _ coordinate: Coordinate, _ elevation: Double, _ time: Double
  ) throws {
    let keyColumn = columns[.pathID] ?? columns[.path]
    let key = keyColumn.flatMap { rows.bytes($0) }
    if let path, path.header.kind != kind || !path.key.elementsEqual(bytes: key) {
      try end(path)
    }
    var path =
      self.path ?? OpenPath(header: GeoPathHeader(kind: kind), key: key.map(Array.init) ?? [])
    if self.path == nil {
      if endedPaths.contains(path.key) {
        feed.diagnose(
          .csvPathSplit, .kept, at: rows.place(keyColumn),
          """
          the rows of a path are not consecutive; each block of consecutive rows becomes a \
          separate path
          """)
      }
      try feed.beginPath(kind)
    }
    readSegment(&path)
    if hasPathFields { readPathFields(&path.header) }
    try feed.point(coordinate, elevation: elevation, time: time, segment: path.segment)
    if clock.zone != .utc {
      var format = GeoPointFormat()
      format.zone = clock.zone
      feed.set(format)
    }
    for (sensor, field, _) in sensors {
      let value = number(field)
      if !value.isNaN { feed.set(sensor, value) }
    }
    if !pointFields.isEmpty {
      let fields = pointFieldValues()
      if !fields.isEmpty { feed.set(fields) }
    }
    if let kept = keptValues() { feed.set(kept: kept) }
    self.path = path
  }

  private func readSegment(_ path: inout OpenPath) {
    guard let column = columns[.segment] else { return }
    guard path.header.kind == .track else {
      // A route has no segments.
      if let text = rows.text(column) { keep(column, text) }
      return
    }
    let key = rows.bytes(column)
    guard !path.segmentKey.elementsEqual(bytes: key) else { return }
    if feed.pointsInPath > 0 { path.segment += 1 }
    path.segmentKey = key.map(Array.init) ?? []
  }

  /// Reads path fields, such as the path's name, from the current row. The first value of a field
  /// applies to the path. Later values that differ from the path's value are preserved with their
  /// points.
  private func readPathFields(_ header: inout GeoPathHeader) {
    func merge(_ field: CSVField, _ current: String?, isTrimmed: Bool = true) -> String? {
      guard let text = text(field, isTrimmed: isTrimmed), text != current else { return current }
      if current != nil, let index = columns[field] { keep(index, text) }
      return current ?? text
    }
    header.name = merge(.path, header.name)
    if columns[.kind] == nil {
      // In a table by another program, a note belongs to its row.
      if let index = columns[.notes], let text = rows.text(index) { keep(index, text) }
    } else {
      header.extras.notes = merge(.notes, header.extras.notes, isTrimmed: false)
    }
    header.type = merge(.pathType, header.type)
    header.extras.symbol = merge(.pathSymbol, header.extras.symbol)
    header.comment = merge(.pathComment, header.comment, isTrimmed: false)
    header.details = merge(.pathDetails, header.details, isTrimmed: false)
    header.source = merge(.pathSource, header.source)
    for group in groups() where !header.extras.groups.contains(group) {
      header.extras.groups.append(group)
    }
    if let index = columns[.pathNumber], let text = rows.text(index) {
      let number = Int(text)
      header.number = header.number ?? number
      if number == nil || number != header.number { keep(index, text) }
    }
    if let index = columns[.pathLinks], let text = rows.text(index) {
      let links = Self.links(text)
      if header.links.isEmpty { header.links = links }
      if links != header.links { keep(index, text) }
    }
    if let colour = colour() {
      if header.extras.colour == nil { header.extras.colour = colour }
      if header.extras.colour != colour, let index = columns[.colour] { keep(index, colour) }
    }
  }

  func end(_ path: OpenPath) throws {
    var header = path.header
    header.segments = path.segment + 1
    self.path = nil
    if endedPaths.count < OpenPath.most, !path.key.isEmpty { endedPaths.insert(path.key) }
    try feed.endPath(header)
  }

  // MARK: Fields of points

  private func pointFieldValues() -> GeoPointFields {
    var fields = GeoPointFields()
    for (field, index) in pointFields {
      guard rows.bytes(index) != nil else { continue }
      switch field {
      case .name: fields.name = rows.text(index)
      case .comment: fields.comment = rows.text(index, isTrimmed: false)
      case .details: fields.details = rows.text(index, isTrimmed: false)
      case .symbol: fields.symbol = rows.text(index)
      case .type: fields.type = rows.text(index)
      case .source: fields.source = rows.text(index, isTrimmed: false)
      case .links: fields.links = rows.text(index).map(Self.links) ?? []
      case .fix: fields.fix = fix(index)
      case .satellites: fields.satellites = integer(field, index, 0...1_000)
      case .correctionStation: fields.dgpsID = integer(field, index, 0...1023)
      case .hdop: fields.hdop = finite(field)
      case .vdop: fields.vdop = finite(field)
      case .pdop: fields.pdop = finite(field)
      case .geoidHeight: fields.geoidHeight = finite(field)
      case .magneticVariation: fields.magneticVariation = finite(field)
      case .correctionAge: fields.ageOfDGPSData = finite(field)
      default: break
      }
    }
    return fields
  }

  private static func links(_ text: String) -> [GeoLink] {
    text.split(whereSeparator: \.isWhitespace).map { GeoLink(href: String($0)) }
  }

  private func finite(_ field: CSVField) -> Double? {
    let value = number(field)
    return value.isNaN ? nil : value
  }

  private func integer(_ field: CSVField, _ index: Int, _ range: ClosedRange<Double>) -> Int? {
    let value = number(field)
    guard !value.isNaN else { return nil }
    if range.contains(value), value == value.rounded() { return Int(value) }
    if let text = rows.text(index) { keep(index, text) }
    return nil
  }

  private func fix(_ index: Int) -> String? {
    guard let text = rows.text(index)?.lowercased() else { return nil }
    if ["none", "2d", "3d", "dgps", "pps"].contains(text) { return text }
    keep(index, text)
    return nil
  }
}

extension [UInt8] {
  /// Returns whether this array equals the given cell's bytes. `bytes` is nil for an empty cell.
  fileprivate func elementsEqual(bytes: UnsafeBufferPointer<UInt8>?) -> Bool {
    guard let bytes else { return isEmpty }
    return elementsEqual(bytes)
  }
}

import Foundation
import Geodesy

extension CSVReader {
  /// Returns the geographic position in the current row. If the row has no position, adds a
  /// diagnostic and returns nil.
  func position(_ item: Item) -> (coordinate: Coordinate, elevation: Double)? {
    let found: (coordinate: Coordinate, elevation: Double)?
    if let latitude = columns[.latitude], let longitude = columns[.longitude] {
      found = position(latitude, longitude).map { ($0, .nan) }
    } else if let column = columns[.position] {
      found = position(inOneCell: column)
    } else {
      found = nil
    }
    if found == nil { skip(item) }
    return found
  }

  /// Counts the row as a skipped item of the given kind.
  func skip(_ item: Item) {
    switch item {
    case .place: feed.report.counts.skipped.waypoints += 1
    case .path(.route): feed.report.counts.skipped.routePoints += 1
    case .path(.track): feed.report.counts.skipped.trackPoints += 1
    }
  }

  private func position(_ latitudeColumn: Int, _ longitudeColumn: Int) -> Coordinate? {
    guard let north = rows.bytes(latitudeColumn), let east = rows.bytes(longitudeColumn) else {
      feed.diagnose(
        .coordinateMissing, .skipped, at: rows.place(latitudeColumn),
        "the row has no latitude or no longitude")
      return nil
    }
    var latitude = CSVNumber.angle(north, isLatitude: true)
    var longitude = CSVNumber.angle(east, isLatitude: false)
    if !latitude.isNaN, !longitude.isNaN {
      if isNegative(.latitudeHemisphere, "S") { latitude = -abs(latitude) }
      if isNegative(.longitudeHemisphere, "W") { longitude = -abs(longitude) }
      return feed.coordinate(
        latitude: latitude, longitude: longitude, at: rows.place(latitudeColumn))
    }
    let letters = [CSVField.latitudeHemisphere, .longitudeHemisphere].map { text($0) ?? "" }
    let (first, second) = (CSVText.decoded(north), CSVText.decoded(east))
    return parsed("\(first)\(letters[0]); \(second)\(letters[1])", at: latitudeColumn)
  }

  private func isNegative(_ field: CSVField, _ letter: Character) -> Bool {
    guard let index = columns[field], let first = rows.bytes(index)?.first else { return false }
    return Character(Unicode.Scalar(first & ~0x20)) == letter
  }

  /// Reads a position in a notation other than decimal degrees, such as degrees and minutes.
  private func parsed(_ text: String, at column: Int) -> Coordinate? {
    do {
      let coordinate = try CoordinateParser.parse(text)
      return options.swapsCoordinates
        ? feed.coordinate(
          latitude: coordinate.longitude, longitude: coordinate.latitude, at: rows.place(column))
        : feed.coordinate(
          latitude: coordinate.latitude, longitude: coordinate.longitude, at: rows.place(column))
    } catch {
      feed.diagnose(
        error.code == .outOfRange ? .coordinateOutOfRange : .coordinateUnreadable, .skipped,
        at: rows.place(column), "“\(Excerpt.of(text))” is not a position: \(error.message)")
      return nil
    }
  }

  /// Reads a latitude and a longitude from one cell, optionally followed by an elevation and an
  /// accuracy.
  private func position(inOneCell column: Int) -> (coordinate: Coordinate, elevation: Double)? {
    guard let bytes = rows.bytes(column) else {
      feed.diagnose(
        .coordinateMissing, .skipped, at: rows.place(column), "the row has no position")
      return nil
    }
    let parts = bytes.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 <= 0x20 }
    let numbers = parts.enumerated().map { index, part in
      CSVNumber.angle(UnsafeBufferPointer(rebasing: part), isLatitude: index != 1)
    }
    // In “46,5 7,9”, the commas are decimal signs.
    let isPlain = numbers.count == 2 || bytes.contains(UInt8(ascii: "."))
    if isPlain, (2...4).contains(numbers.count), !numbers.contains(where: \.isNaN) {
      if numbers.count == 4 {
        foreign.append(
          ForeignValue(
            format: "csv", name: "accuracy", value: OutputBuffer.plainDecimal(numbers[3])))
      }
      return feed.coordinate(
        latitude: numbers[0], longitude: numbers[1], at: rows.place(column)
      ).map { ($0, numbers.count > 2 ? numbers[2] : .nan) }
    }
    return parsed(CSVText.decoded(bytes), at: column).map { ($0, .nan) }
  }

  // MARK: Geometries

  /// Reads a row whose position is a geometry in well-known text.
  func readGeometry(
    _ bytes: UnsafeBufferPointer<UInt8>, at column: Int, _ moment: CSVClock.Reading
  ) throws {
    guard let geometry = WellKnownText(bytes) else {
      feed.diagnose(
        .coordinateUnreadable, .skipped, at: rows.place(column),
        """
        “\(Excerpt.of(bytes))” is not a point, line or polygon of longitudes and latitudes in \
        WGS 84
        """)
      skip(.place)
      return
    }
    switch geometry.kind {
    case .points:
      let item = item(moment)
      noteTime(of: item, moment)
      for vertex in geometry.parts.joined() {
        let elevation = number(.elevation)
        guard let coordinate = coordinate(vertex, at: column) else {
          skip(item)
          continue
        }
        let height = elevation.isNaN ? vertex.z : elevation
        switch item {
        case .place: try readPlace(coordinate, height, moment.time)
        case .path(let kind): try readPoint(kind, coordinate, height, moment.time)
        }
        foreign.removeAll(keepingCapacity: true)
      }
    case .lines, .polygons:
      if geometry.kind == .polygons { polygons += 1 }
      try readLineString(geometry, at: column)
    }
  }

  private func coordinate(_ vertex: WellKnownText.Vertex, at column: Int) -> Coordinate? {
    feed.coordinate(latitude: vertex.y, longitude: vertex.x, at: rows.place(column))
  }

  /// The fields to read from a row that contains the geometry of a whole path. Other fields are
  /// preserved as text.
  private static let lineFields: [CSVField] = [
    .name, .path, .comment, .details, .type, .symbol, .colour, .groups, .notes, .rowNumber,
  ]

  /// Reads a row that contains the geometry of a whole path.
  private func readLineString(_ geometry: WellKnownText, at column: Int) throws {
    if let path { try end(path) }
    let kind: GeoPathHeader.Kind = geometry.parts.count > 1 ? .track : .route
    var header = GeoPathHeader(
      kind: kind, name: text(.name) ?? text(.path), comment: text(.comment, isTrimmed: false),
      details: text(.details, isTrimmed: false),
      type: text(.type) ?? (geometry.kind == .polygons ? GeoPathHeader.polygonType : nil))
    header.extras = lineExtras()
    try feed.beginPath(kind)
    for (segment, part) in geometry.parts.enumerated() {
      for vertex in part {
        guard let coordinate = coordinate(vertex, at: column) else {
          skip(.path(kind))
          continue
        }
        try feed.point(coordinate, elevation: vertex.z, segment: segment)
      }
    }
    header.segments = max(geometry.parts.count, 1)
    let used = Set(Self.lineFields.compactMap { columns[$0] } + [column])
    for (field, index) in columns.indices.sorted(by: { $0.value < $1.value })
    where !used.contains(index) || field == .path && text(.name) != nil {
      if let text = rows.text(index, isTrimmed: false) { keep(index, text) }
    }
    header.kept = keptValues()
    try feed.endPath(header)
  }
}

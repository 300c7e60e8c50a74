import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

/// A reader and writer of stored points, including all fields that a file can contain.
struct PointRows {
  let context: ModelContext

  init(_ context: ModelContext) { self.context = context }

  /// The database column for each sensor, in the order of ``GeoSensor``.
  static var sensors: [KeyPath<Waypoint, Double?>] {
    GeoSensor.allCases.map { sensor in
      switch sensor {
      case .heartRate: \.heartRate
      case .cadence: \.cadence
      case .airTemperature: \.airTemperature
      case .waterTemperature: \.waterTemperature
      case .depth: \.depth
      case .speed: \.speed
      case .course: \.course
      case .bearing: \.bearing
      case .power: \.power
      case .distance: \.distance
      }
    }
  }

  // MARK: Writing

  /// Appends points to a path and assigns them successive order keys, beginning with a given key.
  func append(
    _ points: borrowing GeoPoints, to path: PersistentIdentifier, firstIndex: Int
  ) throws {
    try append(
      points, to: path, .counting(\.index, from: firstIndex, by: Waypoint.indexStep))
  }

  /// Appends points with the given order keys to a path.
  func append(
    _ points: borrowing GeoPoints, to path: PersistentIdentifier, indexes: [Int64]
  ) throws {
    try append(points, to: path, .values(\.index, indexes))
  }

  /// Appends points to several paths. For each point, `keys` contains the key of the point's path,
  /// and `indexes` contains the point's order key.
  func append(_ points: borrowing GeoPoints, toPaths keys: [Int64], indexes: [Int64]) throws {
    try append(points, .references(\.path, keys), .values(\.index, indexes))
  }

  private func append(
    _ points: borrowing GeoPoints, to path: PersistentIdentifier, _ order: BulkColumn<Waypoint>
  ) throws {
    try append(points, .reference(\.path, path), order)
  }

  private func append(
    _ points: borrowing GeoPoints, _ path: BulkColumn<Waypoint>, _ order: BulkColumn<Waypoint>
  ) throws {
    let columns = try columns(points)
    try context.append(
      Waypoint.self, count: points.count,
      columns + [order, .values(\.segment, points.segments.map(Int64.init)), path])
  }

  /// Appends a point row for each place, with the place's position and data, and returns the rows'
  /// keys.
  func append(_ places: [GeoPlace]) throws -> Range<Int64> {
    try appendPlaces(GeoPoints(places))
  }

  /// Appends point rows that store the positions of places, and returns the rows' keys.
  func appendPlaces(_ points: borrowing GeoPoints) throws -> Range<Int64> {
    try context.append(
      Waypoint.self, count: points.count, columns(points) + [.constant(\.index, 0)])
  }

  private func columns(_ points: borrowing GeoPoints) throws -> [BulkColumn<Waypoint>] {
    let count = points.count
    var columns: [BulkColumn<Waypoint>] = [
      .values(\.latitude, points.latitudes), .values(\.longitude, points.longitudes),
      .values(\.elevation, nanAsNil: points.elevations),
      .values(\.timestamp, nanAsNil: points.times),
    ]
    for (keyPath, values) in zip(Self.sensors, points.sensors) where !values.isEmpty {
      columns.append(.values(keyPath, nanAsNil: values))
    }
    if !points.formats.isEmpty {
      columns.append(.values(\.format, nilAs: 0, points.formats.map(\.rawValue)))
    }
    if !points.fields.isEmpty {
      var texts = [String?](repeating: nil, count: count)
      for (index, fields) in points.fields { texts[index] = try StoredJSON.encode(fields) }
      columns.append(.values(\.fields, texts))
    }
    if !points.kept.isEmpty {
      var texts = [String?](repeating: nil, count: count)
      for (index, kept) in points.kept { texts[index] = kept }
      columns.append(.values(\.kept, texts))
    }
    return columns
  }

  // MARK: Reading

  /// Passes the points of a path to a closure, in order and in batches.
  func forEachPiece(
    of path: ItemID, size: Int = 8_192, _ body: (GeoPoints) throws -> Void
  ) throws {
    let path = context.identifier(path)
    try forEachPiece(
      where: #Predicate { $0.path?.persistentModelID == path }, sortBy: [SortDescriptor(\.index)],
      size: size
    ) { _, points in try body(points) }
  }

  /// Passes the points that match a predicate, together with their keys, to a closure in batches.
  func forEachPiece(
    where predicate: Predicate<Waypoint>, sortBy: [SortDescriptor<Waypoint>] = [],
    size: Int = 8_192, _ body: ([Int64], GeoPoints) throws -> Void
  ) throws {
    try context.forEachChunk(
      of: Waypoint.self, Self.fields, where: predicate, sortBy: sortBy, size: size
    ) { chunk in
      try body(chunk.integers(0), Self.points(chunk))
    }
  }

  /// Returns all points of the given paths in order, indexed by the path's database key. Paths
  /// without points are omitted.
  ///
  /// This method is intended for short paths, for which separate queries would take longer than
  /// reading the points.
  func points(ofPaths keys: [Int64]) throws -> [Int64: GeoPoints] {
    var found: [Int64: GeoPoints] = [:]
    let fields = Self.fields
    let (path, index) = (fields.count, fields.count + 1)
    try context.forEachChunk(
      of: Waypoint.self, fields + [.reference(\.path), .integer(\.index)],
      rows: .leading(to: \.path, keys: keys), size: .max
    ) { chunk in
      let (owners, indexes) = (chunk.integers(path), chunk.integers(index))
      let points = try Self.points(chunk)
      var start = 0
      while start < owners.count {
        let end = owners[start...].firstIndex { $0 != owners[start] } ?? owners.count
        var rows = Array(start..<end)
        // Points are read in the order of their row keys, which an edited path's points need not
        // follow.
        if zip(rows, rows.dropFirst()).contains(where: { indexes[$0] >= indexes[$1] }) {
          rows.sort { (indexes[$0], $0) < (indexes[$1], $1) }
        }
        found[owners[start]] = points.selecting(rows)
        start = end
      }
    }
    return found
  }

  /// Returns the points with the given database keys, in ascending order of the keys. Missing
  /// points are omitted.
  func points(ofKeys keys: [Int64]) throws -> (keys: [Int64], points: GeoPoints) {
    var found: (keys: [Int64], points: GeoPoints) = ([], GeoPoints())
    try context.forEachChunk(of: Waypoint.self, Self.fields, rows: .keys(keys), size: .max) {
      found = ($0.integers(0), try Self.points($0))
    }
    return found
  }

  private static var fields: [BulkField<Waypoint>] {
    [
      .key, .double(\.latitude), .double(\.longitude), .double(\.elevation), .date(\.timestamp),
      .integer(\.segment), .integer(\.format), .text(\.fields), .text(\.kept),
    ] + sensors.map { .double($0) }
  }
  /// The index of the first sensor column among the columns that are read.
  private static let firstSensor = 9

  private static func points(_ chunk: BulkChunk) throws -> GeoPoints {
    var fields: [Int: GeoPointFields] = [:]
    for (index, text) in chunk.optionalTexts(7).enumerated() {
      if let text { fields[index] = try StoredJSON.decode(GeoPointFields.self, text) }
    }
    var kept: [Int: String] = [:]
    for (index, text) in chunk.optionalTexts(8).enumerated() where text != nil {
      kept[index] = text
    }
    let formats = chunk.integers(6)
    let sensors = GeoSensor.allCases.indices.map { index in
      let values = chunk.doubles(firstSensor + index)
      return values.contains { !$0.isNaN } ? values : []
    }
    return GeoPoints(
      latitudes: chunk.doubles(1), longitudes: chunk.doubles(2), elevations: chunk.doubles(3),
      times: chunk.doubles(4), segments: chunk.integers(5).map { Int($0) }, sensors: sensors,
      formats: formats.contains { $0 != 0 }
        ? formats.map(GeoPointFormat.init(rawValue:)) : [],
      fields: fields, kept: kept)
  }
}

extension GeoPoints {
  /// Creates a collection of points from places.
  init(_ places: [GeoPlace]) {
    self.init(capacity: places.count)
    for place in places {
      append(
        latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
        elevation: place.elevation ?? .nan,
        time: place.time?.timeIntervalSinceReferenceDate ?? .nan)
      set(place.format)
      set(place.fields)
      set(kept: place.kept)
      for (sensor, value) in place.sensors { set(sensor, value) }
    }
  }
}

extension GeoPoints {
  /// Returns a place with the position and all fields of the point at the given index.
  func place(_ index: Int) -> GeoPlace {
    var place = GeoPlace(
      coordinate: Coordinate(latitude: latitudes[index], longitude: longitudes[index]),
      elevation: elevations[index].isNaN ? nil : elevations[index],
      time: times[index].isNaN ? nil : Date(timeIntervalSinceReferenceDate: times[index]))
    for (sensor, values) in zip(GeoSensor.allCases, sensors) where !values.isEmpty {
      if !values[index].isNaN { place.sensors[sensor] = values[index] }
    }
    if !formats.isEmpty { place.format = formats[index] }
    if let fields = fields[index] { place.fields = fields }
    place.kept = kept[index]
    return place
  }
}

import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

/// A reader that converts stored items to the types that the file codecs write. All imported fields
/// are included.
struct StoredItems {
  let context: ModelContext

  init(_ context: ModelContext) { self.context = context }

  func place(_ place: Location) throws -> GeoPlace {
    let point = place.waypoint
    var value = GeoPlace(
      coordinate: point.coordinate, elevation: point.elevation, time: point.timestamp,
      name: place.isNameless ? nil : place.name, comment: place.comment, details: place.details,
      symbol: place.symbol, type: place.type)
    if let fields = point.fields {
      value.fields = try StoredJSON.decode(GeoPointFields.self, fields)
    }
    for (sensor, keyPath) in zip(GeoSensor.allCases, PointRows.sensors) {
      value.sensors[sensor] = point[keyPath: keyPath]
    }
    value.format = GeoPointFormat(rawValue: Int64(point.format ?? 0))
    value.extras.colour = place.colour
    value.extras.notes = place.notes.isEmpty ? nil : place.notes
    value.position = place.position
    value.kept = point.kept
    return value
  }

  /// Returns the places with the given database keys, indexed by key. Missing places are omitted.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  ///   The method runs three queries and creates no model objects.
  func places(_ keys: [Int64]) throws -> [Int64: GeoPlace] {
    var places: [Int64: GeoPlace] = [:]
    try context.forEachChunk(
      of: Location.self,
      [
        .key, .text(\.name), .boolean(\.isNameless), .text(\.comment), .text(\.details),
        .text(\.symbol), .text(\.type), .text(\.colour), .text(\.notes), .integer(\.position),
        .reference(\.waypoint),
      ], rows: .keys(keys), size: .max
    ) { chunk in
      let unplaced = try unplaced(keys)
      let (found, nameless, positions) = (
        chunk.integers(0), chunk.integers(2), chunk.integers(9)
      )
      let (names, notes, waypoints) = (chunk.texts(1), chunk.texts(8), chunk.integers(10))
      let texts = (0...7).map { (3...7).contains($0) ? chunk.optionalTexts($0) : [] }
      let points = try PointRows(context).points(ofKeys: waypoints)
      let rows = Dictionary(uniqueKeysWithValues: points.keys.enumerated().map { ($1, $0) })
      for (row, key) in found.enumerated() {
        guard let point = rows[waypoints[row]] else { continue }
        var place = points.points.place(point)
        place.name = nameless[row] == 0 ? names[row] : nil
        place.comment = texts[3][row]
        place.details = texts[4][row]
        place.symbol = texts[5][row]
        place.type = texts[6][row]
        place.extras.colour = texts[7][row]
        place.extras.notes = notes[row].isEmpty ? nil : notes[row]
        place.position = unplaced.contains(key) ? nil : Int(positions[row])
        places[key] = place
      }
    }
    return places
  }

  /// Returns the keys of the places whose index in the imported file is not stored. A bulk read of
  /// the index column returns 0 for these places, although 0 is also a valid index.
  private func unplaced(_ keys: [Int64]) throws -> Set<Int64> {
    let identifiers = keys.map { context.identifier(of: Location.self, key: $0) }
    var found: Set<Int64> = []
    try context.forEachChunk(
      of: Location.self, [.key],
      where: #Predicate { identifiers.contains($0.persistentModelID) && $0.position == nil }
    ) { found.formUnion($0.integers(0)) }
    return found
  }

  func header(_ path: Path) throws -> GeoPathHeader {
    var header = GeoPathHeader(
      kind: GeoPathHeader.Kind(rawValue: path.kind) ?? .track,
      name: path.isNameless ? nil : path.name, comment: path.comment, details: path.details,
      type: path.type)
    header.source = path.source
    header.number = path.number
    if let links = path.links { header.links = try StoredJSON.decode([GeoLink].self, links) }
    header.segments = path.segments ?? 0
    header.extras.colour = path.colour
    header.extras.symbol = path.symbol
    header.extras.notes = path.notes.isEmpty ? nil : path.notes
    header.position = path.position
    header.kept = path.kept
    if let kept = path.keptSegments {
      header.keptSegments = try StoredJSON.decode([Int: String].self, kept)
    }
    return header
  }

  /// Returns a place's time, or the time of a path's first point. The result is nil if no time is
  /// stored.
  func time(of id: ItemID) throws -> Date? {
    let identifier = context.identifier(id)
    guard id.kind == .path else {
      return try context.model(Location.self, for: identifier)?.waypoint.timestamp
    }
    return try firstPoint(of: id)?.timestamp
  }

  /// Returns a path's first point. The result is nil if the path has no points.
  func firstPoint(of id: ItemID) throws -> Waypoint? {
    let identifier = context.identifier(id)
    var first = FetchDescriptor<Waypoint>(
      predicate: #Predicate { $0.path?.persistentModelID == identifier },
      sortBy: [SortDescriptor(\.index)])
    first.fetchLimit = 1
    return try context.fetch(first).first
  }

  /// Returns an import's stored file header. The result is nil for an import made before store
  /// version 4.
  func header(of record: ImportRecord) throws -> GeoFileHeader? {
    try record.header.map { try StoredJSON.decode(GeoFileHeader.self, $0) }
  }
}

import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

/// Writes what a codec reads into the store, in columns, some at a time.
///
/// A path's row is written before its points, which name it; its fields may come after them in the
/// file. So the first points wait for the end of the path, and only a longer path gets its fields
/// by an update.
final class ImportSink: GeoSink {
  private let context: ModelContext
  /// For names of what has none.
  private let fileName: String
  private let created: Date
  private(set) var lengths = ImportLengths()
  private(set) var locations: [ItemID] = []
  private(set) var paths: [ItemID] = []

  private var places: [GeoPlace] = []
  private var placeCount = 0
  private var routeCount = 0
  private var trackCount = 0
  private var kind = GeoPathHeader.Kind.track
  private var waiting: GeoPoints?
  private var path: ItemID?
  private var pointCount = 0

  private static let placesAtOnce = 4_096

  init(_ context: ModelContext, fileName: String, created: Date) {
    self.context = context
    self.fileName = fileName
    self.created = created
  }

  // MARK: Places

  func place(_ place: GeoPlace) throws {
    places.append(place)
    if places.count == Self.placesAtOnce { try flush() }
  }

  /// Writes the places that wait. Must be called at the end.
  func flush() throws {
    guard !places.isEmpty else { return }
    let waypoints = try context.append(
      Waypoint.self, count: places.count,
      [
        .values(\.latitude, places.map(\.coordinate.latitude)),
        .values(\.longitude, places.map(\.coordinate.longitude)),
        .values(\.elevation, nanAsNil: places.map { $0.elevation ?? .nan }),
        .values(
          \.timestamp, nanAsNil: places.map { $0.time?.timeIntervalSinceReferenceDate ?? .nan }),
        .constant(\.index, 0),
      ])
    let names = places.indices.map { index in
      places[index].name.nonBlank ?? "Place \(placeCount + index + 1) of \(fileName)"
    }
    let keys = try context.append(
      Location.self, count: places.count,
      [
        .values(\.name, names), .constant(\.notes, ""), .constant(\.created, created),
        .values(\.comment, places.map(\.comment)), .values(\.details, places.map(\.details)),
        .values(\.symbol, places.map(\.symbol)), .values(\.type, places.map(\.type)),
        .references(\.waypoint, Array(waypoints)),
      ])
    locations += keys.map { ItemID(.location, $0) }
    placeCount += places.count
    places.removeAll(keepingCapacity: true)
  }

  // MARK: Paths

  func pathBegins(_ kind: GeoPathHeader.Kind) {
    self.kind = kind
    switch kind {
    case .route: routeCount += 1
    case .track: trackCount += 1
    }
    lengths.beginPath()
    waiting = nil
    path = nil
    pointCount = 0
  }

  func points(_ points: borrowing GeoPoints) throws {
    lengths.add(points, kind: kind)
    if path == nil, waiting == nil {
      var copy = GeoPoints(capacity: points.count)
      copy.append(contentsOf: points)
      waiting = copy
      return
    }
    let path = try path ?? begin(GeoPathHeader(kind: kind))
    try append(points, to: path)
  }

  func pathEnds(_ header: GeoPathHeader) throws {
    guard let path else {
      _ = try begin(header)
      return
    }
    let identifier = context.identifier(path)
    try context.update(
      Path.self,
      [
        .set(\.name, to: name(header)), .set(\.comment, to: header.comment),
        .set(\.details, to: header.details), .set(\.type, to: header.type),
      ], where: #Predicate { $0.persistentModelID == identifier })
  }

  func fileEnds(_ header: GeoFileHeader) {}

  /// Writes a path's row and the points that waited for it.
  private func begin(_ header: GeoPathHeader) throws -> ItemID {
    let key = try context.append(
      Path.self, count: 1,
      [
        .constant(\.name, name(header)), .constant(\.notes, ""), .constant(\.created, created),
        .constant(\.kind, header.kind.rawValue), .constant(\.comment, header.comment),
        .constant(\.details, header.details), .constant(\.type, header.type),
      ]
    ).lowerBound
    let id = ItemID(.path, key)
    paths.append(id)
    path = id
    if let waiting { try append(waiting, to: id) }
    waiting = nil
    return id
  }

  private func append(_ points: borrowing GeoPoints, to path: ItemID) throws {
    try context.append(
      Waypoint.self, count: points.count,
      [
        .values(\.latitude, points.latitudes), .values(\.longitude, points.longitudes),
        .values(\.elevation, nanAsNil: points.elevations),
        .values(\.timestamp, nanAsNil: points.times),
        .counting(\.index, from: pointCount * Waypoint.indexStep, by: Waypoint.indexStep),
        .values(\.segment, points.segments.map(Int64.init)),
        .reference(\.path, context.identifier(path)),
      ])
    pointCount += points.count
  }

  private func name(_ header: GeoPathHeader) -> String {
    switch header.kind {
    case .route: header.name.nonBlank ?? "Route \(routeCount) of \(fileName)"
    case .track: header.name.nonBlank ?? "Track \(trackCount) of \(fileName)"
    }
  }
}

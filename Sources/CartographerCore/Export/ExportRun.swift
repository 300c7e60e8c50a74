import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

/// Items on their way out: places, then routes, then tracks, as GPX orders them.
struct ExportRun {
  private let context: ModelContext
  private let places: [PlaceSnapshot]
  private let paths: [PathSnapshot]

  init(_ container: ModelContainer, ids: [ItemID]) throws {
    context = ModelContext(container)
    let snapshot = try SnapshotReader(container).read()
    let wanted = try Self.wanted(ids, snapshot)
    places = snapshot.places.filter { wanted.contains($0.id) }
    paths =
      snapshot.paths.filter { wanted.contains($0.id) && $0.kind == .route }
      + snapshot.paths.filter { wanted.contains($0.id) && $0.kind == .track }
  }

  private static func wanted(_ ids: [ItemID], _ snapshot: LibrarySnapshot) throws -> Set<ItemID> {
    let places = snapshot.places.lazy.filter { $0.trashed == nil }
    let paths = snapshot.paths.lazy.filter { $0.trashed == nil }
    if ids.isEmpty { return Set(places.map(\.id)).union(paths.map(\.id)) }
    let known = Set(
      snapshot.places.map(\.id) + snapshot.paths.map(\.id) + snapshot.groups.map(\.id))
    var wanted: Set<ItemID> = []
    for id in ids {
      guard known.contains(id) else { throw LibraryError.missing(id) }
      guard id.kind == .group else {
        wanted.insert(id)
        continue
      }
      wanted.formUnion(places.filter { $0.groups.contains(id) }.map(\.id))
      wanted.formUnion(paths.filter { $0.groups.contains(id) }.map(\.id))
    }
    return wanted
  }

  func write(to sink: some ByteSink, _ meter: ProgressMeter) throws -> Int {
    let total = places.count + paths.reduce(0) { $0 + $1.pointCount }
    var done = 0
    let writer = try GPXWriter(into: sink)
    for place in places {
      try writer.place(GeoPlace(place))
      done += 1
      try meter.advance(to: done, of: total)
    }
    for path in paths {
      try writer.beginPath(GeoPathHeader(path))
      try forEachPiece(of: path.id) { points in
        try writer.points(points)
        done += points.count
        try meter.advance(to: done, of: total)
      }
      try writer.endPath()
    }
    _ = try writer.finish()
    return done
  }

  /// The points of a path in order, some at a time.
  private func forEachPiece(of id: ItemID, _ body: (GeoPoints) throws -> Void) throws {
    let path = context.identifier(id)
    try context.forEachChunk(
      of: Waypoint.self,
      [
        .double(\.latitude), .double(\.longitude), .double(\.elevation), .date(\.timestamp),
        .integer(\.segment),
      ], where: #Predicate { $0.path?.persistentModelID == path },
      sortBy: [SortDescriptor(\.index)],
      size: 8_192
    ) { chunk in
      let (latitudes, longitudes) = (chunk.doubles(0), chunk.doubles(1))
      let (elevations, times) = (chunk.doubles(2), chunk.doubles(3))
      let segments = chunk.integers(4)
      var points = GeoPoints(capacity: chunk.count)
      for row in 0..<chunk.count {
        points.append(
          latitude: latitudes[row], longitude: longitudes[row], elevation: elevations[row],
          time: times[row], segment: Int(segments[row]))
      }
      try body(points)
    }
  }
}

extension GeoPlace {
  init(_ place: PlaceSnapshot) {
    self.init(
      coordinate: place.coordinate, elevation: place.elevationMetres, time: place.time,
      name: place.name, comment: place.comment, details: place.details, symbol: place.symbol,
      type: place.type)
  }
}

extension GeoPathHeader {
  init(_ path: PathSnapshot) {
    self.init(
      kind: path.kind == .route ? .route : .track, name: path.name, comment: path.comment,
      details: path.details, type: path.type)
  }
}

import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// The points of one path as the store has them, in order.
struct PathColumns {
  var keys: [Int64] = []
  var indexes: [Int64] = []
  var segments: [Int64] = []
  var latitudes: [Double] = []
  var longitudes: [Double] = []
  var elevations: [Double] = []
  var times: [Double] = []

  var count: Int { keys.count }

  init() {}

  /// Reads a path's points; nil when there is no such path.
  init?(of id: ItemID, in context: ModelContext) throws {
    let path = context.identifier(id)
    try context.forEachChunk(
      of: Waypoint.self,
      [
        .key, .integer(\.index), .integer(\.segment), .double(\.latitude), .double(\.longitude),
        .double(\.elevation), .date(\.timestamp),
      ], where: #Predicate { $0.path?.persistentModelID == path }
    ) { chunk in
      keys += chunk.integers(0)
      indexes += chunk.integers(1)
      segments += chunk.integers(2)
      latitudes += chunk.doubles(3)
      longitudes += chunk.doubles(4)
      elevations += chunk.doubles(5)
      times += chunk.doubles(6)
    }
    if keys.isEmpty {
      let found = try context.fetchCount(
        FetchDescriptor<Path>(predicate: #Predicate { $0.persistentModelID == path }))
      if found == 0 { return nil }
    }
    sort()
  }

  /// Points come by their keys, which is the order of an imported path and not of an edited one.
  private mutating func sort() {
    guard zip(indexes, indexes.dropFirst()).contains(where: { $0 >= $1 }) else { return }
    let order = indexes.indices.sorted {
      (indexes[$0], keys[$0]) < (indexes[$1], keys[$1])
    }
    keys = order.map { keys[$0] }
    indexes = order.map { indexes[$0] }
    segments = order.map { segments[$0] }
    latitudes = order.map { latitudes[$0] }
    longitudes = order.map { longitudes[$0] }
    elevations = order.map { elevations[$0] }
    times = order.map { times[$0] }
  }

  var trackColumns: TrackColumns {
    TrackColumns(
      latitudes: latitudes, longitudes: longitudes, elevations: elevations, times: times,
      segmentStarts: segmentStarts)
  }

  /// Where each segment that has points begins.
  private var segmentStarts: [Int] {
    var starts = [0]
    for index in segments.indices.dropFirst() where segments[index] != segments[index - 1] {
      starts.append(index)
    }
    return starts
  }
}

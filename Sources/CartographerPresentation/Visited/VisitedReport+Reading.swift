import BaseMap
import CartographerCore
import Foundation
import Geodesy

extension VisitedReport {
  /// Counts the countries, regions and cells that tracks and places touch. Routes are not counted,
  /// because they are plans.
  ///
  /// - Parameter ids: The places and tracks to count. Other items are ignored.
  /// - Parameter times: The time range of the positions to count, or nil to count all positions.
  /// - Throws: `BaseMapError` with the code `damaged`, `CancellationError` or ``LibraryError``.
  package static func read(
    _ ids: [ItemID], in snapshot: LibrarySnapshot, from library: Library,
    towns map: InstalledBaseMap, times: Range<Date>? = nil, zone: TimeZone
  ) async throws -> VisitedReport {
    var counter = try VisitedCounter(map, times: times, zone: zone)
    for id in ids {
      guard let place = snapshot.place(id) else { continue }
      try counter.add(place.coordinate, place.time)
    }
    let tracks = ids.filter { snapshot.path($0)?.kind == .track }
    return VisitedReport(
      try await library.reduce(tracks, into: counter) { counter, _, columns in
        try counter.add(columns)
      })
  }
}

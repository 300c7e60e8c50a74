import Geodesy
import SwiftData

extension Library {
  /// Returns a group and its itinerary, including the measurements of the itinerary's paths.
  ///
  /// - Parameter pace: The pace model used to estimate walking times for paths.
  /// - Parameter thresholdMetres: The minimum change in elevation that counts as an ascent or a
  ///   descent.
  /// - Throws: ``LibraryError`` `notFound` if there is no such group.
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(*s* + *p*) for *s* stops and *p* points in the itinerary's paths.
  @concurrent
  package nonisolated func itinerary(
    of id: ItemID, pace: PaceModel = .naismith, thresholdMetres: Double = 5
  ) async throws -> (group: GroupSnapshot, plan: ItineraryPlan) {
    try LibraryError.translating {
      guard
        let group = try SnapshotReader.items([id], withItineraries: true, in: container)
          .groups.first(where: { $0.id == id })
      else { throw LibraryError.missing(id) }
      let items = try SnapshotReader.items(
        group.itinerary.compactMap(\.item), in: container)
      let places = Dictionary(uniqueKeysWithValues: items.places.map { ($0.id, $0) })
      let paths = Dictionary(uniqueKeysWithValues: items.paths.map { ($0.id, $0) })
      let context = ModelContext(container)
      var stretches: [ItemID: PathStretch] = [:]
      for (id, path) in paths {
        try Task.checkCancellation()
        guard let columns = try PathColumns(of: id, in: context)?.trackColumns else { continue }
        stretches[id] = try LibraryError.naming(id, path.name) {
          try PathStretch(
            columns, TrackMeasures(columns, thresholdMetres: thresholdMetres), pace: pace)
        }
      }
      let plan = ItineraryPlan(
        of: group, place: { places[$0] }, path: { paths[$0] }, stretch: { stretches[$0] })
      return (group, plan)
    }
  }
}

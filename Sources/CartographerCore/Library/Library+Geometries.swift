import CartographerModel
import Geodesy
import SwiftData

extension Library {
  /// The points of paths, in order, measured. Paths that are not there are left out.
  ///
  /// Runs beside edits, so that a long path never makes the editor wait.
  ///
  /// - Complexity: O(points of those paths).
  @concurrent
  package nonisolated func geometries(of ids: [ItemID]) async throws -> [PathGeometry] {
    try LibraryError.translating {
      let context = ModelContext(container)
      let revision = try container.revision()
      return try ids.filter { $0.kind == .path }.compactMap { id in
        try Task.checkCancellation()
        return try PathColumns(of: id, in: context).map {
          let columns = $0.trackColumns
          return PathGeometry(
            id: id, revision: revision, keys: $0.keys, columns: columns,
            measures: TrackMeasures(columns))
        }
      }
    }
  }
}

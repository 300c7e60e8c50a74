import CartographerCore
import CartographerPresentation
import Geodesy
import Synchronization

extension EffectRunner {
  /// Reads the requested chunks of path geometry from the store, so that the map can show them.
  func loadDetail(_ keys: [Int64]) {
    background {
      .detailLoaded(try await self.library.chunks(keys, MapPiece.init), of: keys)
    }
  }

  /// Searches the stored chunks for paths with a point in a box on the map. A newer search
  /// supersedes the previous search.
  func searchBox(_ box: MapArea, _ found: [ItemID], _ unknown: [ItemID: [Int64]]) {
    let task = background {
      var found = found
      for (id, keys) in unknown.sorted(by: { $0.key < $1.key }) {
        let hits = try await self.library.chunks(keys) { MapPiece($0).shape.hasPoint(in: box) }
        if hits.values.contains(true) {
          found.append(id)
        }
      }
      return .boxSearched(box, found)
    }
    boxSearch.withLock { last in
      last?.cancel()
      last = task
    }
  }
}

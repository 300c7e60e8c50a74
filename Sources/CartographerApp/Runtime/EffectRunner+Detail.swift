import CartographerCore
import CartographerPresentation
import Geodesy
import Synchronization

extension EffectRunner {
  /// Reads chunks of the paths' levels of detail for the map.
  func loadDetail(_ keys: [Int64]) {
    background {
      .detailLoaded(try await self.library.chunks(keys, MapPiece.init), of: keys)
    }
  }

  /// Searches the chunks of paths for a point in a box. A newer search supersedes the previous one.
  func searchBox(_ box: WorldBounds, _ found: [ItemID], _ unknown: [ItemID: [Int64]]) {
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

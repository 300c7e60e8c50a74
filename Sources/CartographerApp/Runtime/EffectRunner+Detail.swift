import CartographerCore
import CartographerPresentation
import Geodesy

extension EffectRunner {
  /// Reads the requested chunks of the paths' levels of detail from the store, to draw them on the
  /// map.
  func loadDetail(_ request: [DetailRequest]) {
    background {
      let chunks = try await self.library.chunks(request.map(\.key))
      var pieces: [Int64: MapPiece] = [:]
      for wanted in request {
        guard let chunk = chunks[wanted.key] else { continue }
        pieces[wanted.key] = MapPiece(chunk, firstPoint: wanted.firstPoint)
      }
      return .detailLoaded(pieces, of: request)
    }
  }

  /// Searches the stored chunks of paths for the paths that have a point in a box on the map.
  func searchBox(_ box: WorldBounds, _ found: [ItemID], _ unknown: [ItemID: [Int64]]) {
    background {
      var found = found
      for (id, keys) in unknown.sorted(by: { $0.key < $1.key }) {
        let chunks = try await self.library.chunks(keys)
        if chunks.values.contains(where: { MapPiece($0).shape.hasPoint(in: box) }) {
          found.append(id)
        }
      }
      return .boxSearched(found)
    }
  }
}

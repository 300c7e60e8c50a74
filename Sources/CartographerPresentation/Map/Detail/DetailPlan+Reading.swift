import CartographerCore
import Geodesy
import TerminalUI

extension DetailPlan {
  /// Reads and returns the pieces to draw for each path whose overview is too coarse for a view.
  ///
  /// - Throws: `CancellationError` or ``LibraryError``.
  static func pieces(
    of paths: MapItems<MapPath>, _ viewport: MapViewport, in size: Size, from library: Library
  ) async throws -> [ItemID: [MapPiece]] {
    var cache = DetailCache()
    let missing = DetailPlan(paths, viewport, in: size, cache).missing
    cache.insert(try await library.chunks(missing, MapPiece.init))
    return DetailPlan(paths, viewport, in: size, cache).pieces
  }
}

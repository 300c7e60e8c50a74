import CartographerPresentation
import Geodesy
import TerminalUI

/// A cache of path geometry for the map pane. The geometry is read from the store in chunks, at
/// several levels of detail.
struct LevelOfDetailState: Sendable, Equatable {
  /// The maximum number of geometry chunks in a request. The maximum is small, so that the first
  /// chunks appear early.
  private static let chunksAtOnce = 1_024

  private var cache = DetailCache()
  /// The keys of the geometry chunks that could not be read.
  private var unavailable: Set<Int64> = []
  /// The geometry chunks that are being read. Nil if no request is pending.
  private var requested: [Int64]?
  /// The view for which the displayed path pieces were chosen. Nil if the pieces must be chosen
  /// again.
  private var planned: View?

  private struct View: Sendable, Equatable {
    let viewport: MapViewport
    let size: Size
  }

  /// Discards the selection of path pieces to draw. Called after the paths change. Chunks that
  /// could not be read are requested again, since the change may have created these chunks.
  mutating func outdatePlan() {
    planned = nil
    unavailable = []
  }

  /// Returns the path pieces to draw in a view, and the geometry chunks to read. Returns nil if the
  /// previous choice for this view is still valid.
  mutating func plan(
    _ paths: MapItems<MapPath>, _ viewport: MapViewport, in size: Size
  ) -> DetailPlan? {
    let view = View(viewport: viewport, size: size)
    guard view != planned, !size.isEmpty else { return nil }
    planned = view
    let plan = DetailPlan(paths, viewport, in: size, cache)
    cache.use(plan.used)
    return plan
  }

  /// Requests missing geometry chunks, unless another request is pending.
  mutating func request(_ missing: [Int64]) -> [Effect] {
    guard requested == nil else { return [] }
    let available = missing.filter { !unavailable.contains($0) }
    let wanted = Array(available.prefix(Self.chunksAtOnce))
    guard !wanted.isEmpty else { return [] }
    requested = wanted
    return [.loadDetail(wanted)]
  }

  mutating func receive(_ pieces: [Int64: MapPiece], of request: [Int64]) {
    if requested == request { requested = nil }
    cache.insert(pieces)
    unavailable.formUnion(request.filter { pieces[$0] == nil })
    unavailable.subtract(pieces.keys)
    planned = nil
  }

  /// Discards the pending request after a failure. The request's chunks are requested again for the
  /// next view.
  mutating func cancelRequest() { requested = nil }
}

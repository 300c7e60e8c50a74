import CartographerPresentation
import Geodesy
import TerminalUI

/// The chunks of the paths' levels of detail that the map pane has read.
struct DetailState: Sendable, Equatable {
  /// The most chunks that one request reads, so that the first of many appear early.
  private static let chunksAtOnce = 1_024

  private var cache = DetailCache()
  /// The chunks that could not be read.
  private var unavailable: Set<Int64> = []
  /// The chunks that are being read, or nil if there is no request.
  private var requested: [Int64]?
  /// The view for which the pieces on the map were chosen, or nil if they must be chosen again.
  private var planned: View?

  private struct View: Sendable, Equatable {
    let viewport: MapViewport
    let size: Size
  }

  /// Causes the pieces on the map to be chosen again, because the paths changed. Chunks that could
  /// not be read may exist now.
  mutating func outdatePlan() {
    planned = nil
    unavailable = []
  }

  /// Returns the pieces for a view, or nil if those of the last plan are still right.
  mutating func plan(_ paths: [MapPath], _ viewport: MapViewport, in size: Size) -> DetailPlan? {
    let view = View(viewport: viewport, size: size)
    guard view != planned, !size.isEmpty else { return nil }
    planned = view
    let plan = DetailPlan(paths, viewport, in: size, cache)
    cache.use(plan.used)
    return plan
  }

  /// Returns the effect that reads missing chunks, unless others are being read.
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

  /// Ends the request after it failed. The chunks are requested again for the next view.
  mutating func cancelRequest() { requested = nil }
}

import CartographerPresentation
import Geodesy
import TerminalUI

/// The map pane's cache of path geometry at several levels of detail, which is read from the store in chunks.
struct DetailState: Sendable, Equatable {
  /// The maximum number of chunks in one request. The limit lets the map draw the first chunks before all chunks are
  /// read.
  private static let chunksAtOnce = 2_048

  private var cache = DetailCache()
  /// The keys of the chunks that could not be read.
  private var unavailable: Set<Int64> = []
  /// The chunks that are being read, or nil if no request is pending.
  private var requested: [DetailRequest]?
  /// The view for which the last plan was made, or nil if a new plan must be made.
  private var planned: View?

  private struct View: Sendable, Equatable {
    let viewport: MapViewport
    let size: Size
  }

  /// Discards the last plan because the paths changed, so that ``plan(_:_:in:)`` makes a new one.
  mutating func outdatePlan() { planned = nil }

  /// Returns a plan: the path pieces to draw in a view, and the chunks to read. Returns nil if the last plan is still
  /// valid.
  mutating func plan(_ paths: [MapPath], _ viewport: MapViewport, in size: Size) -> DetailPlan? {
    let view = View(viewport: viewport, size: size)
    guard view != planned, !size.isEmpty else { return nil }
    planned = view
    let plan = DetailPlan(paths, viewport, in: size, cache)
    cache.use(plan.used)
    return plan
  }

  /// Returns the effect that reads missing chunks, or an empty array while another request is pending.
  mutating func request(_ missing: [DetailRequest]) -> [Effect] {
    guard requested == nil else { return [] }
    let available = missing.filter { !unavailable.contains($0.key) }
    let wanted = Array(available.prefix(Self.chunksAtOnce))
    guard !wanted.isEmpty else { return [] }
    requested = wanted
    return [.loadDetail(wanted)]
  }

  mutating func receive(_ pieces: [Int64: MapPiece], of request: [DetailRequest]) {
    if requested == request { requested = nil }
    cache.insert(pieces)
    for chunk in request where pieces[chunk.key] == nil { unavailable.insert(chunk.key) }
    planned = nil
  }

  /// Ends the pending request after it failed, and marks its chunks as unavailable.
  mutating func cancelRequest() {
    unavailable.formUnion((requested ?? []).map(\.key))
    requested = nil
  }
}

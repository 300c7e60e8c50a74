import CartographerCore
import Geodesy
import TerminalUI

/// A plan for drawing the paths in a map view: the pieces to draw, and the chunks that must still
/// be loaded.
package struct DetailPlan: Sendable {
  /// The pieces to draw for each path whose overview is too coarse for the view.
  package private(set) var pieces: [ItemID: [MapPiece]] = [:]
  /// The keys of the chunks that must still be loaded.
  package private(set) var missing: [Int64] = []
  /// The keys of the chunks that are shown.
  package private(set) var used: [Int64] = []

  /// The maximum number of points to draw. If a view has more points, coarser levels are shown.
  package static let mostPoints = 600_000

  /// Creates the plan for drawing paths in a map view. If a chunk of the best level of detail is
  /// not in memory, a coarser level is shown.
  ///
  /// - Complexity: O(*p* + *c*) for *p* paths with a total of *c* chunks.
  package init(
    _ paths: MapItems<MapPath>, _ viewport: MapViewport, in size: Size, _ cache: DetailCache,
    mostPoints: Int = mostPoints
  ) {
    let visible = viewport.visibleBounds(in: size)
    var near = visible
    near.minX -= visible.width / 4
    near.maxX += visible.width / 4
    near.minY -= visible.height / 4
    near.maxY += visible.height / 4
    var shown: [(ItemID, PathOutline)] = []
    // Reading single properties from the buffer avoids copying whole paths.
    paths.items.withUnsafeBufferPointer { items in
      paths.forEach(touching: near) { index in
        guard !items[index].isOverviewAccurate(at: viewport.dotsPerWorld),
          let outline = items[index].outline, !outline.levels.isEmpty
        else { return }
        shown.append((items[index].id, outline))
      }
    }
    var dots = viewport.dotsPerWorld
    while dots >= 256, Self.points(shown.map(\.1), dots, near) > mostPoints { dots /= 8 }
    for (id, outline) in shown {
      guard let wanted = outline.level(forDotsPerWorld: dots) else { continue }
      for chunk in outline.levels[wanted].chunks
      where near.touches(chunk.bounds) && cache[chunk.key] == nil {
        missing.append(chunk.key)
      }
      for level in (0...wanted).reversed() {
        let chunks = outline.levels[level].chunks.filter { visible.touches($0.bounds) }
        let known = chunks.compactMap { cache[$0.key]?.beginning(at: $0.firstPoint) }
        guard known.count == chunks.count else { continue }
        pieces[id] = known
        used += chunks.map(\.key)
        break
      }
    }
  }

  private static func points(
    _ outlines: [PathOutline], _ dots: Double, _ area: WorldBounds
  ) -> Int {
    outlines.reduce(0) { total, outline in
      guard let level = outline.level(forDotsPerWorld: dots) else { return total }
      return outline.levels[level].chunks.reduce(total) {
        area.touches($1.bounds) ? $0 + $1.count : $0
      }
    }
  }
}

extension PathOutline {
  /// Returns the index of the coarsest level of detail that is accurate enough for a scale. Returns
  /// nil if the overview is accurate enough.
  func level(forDotsPerWorld dots: Double) -> Int? {
    guard overviewDotsPerWorld < dots else { return nil }
    return levels.firstIndex { $0.maximumDotsPerWorld >= dots } ?? levels.indices.last
  }
}

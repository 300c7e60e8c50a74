import CartographerCore
import Geodesy
import TerminalUI

/// The number of tracks that pass through each cell of a map view.
///
/// A track that passes through a cell several times counts once. Routes are not counted.
package struct HeatMap: Sendable, Equatable {
  private let canvas: PassCanvas
  package let scale: HeatScale

  /// Creates a heat map by counting the tracks that pass through each cell of a view.
  ///
  /// Tracks are counted along the lines that the map draws. The line of a long track omits some of
  /// its points.
  ///
  /// - Parameter counted: The tracks to count, or nil for all tracks among the paths.
  /// - Complexity: O(*p* + *v*) for *p* paths with *v* visible points.
  ///   The points are those of the current level of detail.
  package init(
    _ scene: MapScene, _ viewport: MapViewport, in size: Size, counting counted: Set<ItemID>? = nil
  ) {
    let visible = viewport.visibleBounds(in: size)
    let indices =
      viewport.polar == nil
      ? scene.paths.indices(touching: visible) : Array(scene.paths.indices)
    let tracks = indices.lazy.filter { index in
      scene.paths[index].isTrack && counted?.contains(scene.paths[index].id) ?? true
    }
    self.init(
      of: tracks.map { scene.drawnPieces(of: scene.paths[$0], viewport) }, viewport, in: size)
  }

  /// Creates a heat map by counting the tracks that pass through each cell of a view.
  ///
  /// - Parameter tracks: The pieces from which each track is drawn.
  /// - Parameter countsDots: Whether each dot of the view counts as a separate cell.
  init(
    of tracks: some Sequence<[MapPiece]>, _ viewport: MapViewport, in size: Size,
    countsDots: Bool = false
  ) {
    var canvas = PassCanvas(size: size, countsDots: countsDots)
    var tracer = PathTracer(viewport: viewport, size: size)
    for pieces in tracks {
      canvas.beginPass()
      for piece in pieces {
        tracer.trace(piece.shape) { canvas.polyline($0) }
      }
    }
    self.canvas = canvas
    scale = HeatScale(most: Int(canvas.counts.max() ?? 0))
  }

  package var columns: Int { canvas.columns }
  package var rows: Int { canvas.rows }

  /// Returns the number of tracks that pass through a cell.
  package func passes(column: Int, row: Int) -> Int {
    Int(canvas.counts[row * canvas.columns + column])
  }

  /// Draws the cells that at least one track passes through. In cells of the lowest step, Braille
  /// dots show the lines of the tracks.
  func draw(into surface: inout Surface, at origin: Point, _ glyphSet: GlyphSet) {
    let glyphs = MapGlyphs(glyphSet).heat
    for row in 0..<rows {
      for column in 0..<columns {
        let passes = passes(column: column, row: row)
        guard let step = scale.step(of: passes) else { continue }
        let isLine = step == 0 && glyphSet == .braille
        surface.put(
          isLine ? canvas.scalar(column: column, row: row, glyphs: glyphSet) : glyphs[step],
          at: Point(column: origin.column + column, row: origin.row + row),
          style: Style(.scale(step)))
      }
    }
  }

  package static func == (lhs: HeatMap, rhs: HeatMap) -> Bool {
    lhs.canvas.counts == rhs.canvas.counts
  }
}

extension MapScene {
  /// Returns the pieces from which a path is drawn in a view. If the overview of the path is
  /// accurate enough, the pieces are not looked up, because that would take longer than drawing the
  /// path.
  func drawnPieces(of path: MapPath, _ viewport: MapViewport) -> [MapPiece] {
    path.isOverviewAccurate(at: viewport.dotsPerWorld) ? [path.overview] : pieces(of: path)
  }
}

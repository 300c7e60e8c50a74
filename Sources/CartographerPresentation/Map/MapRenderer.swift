import TerminalUI

/// A renderer that draws a map into a rectangle of a surface.
///
/// The map's layers, from bottom to top: base map, the user's own maps, graticule, paths, the
/// selected path, the preview of an edit, the ruler, point handles, the selected path's ends,
/// places, labels, the selected path's distances and arrows, map names, the current point,
/// itinerary stop numbers, scale bar and north arrow, box selection, crosshair, snap target.
package struct MapRenderer: Sendable {
  package let glyphs: GlyphSet
  private let lines: MapLineMemory?

  /// Creates a renderer that uses the given glyph set.
  ///
  /// - Parameter lines: A cache of path lines, if several frames are drawn.
  package init(glyphs: GlyphSet = .braille, lines: MapLineMemory? = nil) {
    self.glyphs = glyphs
    self.lines = lines
  }

  /// Draws a map scene, and returns the positions of the labels and the cursor.
  ///
  /// - Parameter labels: The ``MapFrame/labels`` of the previous frame.
  ///   With these labels, each label stays on the same side of its marker while the view moves. By
  ///   default, the labels do not depend on an earlier frame.
  /// - Complexity: O(*p* + *v*) for *p* places and *v* visible path points.
  ///   The path points are those of the current level of detail.
  @discardableResult
  package func render(
    _ scene: MapScene, _ viewport: MapViewport, into surface: inout Surface, _ rect: Rect,
    labels: MapLabelMemory = MapLabelMemory()
  ) -> MapFrame {
    guard !rect.isEmpty else { return MapFrame(labels: labels) }
    surface.window = viewport.window(in: rect)
    return surface.clipped(to: rect) { surface in
      var drawing = MapDrawing(
        scene: scene, viewport: viewport, rect: rect, glyphs: glyphs, previous: labels,
        lineMemory: lines)
      drawing.drawBaseMap(into: &surface)
      drawing.drawTiles(into: &surface)
      drawing.drawLines(into: &surface)
      drawing.drawHandles(into: &surface)
      drawing.placeFurniture(into: &surface)
      drawing.placeStops()
      drawing.drawPlaces(into: &surface)
      drawing.drawPathMarks(into: &surface)
      drawing.drawTileNames(into: &surface)
      drawing.drawBaseMapNames(into: &surface)
      drawing.drawPointCursor(into: &surface)
      drawing.drawStops(into: &surface)
      drawing.drawFurniture(into: &surface)
      drawing.drawOverlays(into: &surface)
      return drawing.frame
    }
  }

  /// Returns the map as lines of text without trailing spaces, for printing.
  package func lines(_ scene: MapScene, _ viewport: MapViewport, size: Size) -> [String] {
    var surface = Surface(size: size)
    render(scene, viewport, into: &surface, surface.bounds)
    return (glyphs == .ascii ? surface.asciiOnly : surface).lines
  }
}

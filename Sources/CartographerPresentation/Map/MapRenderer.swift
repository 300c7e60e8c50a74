import TerminalUI

/// Draws a map into a box of a surface.
///
/// Layers, from the bottom: graticule, paths, the selected path, what an edit would change, the
/// ruler, handles, places, labels, the point under the cursor, numbers of an itinerary, scale bar and
/// north arrow, box selection, crosshair.
package struct MapRenderer: Sendable {
  package let glyphs: GlyphSet

  package init(glyphs: GlyphSet = .braille) {
    self.glyphs = glyphs
  }

  /// - Parameter labels: ``MapFrame/labels`` of the frame before, so that labels stay where they
  ///   are while the view moves; without it the picture depends on this scene and view alone.
  /// - Complexity: O(*p* + *v*) in the number of places and of path points in view at the level
  ///   of detail that fits the scale.
  @discardableResult
  package func render(
    _ scene: MapScene, _ viewport: MapViewport, into surface: inout Surface, _ rect: Rect,
    labels: MapLabelMemory = MapLabelMemory()
  ) -> MapFrame {
    guard !rect.isEmpty else { return MapFrame(labels: labels) }
    return surface.clipped(to: rect) { surface in
      var drawing = MapDrawing(
        scene: scene, viewport: viewport, rect: rect, glyphs: glyphs, previous: labels)
      drawing.drawLines(into: &surface)
      drawing.drawHandles(into: &surface)
      drawing.placeFurniture(into: &surface)
      drawing.placeStops()
      drawing.drawPlaces(into: &surface)
      drawing.drawPointCursor(into: &surface)
      drawing.drawStops(into: &surface)
      drawing.drawFurniture(into: &surface)
      drawing.drawOverlays(into: &surface)
      return drawing.frame
    }
  }

  /// The map as lines of text without trailing spaces, for a printer.
  package func lines(_ scene: MapScene, _ viewport: MapViewport, size: Size) -> [String] {
    var surface = Surface(size: size)
    render(scene, viewport, into: &surface, surface.bounds)
    return (glyphs == .ascii ? surface.asciiOnly : surface).lines
  }
}

import TerminalUI

/// The result of drawing a map: the label positions, the cursor position and the number of visible
/// places.
package struct MapFrame: Equatable, Sendable {
  /// For each label of this frame and of earlier frames at the same zoom level, the side of the
  /// marker on which the label is drawn. The next frame uses the same sides.
  package var labels: MapLabelMemory
  /// The surface position at which the terminal's cursor is shown.
  ///
  /// The terminal's cursor is shown at the current point if that point is in view. Otherwise, it is
  /// on the crosshair or, without a crosshair, on the selected place. The position is nil if that
  /// item is not in view.
  package var cursor: Point?
  /// The number of places whose markers are in view.
  package var placesInView: Int

  package init(
    labels: MapLabelMemory = MapLabelMemory(), cursor: Point? = nil, placesInView: Int = 0
  ) {
    self.labels = labels
    self.cursor = cursor
    self.placesInView = placesInView
  }
}

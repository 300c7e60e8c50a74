import TerminalUI

/// The result of drawing a map: the label positions, the cursor position and the number of places
/// in view.
package struct MapFrame: Equatable, Sendable {
  /// For each label, the side of its marker on which it was drawn; the next frame reuses these sides.
  package var labels: MapLabelMemory
  /// The position on the surface where the terminal's cursor belongs.
  ///
  /// The terminal's cursor is on the current point, or else on the crosshair, or else on the
  /// selected place. The position is nil if none of them is in view.
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

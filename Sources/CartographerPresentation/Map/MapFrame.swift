import TerminalUI

/// The result of drawing a map: label positions, cursor position and number of places in view.
package struct MapFrame: Equatable, Sendable {
  /// The positions of the labels, which the next frame reuses.
  package var labels: MapLabelMemory
  /// The position on the surface where the terminal's cursor belongs.
  ///
  /// The cursor is on the current point, or else on the crosshair, or else on the selected place.
  /// The position is nil if none of them is in view.
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

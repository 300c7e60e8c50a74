import TerminalUI

/// What drawing a map found out.
package struct MapFrame: Equatable, Sendable {
  /// Where the labels stand, for the next frame to keep them there.
  package var labels: MapLabelMemory
  /// Where a terminal's cursor belongs, on the surface: the point cursor, else the crosshair,
  /// else the selected place; nil when none is in view.
  package var cursor: Point?
  /// Places whose markers are in view.
  package var placesInView: Int

  package init(
    labels: MapLabelMemory = MapLabelMemory(), cursor: Point? = nil, placesInView: Int = 0
  ) {
    self.labels = labels
    self.cursor = cursor
    self.placesInView = placesInView
  }
}

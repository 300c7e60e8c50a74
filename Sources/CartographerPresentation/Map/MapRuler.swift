import Geodesy
import TerminalUI

/// A line that measures a distance on the map, with the length written at its end.
package struct MapRuler: Sendable, Equatable {
  package var points: [Coordinate]
  package var label: DisplayText

  package init(points: [Coordinate], label: DisplayText) {
    self.points = points
    self.label = label
  }
}

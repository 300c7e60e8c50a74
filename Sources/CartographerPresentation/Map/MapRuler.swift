import Geodesy
import TerminalUI

/// A measured line on the map, with a label at its end that states the length.
package struct MapRuler: Sendable, Equatable {
  package var points: [Coordinate]
  package var label: DisplayText

  package init(points: [Coordinate], label: DisplayText) {
    self.points = points
    self.label = label
  }
}

import Geodesy
import TerminalUI

/// A measured line, with its length in words at the far end.
package struct MapRuler: Sendable, Equatable {
  package var points: [Coordinate]
  package var label: DisplayText

  package init(points: [Coordinate], label: DisplayText) {
    self.points = points
    self.label = label
  }
}

import Geodesy
import TerminalUI

/// A line that measures a distance on the map, with one or two labels at its end.
package struct MapRuler: Sendable, Equatable {
  package var points: [Coordinate]
  /// The label beside the line's end.
  package var label: DisplayText
  /// The second label, drawn below or above ``label``. Empty if there is only one label.
  package var total: DisplayText

  package init(points: [Coordinate], label: DisplayText, total: DisplayText = .empty) {
    self.points = points
    self.label = label
    self.total = total
  }
}

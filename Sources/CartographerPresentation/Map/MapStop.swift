import CartographerCore
import Geodesy
import TerminalUI

/// A number on the map: a stop of an itinerary, or several at one place.
package struct MapStop: Sendable, Equatable {
  package var point: WorldPoint
  package var label: DisplayText
  package var isSelected: Bool

  package init(point: WorldPoint, label: DisplayText, isSelected: Bool) {
    self.point = point
    self.label = label
    self.isSelected = isSelected
  }
}

extension MapDrawing {
  /// Finds where the numbers of an itinerary go and keeps their cells free of labels. Of those that
  /// would cover one another the first is shown, or the selected one.
  mutating func placeStops() {
    let inOrder = scene.stops.filter(\.isSelected) + scene.stops.filter { !$0.isSelected }
    for stop in inOrder {
      let cell = viewport.cell(at: stop.point, in: size)
      guard size.contains(cell) else { continue }
      let first = min(max(cell.column, 0), max(size.columns - stop.label.width, 0))
      let columns = first..<first + stop.label.width
      guard layout.isFree(row: cell.row, columns: columns), !isBesideStop(cell.row, columns) else {
        continue
      }
      layout.reserve(row: cell.row, columns: columns)
      stops.append((stop, Point(column: first, row: cell.row)))
    }
  }

  /// Whether a number would touch another, and read as one with it.
  private func isBesideStop(_ row: Int, _ columns: Range<Int>) -> Bool {
    stops.contains { stop, cell in
      cell.row == row
        && columns.overlaps(cell.column - 1..<cell.column + stop.label.width + 1)
    }
  }

  /// Draws the numbers over the markers of what they number.
  func drawStops(into surface: inout Surface) {
    for (stop, cell) in stops {
      let style = stop.isSelected ? Style(.selection, [.bold, .reverse]) : Style(.accent, .reverse)
      surface.put(stop.label, at: position(cell), style: style)
    }
  }
}

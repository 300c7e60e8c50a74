import CartographerCore
import Geodesy
import TerminalUI

/// A stop number on the map, which marks one itinerary stop or several stops at the same place.
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
  /// Chooses the positions of the itinerary's stop numbers and reserves their cells, so that no
  /// label covers them.
  ///
  /// If several stop numbers would overlap, the map shows only the selected stop's number, or the
  /// first number if none of these stops is selected.
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

  /// Returns whether a stop number would touch another stop number, so that both would read as one
  /// number.
  private func isBesideStop(_ row: Int, _ columns: Range<Int>) -> Bool {
    stops.contains { stop, cell in
      cell.row == row
        && columns.overlaps(cell.column - 1..<cell.column + stop.label.width + 1)
    }
  }

  /// Draws the stop numbers on top of the markers of their places and paths.
  func drawStops(into surface: inout Surface) {
    for (stop, cell) in stops {
      let style = stop.isSelected ? Style(.selection, [.bold, .reverse]) : Style(.accent, .reverse)
      surface.put(stop.label, at: position(cell), style: style)
    }
  }
}

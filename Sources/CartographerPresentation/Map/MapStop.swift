import CartographerCore
import Geodesy
import TerminalUI

/// A stop number on the map, which marks one itinerary stop or several stops at the same place.
package struct MapStop: Sendable, Equatable {
  package var point: WorldPoint
  package var numbers: [Int]
  package var isSelected: Bool

  package init(point: WorldPoint, numbers: [Int], isSelected: Bool) {
    self.point = point
    self.numbers = numbers
    self.isSelected = isSelected
  }

  /// The maximum number of stop numbers in one label.
  static let shownNumbers = 4

  /// The stop numbers, separated by commas. An ellipsis stands for the numbers after the fourth.
  package var label: DisplayText {
    let shown = numbers.prefix(Self.shownNumbers).map(String.init).joined(separator: ",")
    return DisplayText(numbers.count > Self.shownNumbers ? shown + ",…" : shown)
  }
}

/// A stop's number, or the shared label of several stops, with its position on the map.
struct PlacedStop {
  var stop: MapStop
  let cell: Point
  let mapColumns: Int

  /// The columns that the label covers. The label is shifted if it would extend beyond the map's
  /// edge.
  var columns: Range<Int> {
    let width = stop.label.width
    let first = min(max(cell.column, 0), max(mapColumns - width, 0))
    return first..<first + width
  }

  /// Returns whether the label would touch another label. Touching labels would look like one
  /// number.
  func touches(_ other: PlacedStop) -> Bool {
    cell.row == other.cell.row
      && columns.overlaps(other.columns.lowerBound - 1..<other.columns.upperBound + 1)
  }

  /// Adds the numbers of another stop to the label.
  mutating func add(_ other: PlacedStop) {
    stop.numbers = (stop.numbers + other.stop.numbers).sorted()
    stop.isSelected = stop.isSelected || other.stop.isSelected
  }
}

extension MapDrawing {
  /// Chooses positions for the itinerary's stop numbers, and reserves cells so that no label covers
  /// the numbers.
  ///
  /// Stop numbers that would overlap or touch share one label, such as `1,4`.
  mutating func placeStops() {
    var labels: [PlacedStop] = []
    let inOrder = scene.stops.filter(\.isSelected) + scene.stops.filter { !$0.isSelected }
    for stop in inOrder {
      let cell = viewport.cell(at: stop.point, in: size)
      guard size.contains(cell) else { continue }
      var label = PlacedStop(stop: stop, cell: cell, mapColumns: size.columns)
      // A label that becomes longer can reach another label.
      while let other = labels.firstIndex(where: { $0.touches(label) }) {
        var joined = labels.remove(at: other)
        joined.add(label)
        label = joined
      }
      labels.append(label)
    }
    for label in labels where layout.isFree(row: label.cell.row, columns: label.columns) {
      layout.reserve(row: label.cell.row, columns: label.columns)
      stops.append((label.stop, Point(column: label.columns.lowerBound, row: label.cell.row)))
    }
  }

  /// Draws the stop numbers on top of the place and path markers.
  func drawStops(into surface: inout Surface) {
    for (stop, cell) in stops {
      let style = stop.isSelected ? Style(.selection, [.bold, .reverse]) : Style(.accent, .reverse)
      surface.put(stop.label, at: position(cell), style: style)
    }
  }
}

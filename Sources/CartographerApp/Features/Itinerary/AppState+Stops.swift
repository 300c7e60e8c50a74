import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  /// The numbered labels that the map shows for the open itinerary's stops. A place's label is at
  /// its marker, and a path's label is at its start. Stops at the same point share a label.
  var mapStops: [MapStop] {
    guard let itinerary, let plan = library.plan(of: itinerary.group) else { return [] }
    var stops: [(coordinate: Coordinate, numbers: [Int], isSelected: Bool)] = []
    var positions: [Coordinate: Int] = [:]
    for line in plan.lines where !line.isTrashed {
      guard let coordinate = line.coordinate else { continue }
      let isSelected = line.stop.id == itinerary.stop
      if let position = positions[coordinate] {
        stops[position].numbers.append(line.number)
        if isSelected { stops[position].isSelected = true }
      } else {
        positions[coordinate] = stops.count
        stops.append((coordinate, [line.number], isSelected))
      }
    }
    return stops.map { stop in
      MapStop(
        point: WebMercator.projectBeyondSquare(stop.coordinate),
        numbers: stop.numbers, isSelected: stop.isSelected)
    }
  }

  /// Selects the stop with the number label nearest to a cell of the map. If several stops share a
  /// number label, selects the next stop with that label after the currently selected stop. Returns
  /// nil if no number label is near the cell.
  mutating func pickStop(at cell: Point, radiusDots: Double) -> [Effect]? {
    guard let itinerary, let plan = library.plan(of: itinerary.group) else { return nil }
    let size = layout.mapSize
    let near = mapStops.map { stop in
      let start = map.viewport.cell(at: stop.point, in: size)
      let across = max(
        start.column - cell.column, cell.column - start.column - stop.label.width + 1, 0)
      // A cell has two columns and four rows of dots.
      let dots = hypot(Double(2 * across), Double(4 * (start.row - cell.row)))
      return (numbers: stop.numbers, dots: dots)
    }.min { $0.dots < $1.dots }
    guard let near, near.dots <= radiusDots else { return nil }
    let selected = plan.lines.first { $0.stop.id == itinerary.stop }?.number
    let position = near.numbers.firstIndex { $0 == selected }
    let next = position.map { ($0 + 1) % near.numbers.count } ?? 0
    return plan.lines.first { $0.number == near.numbers[next] }.map { goToStop($0.stop.id) }
  }
}

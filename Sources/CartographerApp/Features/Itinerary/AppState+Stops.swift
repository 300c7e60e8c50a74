import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// The numbered labels that the map shows for the open itinerary's stops. A place's label is at
  /// its marker, and a path's label is at its start. Stops at the same point share a label.
  var mapStops: [MapStop] {
    guard let itinerary, let plan = plan(of: itinerary.group) else { return [] }
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
}

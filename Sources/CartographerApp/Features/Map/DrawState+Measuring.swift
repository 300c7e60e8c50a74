import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension DrawState {
  /// Returns a line's length and the number of its legs, such as `12.3 km in 2 legs`.
  func lengthAndLegs(in units: UnitSystem) -> String {
    let length = units.length(metres: lengthMetres)
    return "\(length) in \(Numbers.counted(points.count - 1, "leg"))"
  }

  /// Returns the measured line, with a final leg to the given position. The labels are the last
  /// leg's length and bearing and, if the line has several legs, the line's length.
  func ruler(to end: Coordinate, in units: UnitSystem) -> MapRuler {
    guard let start = points.last else { return MapRuler(points: [end], label: .empty) }
    let whole = DrawState(points: points + [end])
    let total = "total \(units.length(metres: whole.lengthMetres))"
    return MapRuler(
      points: whole.points, label: DisplayText(Self.legWords(from: start, to: end, in: units)),
      total: points.count > 1 ? DisplayText(total) : .empty)
  }

  /// Returns a leg's length and its bearing at the start, such as `12.3 km 047° NE`. Very short
  /// legs have no bearing.
  static func legWords(
    from start: Coordinate, to end: Coordinate, in units: UnitSystem
  ) -> String {
    let leg = Geodesic.inverse(from: start, to: end)
    let bearing = Bearing.text(leg.initialBearingDegrees, overMetres: leg.distanceMetres)
    let length = units.length(metres: leg.distanceMetres)
    return bearing.map { "\(length) \($0)" } ?? length
  }
}

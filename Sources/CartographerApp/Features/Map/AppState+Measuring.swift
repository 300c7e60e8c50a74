import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Starts measuring at the crosshair.
  mutating func startMeasuring() -> [Effect] {
    enterMeasuring(DrawState())
    return addDrawnPoint()
  }

  /// Ends measuring, and shows the length of the measured line. Shows nothing if the line has fewer
  /// than two points.
  mutating func leaveMeasuring(_ line: DrawState) -> [Effect] {
    leaveMode()
    guard let first = line.points.first, let last = line.points.last, line.points.count > 1 else {
      return []
    }
    guard line.points.count > 2 else { return say("Measured \(legWords(from: first, to: last))") }
    return say("Measured \(lengthAndLegs(of: line))")
  }

  /// Returns a line's length and the number of its legs, such as `12.3 km in 2 legs`.
  func lengthAndLegs(of line: DrawState) -> String {
    let length = settings.units.length(metres: line.lengthMetres)
    return "\(length) in \(Numbers.counted(line.points.count - 1, "leg"))"
  }

  /// Returns the measured line, with a last leg to the given position. The labels are the last
  /// leg's length and bearing and, if the line has several legs, the line's length.
  func ruler(along line: DrawState, to end: Coordinate) -> MapRuler {
    guard let start = line.points.last else { return MapRuler(points: [end], label: .empty) }
    let whole = DrawState(points: line.points + [end])
    let total = "total \(settings.units.length(metres: whole.lengthMetres))"
    return MapRuler(
      points: whole.points, label: DisplayText(legWords(from: start, to: end)),
      total: line.points.count > 1 ? DisplayText(total) : .empty)
  }

  /// Returns a leg's length and its bearing at the start, such as `12.3 km 047° NE`. Very short
  /// legs have no bearing.
  private func legWords(from start: Coordinate, to end: Coordinate) -> String {
    let leg = Geodesic.inverse(from: start, to: end)
    let bearing = Bearing.text(leg.initialBearingDegrees, overMetres: leg.distanceMetres)
    let length = settings.units.length(metres: leg.distanceMetres)
    return bearing.map { "\(length) \($0)" } ?? length
  }
}

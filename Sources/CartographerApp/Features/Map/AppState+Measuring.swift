import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// Shows the distance between two items, along several items in the list's order, or from an item
  /// to the crosshair. If the map has the focus and no items are marked, starts measuring a line
  /// instead. If a line is already being measured, ends the measurement.
  mutating func showDistance() -> [Effect] {
    if case .measure(let line) = mode { return leaveMeasuring(line) }
    if mode == .browse, focus == .map, list.marks.isEmpty { return startMeasuring() }
    var spots = targets.compactMap(index.spot)
    if spots.count == 1 { spots.append((map.viewport.centreCoordinate, "the crosshair")) }
    guard spots.count > 1 else {
      return warn(
        """
        mark two or more places or paths (\(key("mark")) marks), \
        or select one
        """)
    }
    guard spots.count == 2 else {
      let line = DrawState(points: spots.map(\.coordinate))
      let names = spots.map(\.name)
      let route = names.count > 3 ? [names[0], "…", names[names.count - 1]] : names
      return say("\(route.joined(separator: " → ")): \(lengthAndLegs(of: line))")
    }
    let line = Geodesic.inverse(from: spots[0].coordinate, to: spots[1].coordinate)
    let bearing = Bearing.text(line.initialBearingDegrees, overMetres: line.distanceMetres).map {
      ", \($0), on arrival \(Bearing.text(line.finalBearingDegrees))"
    }
    return say(
      "\(spots[0].name) → \(spots[1].name): "
        + settings.units.length(metres: line.distanceMetres) + (bearing ?? ""))
  }

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

  // MARK: The list of legs

  /// Shows the measured line's legs in a popup box, with their lengths, bearings and estimated
  /// walking times. Until the climb along the line is known, the times assume flat ground.
  mutating func showLegs() -> [Effect] {
    guard case .measure(let line) = mode, line.points.count > 1 else { return [] }
    let words = ItemWords(state: self)
    let known = pathEditing.drawnClimb.flatMap { drawn in
      drawn.isCurrent && drawn.points == line.points ? drawn.climb : nil
    }
    let omitsClimb = known?.isWhole != true
    func row(_ name: String, metres: Double, bearing: String, seconds: Double) -> String {
      let cells = [
        words.text(settings.units.length(metres: metres)).padded(to: 12, .trailing),
        words.text(bearing).padded(to: 9),
        words.text(UnitSystem.estimate(seconds: seconds, omitsClimb: omitsClimb)),
      ]
      return ([words.text(name).padded(to: 7)] + cells).joined(separator: "  ").string
    }
    let legs = zip(line.points, line.points.dropFirst()).map { Geodesic.inverse(from: $0, to: $1) }
    let flat = legs.map { PaceModel.naismith.seconds(metres: $0.distanceMetres, climb: 0) }
    let seconds = known.map(\.legSeconds) ?? flat
    let rows = zip(legs, seconds).enumerated().map { number, leg in
      let metres = leg.0.distanceMetres
      return row(
        Numbers.grouped(number + 1), metres: metres,
        bearing: Bearing.text(leg.0.initialBearingDegrees, overMetres: metres) ?? "",
        seconds: leg.1)
    }
    let total = row(
      "Total", metres: line.lengthMetres, bearing: "", seconds: seconds.reduce(0, +))
    let climb = climbWords(of: line).map { ["", "Climb  \($0)"] } ?? []
    let note =
      known != nil
      ? "The times include only part of the climb."
      : "The times assume flat ground."
        + (settings.terrainFolder == nil
          ? " To include the climb, use :set tiles." : "")
    return show(
      [Self.legsHead] + rows + (rows.count > 1 ? [total] : []) + climb
        + (omitsClimb ? ["", note] : []),
      title: "Measured \(lengthAndLegs(of: line))")
  }

  private static let legsHead = "Leg            length  bearing    walking time"

  /// Returns the measured line, with a final leg to the given position. The labels are the last
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

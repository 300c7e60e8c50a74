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
      return say("\(route.joined(separator: " → ")): \(line.lengthAndLegs(in: settings.units))")
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
    let measured =
      line.points.count > 2
      ? line.lengthAndLegs(in: settings.units)
      : DrawState.legWords(from: first, to: last, in: settings.units)
    return say("Measured \(measured)")
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
    let climb = pathEditing.climbWords(of: line, settings).map { ["", "Climb  \($0)"] } ?? []
    let note =
      known != nil
      ? "The walking times include only part of the climb."
      : "The walking times assume flat ground."
        + (settings.terrainFolder == nil
          ? " To include the climb, specify terrain tiles with :set tiles." : "")
    return show(
      [Self.legsHead] + rows + (rows.count > 1 ? [total] : []) + climb
        + (omitsClimb ? ["", note] : []),
      title: "Measured \(line.lengthAndLegs(in: settings.units))")
  }

  private static let legsHead = "Leg            length  bearing    walking time"
}

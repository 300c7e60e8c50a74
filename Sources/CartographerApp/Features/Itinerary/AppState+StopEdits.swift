import CartographerCore

/// Functions that change the open itinerary. These functions act on the marked stops, or on the
/// selected stop if no stop is marked. Functions that change whole days always act on the selected
/// stop's day.
extension AppState {
  /// Whether commands act on the marked stops instead of on the selected stop. At least one marked
  /// stop must be shown, so a command never acts on hidden stops only.
  var actsOnStopMarks: Bool {
    guard let itinerary, !itinerary.marks.isEmpty else { return false }
    return shownStops.contains { itinerary.marks.contains($0.id) }
  }

  /// The stops on which a command acts, in itinerary order: the marked stops if at least one of
  /// them is shown, otherwise the selected stop.
  package var targetStops: [StopSnapshot] {
    guard actsOnStopMarks, let itinerary else { return selectedStop.map { [$0] } ?? [] }
    return itineraryStops.filter { itinerary.marks.contains($0.id) }
  }

  private mutating func send(_ edit: ItineraryEdit) -> [Effect] {
    guard let group = itinerary?.group else { return [] }
    return send(.itinerary(of: group, edit))
  }

  /// Moves the marked stops, or the selected stop, past the next or previous stop. At the edge of a
  /// day, a stop moves into the neighbouring day.
  mutating func carryStops(_ direction: ItineraryDirection) -> [Effect] {
    let isLater = direction == .later
    let targets = targetStops.map(\.id)
    guard let end = isLater ? itineraryStops.last : itineraryStops.first else { return [] }
    guard !targets.contains(end.id) else {
      let (position, way) = isLater ? ("last", "down") : ("first", "up")
      return say(
        actsOnStopMarks
          ? "The \(position) stop is marked, so the marked stops cannot move \(way)"
          : "This is the \(position) stop")
    }
    return send(.carry(targets, direction))
  }

  /// Moves the marked stops, or the selected stop, to the next or previous day.
  mutating func shiftDay(_ direction: ItineraryDirection) -> [Effect] {
    let targets = targetStops
    guard let edge = direction == .later ? targets.last : targets.first else { return [] }
    return send(.shiftDay(targets.map(\.id), direction), ifValid: edge.day + direction.step)
  }

  /// Begins a new day at the selected stop, and increases the numbers of later days by 1.
  mutating func beginDay() -> [Effect] {
    guard let stop = selectedStop, let last = itineraryStops.last else { return [] }
    return send(.beginDay(at: stop.id), ifValid: last.day + 1)
  }

  /// Joins the selected stop's day with the previous day, and decreases the numbers of later days
  /// by 1.
  mutating func joinDay() -> [Effect] {
    guard let stop = selectedStop else { return [] }
    return send(.joinDay(of: stop.id), ifValid: stop.day - 1)
  }

  /// Moves the selected stop's day past the next or previous day, even if that day has no stops.
  /// Shows a message if there is no such day.
  mutating func moveDay(_ direction: ItineraryDirection) -> [Effect] {
    guard let stop = selectedStop, let last = itineraryStops.last else { return [] }
    if direction == .later, stop.day == last.day { return say("This is the last day") }
    return send(.moveDay(of: stop.id, direction), ifValid: stop.day + direction.step)
  }

  /// Submits an itinerary edit, or shows a message if the edit would move a stop to an invalid day.
  ///
  /// - Parameter day: The first or last of the days to which the edit moves stops.
  private mutating func send(_ edit: ItineraryEdit, ifValid day: Int) -> [Effect] {
    ItineraryEdit.problem(withDay: day).map { say($0) } ?? send(edit)
  }

  /// Sets the state of the marked stops, or of the selected stop, to done. If all of the stops to
  /// change are already done, sets their state back to planned.
  mutating func toggleDone() -> [Effect] {
    let targets = targetStops
    let areDone = targets.allSatisfy { $0.state == .done }
    return targets.isEmpty ? [] : send(.setState(targets.map(\.id), areDone ? .planned : .done))
  }

  mutating func removeStops() -> [Effect] {
    let targets = targetStops.map(\.id)
    return targets.isEmpty ? [] : send(.remove(targets))
  }
}

extension ItineraryEdit {
  /// Returns a message for a day number that is too low or too high. Returns nil for a valid
  /// number.
  static func problem(withDay day: Int) -> String? {
    if day < 1 { return "Day 1 is the first day" }
    return day <= lastDay
      ? nil : "An itinerary cannot have more than \(lastDay) days"
  }
}

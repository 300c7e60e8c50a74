import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// What the members of a group amount to together, as far as their points are read.
extension ItemWords {
  private var units: UnitSystem { state.settings.units }

  private func measures(of group: GroupSnapshot) -> [TrackMeasures] {
    state.index.members(of: group.id).compactMap { state.paths[$0]?.measures }
  }

  /// With their names.
  func totals(of group: GroupSnapshot) -> [(label: DisplayText, value: String?)] {
    let members = measures(of: group)
    guard !members.isEmpty else { return [("Plan", planned(group))] }
    let known = members.count < group.pathCount ? "  (of \(members.count) paths so far)" : ""
    let length = units.length(metres: members.reduce(0) { $0 + $1.lengthMetres })
    return [
      ("Length", length + known), ("Climb", climb(members)), ("Time", time(members)),
      ("Days", span(members)), ("Plan", planned(group)),
    ]
  }

  /// For narrow panes.
  func briefTotals(of group: GroupSnapshot) -> [String] {
    let members = measures(of: group)
    var lines: [String] = []
    if !members.isEmpty {
      let length = units.length(metres: members.reduce(0) { $0 + $1.lengthMetres })
      lines.append([length, climb(members)].compactMap { $0 }.joined(separator: "  "))
      if let span = span(members) { lines.append(span) }
    }
    if let planned = planned(group) { lines.append("plan: \(planned)") }
    return lines
  }

  private func climb(_ members: [TrackMeasures]) -> String? {
    let ascents = members.compactMap(\.ascentMetres)
    guard !ascents.isEmpty else { return nil }
    let descents = members.compactMap(\.descentMetres)
    return "↑\(units.elevation(metres: ascents.reduce(0, +)))  "
      + "↓\(units.elevation(metres: descents.reduce(0, +)))"
  }

  private func time(_ members: [TrackMeasures]) -> String? {
    let durations = members.compactMap(\.durationSeconds)
    guard !durations.isEmpty else { return nil }
    let moving = members.compactMap(\.movingSeconds).reduce(0, +)
    return UnitSystem.duration(seconds: durations.reduce(0, +))
      + ", moving \(UnitSystem.duration(seconds: moving))"
  }

  private func span(_ members: [TrackMeasures]) -> String? {
    guard let first = members.compactMap(\.timeFirst).min(),
      let last = members.compactMap(\.timeLast).max()
    else { return nil }
    let days = [first, last].map { Times.day($0, in: state.settings.zone) }
    return days[0] == days[1] ? days[0] : "\(days[0]) to \(days[1])"
  }

  private func planned(_ group: GroupSnapshot) -> String? {
    guard let last = group.itinerary.last else { return nil }
    let done = group.itinerary.count { $0.state == .done }
    return "\(Numbers.counted(last.day, "day")), "
      + "\(done) of \(group.itinerary.count) done"
  }
}

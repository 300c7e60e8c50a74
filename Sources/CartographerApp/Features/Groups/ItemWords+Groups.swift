import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// Totals for groups and paths, computed from each path's stored measurements.
extension ItemWords {
  private var units: UnitSystem { state.settings.units }

  private func paths(of group: GroupSnapshot) -> [ItemID] {
    state.index.members(of: group.id).filter { $0.kind == .path }
  }

  /// Returns labelled totals for a group's paths (length, climb, time and days) and a summary of
  /// the group's itinerary.
  func totals(of group: GroupSnapshot) -> [(label: DisplayText, value: String?)] {
    totals(of: paths(of: group)) + [("Plan", planned(group))]
  }

  /// Returns the total length, climb, time and days of several paths, each with a label.
  func totals(of paths: [ItemID]) -> [(label: DisplayText, value: String?)] {
    let members = paths.compactMap(state.library.measures)
    guard !members.isEmpty else { return [] }
    let known =
      members.count < paths.count
      ? "  (\(Numbers.counted(members.count, "path")) loaded so far)" : ""
    let length = units.length(metres: members.reduce(0) { $0 + $1.lengthMetres })
    return [
      ("Length", length + known), ("Climb", climb(members)), ("Time", time(members)),
      ("Days", span(members)),
    ]
  }

  /// Returns a short unlabelled summary of a group for small panes: its paths' total length, climb
  /// and time span, and its itinerary.
  func briefTotals(of group: GroupSnapshot) -> [String] {
    briefTotals(of: paths(of: group)) + (planned(group).map { ["plan: \($0)"] } ?? [])
  }

  /// Returns short unlabelled lines with the total length and climb of several paths, for small
  /// panes.
  func briefTotals(of paths: [ItemID]) -> [String] {
    let members = paths.compactMap(state.library.measures)
    guard !members.isEmpty else { return [] }
    let length = units.length(metres: members.reduce(0) { $0 + $1.lengthMetres })
    return [[length, climb(members)].compactMap { $0 }.joined(separator: "  ")]
      + (span(members).map { [$0] } ?? [])
  }

  private func climb(_ members: [TrackMeasures]) -> String? {
    let ascents = members.compactMap(\.ascentMetres)
    guard !ascents.isEmpty else { return nil }
    let descents = members.compactMap(\.descentMetres)
    let isPartial = members.contains(where: \.hasPartialElevations)
    return "↑\(units.climb(metres: ascents.reduce(0, +), isPartial: isPartial))  "
      + "↓\(units.climb(metres: descents.reduce(0, +), isPartial: isPartial))"
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
    let days = [first, last].map { TimeText.day($0, in: state.settings.zone) }
    return days[0] == days[1] ? days[0] : "\(days[0]) to \(days[1])"
  }

  private func planned(_ group: GroupSnapshot) -> String? {
    guard let last = group.itinerary.last else { return nil }
    let done = group.itinerary.count { $0.state == .done }
    return "\(Numbers.counted(last.day, "day")), "
      + "\(Numbers.grouped(done)) of \(Numbers.grouped(group.itinerary.count)) done"
  }
}

import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// The full description of an item, as printed by `show`.
struct ItemDescription {
  private let id: ItemID
  private let index: ItemIndex
  private let geometry: PathGeometry?
  private let sensors: PathSensors
  private let more: ItemFields
  private let zone: TimeZone
  private let notation: CoordinateNotation
  private let units: UnitSystem
  private let towns: BaseMapTowns?

  /// Reads an item's data from the library.
  ///
  /// - Parameter towns: The towns of the base map, used to find towns near the item.
  ///   Nil if the towns cannot be read.
  init(
    _ id: ItemID, _ index: ItemIndex, _ library: Library, zone: TimeZone,
    notation: CoordinateNotation, units: UnitSystem, towns: BaseMapTowns?
  ) async throws {
    self.notation = notation
    self.units = units
    self.towns = towns
    self.id = id
    self.index = index
    self.zone = zone
    geometry = id.kind == .path ? try await library.geometries(of: [id]).first : nil
    sensors = id.kind == .path ? try await library.sensors(of: id) : PathSensors()
    more = try await library.fields(of: id)
  }

  /// The item's ID and position, and the time shown in the output. Nil for an item without a time.
  /// The position and time of a path are those of its start.
  var moment: (ItemID, Coordinate, Date)? {
    if let place = index.place(id) { return place.time.map { (id, place.coordinate, $0) } }
    guard let geometry, let time = geometry.measures.timeFirst, let (start, _) = ends else {
      return nil
    }
    return (geometry.id, start, time)
  }

  /// The positions of the first and last points. Nil for a path without points.
  private var ends: (start: Coordinate, end: Coordinate)? {
    guard let columns = geometry?.columns, columns.count > 0 else { return nil }
    return (columns.coordinate(0), columns.coordinate(columns.count - 1))
  }

  // MARK: Text

  func print(to console: Console, withPoints: Bool) throws {
    try console.print("\(id.description)  \(index.title(id))")
    for (label, value) in fields where !value.isEmpty {
      let values = DisplayText.lines(value)
      for (row, line) in values.enumerated() {
        let lead: DisplayText = row == 0 ? DisplayText(label) : ""
        try console.print("  \(lead.padded(to: 11))\(line)")
      }
    }
    guard let geometry else { return }
    let points = PathPoints(geometry, sensors, zone: zone, units: units)
    try console.print(points.segmentLines)
    if withPoints { try points.printPoints(to: console, notation) }
  }

  private var fields: [(String, String)] {
    if let place = index.place(id) { return placeFields(place) }
    if let path = index.path(id) { return pathFields(path) }
    return index.group(id).map(groupFields) ?? []
  }

  private func placeFields(_ place: PlaceSnapshot) -> [(String, String)] {
    let second: CoordinateNotation =
      notation == .decimalDegrees ? .degreesMinutesSeconds : .decimalDegrees
    let positions = [notation, second].map { $0.format(place.coordinate) }
    return [
      ("kind", "place"), ("position", positions[0]),
      ("", positions[0] == positions[1] ? "" : positions[1]),
      ("near", towns?.words(for: place.coordinate, in: units) ?? ""),
      ("elevation", place.elevationMetres.map { units.elevation(metres: $0) } ?? ""),
      ("time", time(place.time)), ("symbol", place.symbol ?? ""), ("type", place.type ?? ""),
      ("colour", place.colour ?? ""), ("groups", groups(place.groups)),
      ("comment", place.comment ?? ""), ("details", place.details ?? ""), ("notes", place.notes),
      ("trashed", time(place.trashed)),
    ] + moreFields
  }

  private func pathFields(_ path: PathSnapshot) -> [(String, String)] {
    [
      ("kind", path.kind.rawValue), ("symbol", path.symbol ?? ""), ("type", path.type ?? ""),
      ("colour", path.colour ?? ""), ("groups", groups(path.groups)),
      ("comment", path.comment ?? ""), ("details", path.details ?? ""), ("notes", path.notes),
      ("trashed", time(path.trashed)),
    ] + moreFields + (geometry.map { measureFields($0.measures) } ?? [])
  }

  private var moreFields: [(String, String)] {
    more.entries.map { name, value in
      switch value {
      case .text(let text): return (name, text)
      case .number(let number): return (name, Numbers.grouped(number))
      case .links(let links):
        return (
          name,
          links.map { link in link.text.map { "\($0) <\(link.href)>" } ?? link.href }
            .joined(separator: "\n")
        )
      case .values(let values):
        let lines = values.prefix(Self.shownValues).map { oneLine("\($0.name): \($0.value)") }
        let rest = values.count - lines.count
        return (
          name,
          (lines + (rest > 0 ? ["and \(Numbers.grouped(rest)) more; --json lists all"] : []))
            .joined(separator: "\n")
        )
      }
    }
  }

  /// The maximum number of extension values in the text output; further values are only counted.
  private static let shownValues = 20

  private var moreJSON: [(String, JSONValue?)] {
    more.entries.map { name, value in
      switch value {
      case .text(let text): (name, .string(text))
      case .number(let number): (name, .number(number))
      case .links(let links):
        (
          name,
          .array(
            links.map { .object([("href", .string($0.href)), ("text", .text($0.text))]) })
        )
      case .values(let values):
        (
          name,
          .array(
            values.map { .object([("name", .string($0.name)), ("value", .string($0.value))]) })
        )
      }
    }
  }

  private func measureFields(_ measures: TrackMeasures) -> [(String, String)] {
    func climb(_ metres: Double) -> String {
      units.climb(metres: metres, isPartial: measures.hasPartialElevations)
    }
    let climbs = measures.ascentMetres.map {
      "↑ \(climb($0))  ↓ \(climb(measures.descentMetres ?? 0))"
    }
    let span = measures.elevationMin.map {
      "\(units.elevation(metres: $0)) to \(units.elevation(metres: measures.elevationMax ?? $0))"
    }
    return [
      (
        "near",
        ends.flatMap { towns?.words(fromStart: $0.start, toEnd: $0.end, in: units) } ?? ""
      ),
      ("length", units.length(metres: measures.lengthMetres)), ("climb", climbs ?? ""),
      ("elevation", span ?? ""), ("from", time(measures.timeFirst)),
      ("to", time(measures.timeLast)), ("points", Numbers.grouped(measures.points)),
    ]
  }

  private func groupFields(_ group: GroupSnapshot) -> [(String, String)] {
    let members = index.members(of: id).map { "\($0)  \(oneLine(index.title($0)))" }
    return [
      ("kind", "group"), ("colour", group.colour ?? ""),
      ("created", time(group.created)), ("notes", group.notes), ("trashed", time(group.trashed)),
      ("members", members.joined(separator: "\n")),
    ]
  }

  private func oneLine(_ name: String) -> String { DisplayText(name).string }

  private func time(_ date: Date?) -> String {
    date.map { TimeText.minute($0, in: zone) } ?? ""
  }

  private func groups(_ ids: [ItemID]) -> String {
    ids.map { "\($0) \(oneLine(index.name($0)))" }.joined(separator: ", ")
  }

  // MARK: JSON

  func json(withPoints: Bool) -> JSONValue {
    if let place = index.place(id) { return json(place) }
    if let path = index.path(id) { return json(path, withPoints: withPoints) }
    return index.group(id).map(json) ?? .object([("id", .string(id.description))])
  }

  private func json(_ place: PlaceSnapshot) -> JSONValue {
    .object(
      index.members(of: place) + [
        ("type", .text(place.type)), ("colour", .text(place.colour)),
        ("comment", .text(place.comment)), ("details", .text(place.details)),
        ("notes", notes(place.notes)), ("created", .time(place.created)),
        ("trashed", .time(place.trashed)), ("town", towns?.nearest(to: place.coordinate)?.json),
      ] + moreJSON)
  }

  private func json(_ path: PathSnapshot, withPoints: Bool) -> JSONValue {
    let points = geometry.map { PathPoints($0, sensors, zone: zone, units: units) }
    return .object(
      index.members(of: path, geometry?.measures) + [
        ("symbol", .text(path.symbol)), ("type", .text(path.type)),
        ("colour", .text(path.colour)), ("comment", .text(path.comment)),
        ("details", .text(path.details)), ("notes", notes(path.notes)),
        ("created", .time(path.created)), ("trashed", .time(path.trashed)),
        ("startTown", ends.flatMap { towns?.nearest(to: $0.start)?.json }),
        ("endTown", ends.flatMap { towns?.nearest(to: $0.end)?.json }),
      ] + moreJSON + [("segments", points.map { $0.json(withPoints: withPoints) })])
  }

  private func json(_ group: GroupSnapshot) -> JSONValue {
    let members = index.members(of: id)
    let locations = members.filter { $0.kind == .location }
    let paths = members.filter { $0.kind == .path }
    return .object(
      index.members(of: group, locations: locations.count, paths: paths.count) + [
        ("notes", notes(group.notes)), ("created", .time(group.created)),
        ("trashed", .time(group.trashed)), ("locations", .strings(locations)),
        ("paths", .strings(paths)),
      ])
  }

  private func notes(_ notes: String) -> JSONValue? {
    notes.isEmpty ? nil : .string(notes)
  }
}

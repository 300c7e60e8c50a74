import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

/// The measurements of a path that all commands print with the same JSON members.
protocol PrintedMeasures {
  var points: Int { get }
  var segments: Int { get }
  var lengthMetres: Double { get }
  var ascentMetres: Double? { get }
  var descentMetres: Double? { get }
  var elevationMin: Double? { get }
  var elevationMax: Double? { get }
  var timeFirst: Date? { get }
  var timeLast: Date? { get }
  var bounds: GeoBounds? { get }
}

extension TrackMeasures: PrintedMeasures {}
extension PathStatistics: PrintedMeasures {}

extension PrintedMeasures {
  /// The JSON members for a path's measurements, in metres and degrees.
  ///
  /// The number of segments is in the member `segmentCount`, because the member `segments` is a
  /// list in the output of `show`. Commands that also print the count as `segments` add that
  /// member.
  var members: [(String, JSONValue?)] {
    [
      ("points", .count(points)), ("segmentCount", .count(segments)),
      ("lengthMetres", .measure(lengthMetres)), ("ascentMetres", .measure(ascentMetres)),
      ("descentMetres", .measure(descentMetres)), ("elevationMin", .measure(elevationMin)),
      ("elevationMax", .measure(elevationMax)), ("timeFirst", .time(timeFirst)),
      ("timeLast", .time(timeLast)), ("bounds", bounds.map(JSONValue.bounds)),
    ]
  }
}

extension JSONValue {
  static func bounds(_ bounds: GeoBounds) -> JSONValue {
    .object([
      ("south", .degrees(bounds.south)), ("west", .degrees(bounds.west)),
      ("north", .degrees(bounds.north)), ("east", .degrees(bounds.east)),
    ])
  }
}

extension ItemIndex {
  /// Returns the kind of an item in JSON: `location`, `route`, `track` or `group`.
  func kind(_ id: ItemID) -> String {
    switch id.kind {
    case .location: "location"
    case .path: path(id)?.kind.rawValue ?? "path"
    case .group: "group"
    case .importRecord: "import"
    }
  }

  /// Returns the JSON members that identify an item: its ID, kind and name.
  func identity(_ id: ItemID) -> [(String, JSONValue?)] {
    [
      ("id", .string(id.description)), ("kind", .string(kind(id))), ("name", .string(name(id))),
      JSONValue.nameIsMadeUp(place(id)?.isNameMadeUp ?? path(id)?.isNameMadeUp ?? false),
    ]
  }

  /// Returns the JSON members that every command prints for a place.
  func members(of place: PlaceSnapshot) -> [(String, JSONValue?)] {
    identity(place.id) + [
      ("latitude", .degrees(place.coordinate.latitude)),
      ("longitude", .degrees(place.coordinate.longitude)),
      ("elevation", .measure(place.elevationMetres)), ("time", .time(place.time)),
      ("symbol", .text(place.symbol)), ("groups", groupsJSON(place.groups)),
    ]
  }

  /// Returns the JSON members that every command prints for a path.
  func members(
    of path: PathSnapshot, _ measures: (any PrintedMeasures)?
  ) -> [(String, JSONValue?)] {
    identity(path.id) + (measures?.members ?? []) + [("groups", groupsJSON(path.groups))]
  }

  /// Returns the JSON members that every command prints for a group.
  func members(
    of group: GroupSnapshot, locations: Int, paths: Int
  ) -> [(String, JSONValue?)] {
    identity(group.id) + [
      ("colour", .text(group.colour)), ("locationCount", .count(locations)),
      ("pathCount", .count(paths)),
    ]
  }
}

import CartographerCore
import CartographerPresentation
import Geodesy

extension ViewDescription {
  /// The description as a JSON object.
  var json: JSONValue {
    .object([
      ("title", .text(title)), ("words", .strings(sentences)),
      ("bounds", bounds.map(JSONValue.bounds)),
      ("widthMetres", .number(widthMetres)), ("heightMetres", .number(heightMetres)),
      ("countries", .strings(countries)), ("towns", .strings(towns.map(\.title))),
      ("paths", .array(paths.map(Self.json))), ("places", .array(places.map(Self.json))),
    ])
  }

  private static func members(_ spot: Spot) -> [(String, JSONValue?)] {
    [
      ("latitude", .degrees(spot.coordinate.latitude)),
      ("longitude", .degrees(spot.coordinate.longitude)), ("town", spot.town?.json),
    ]
  }

  private static func json(_ part: PathPart) -> JSONValue {
    let measures = part.item.measures
    return .object([
      ("id", .string(part.item.id.description)), ("kind", .string(part.item.kind.rawValue)),
      ("name", .string(part.item.title)), ("lengthMetres", .number(measures.lengthMetres)),
      ("ascentMetres", .measure(measures.ascentMetres)),
      ("descentMetres", .measure(measures.descentMetres)),
      ("start", .object(members(part.start))), ("end", .object(members(part.end))),
      ("straightMetres", .number(part.straightMetres)), ("bearing", .number(part.bearingDegrees)),
      ("loop", .boolean(part.isLoop)),
      (
        "highest",
        part.highest.map {
          .object(
            members($0.spot) + [
              ("elevation", .number($0.elevationMetres)),
              ("distanceMetres", .number($0.distanceMetres)),
            ])
        }
      ),
    ])
  }

  private static func json(_ part: PlacePart) -> JSONValue {
    .object(
      [
        ("id", .string(part.item.id.description)), ("name", .string(part.item.title)),
        ("elevation", .measure(part.item.elevationMetres)),
        ("metresFromMiddle", .number(part.metresFromMiddle)),
        ("bearingFromMiddle", .number(part.bearingDegrees)),
      ] + members(part.spot))
  }
}

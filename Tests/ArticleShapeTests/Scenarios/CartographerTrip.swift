import SwiftData

/// One trip as lines of text, and functions that write it with the types of each version.
enum CartographerTrip {
  static let created = Date(timeIntervalSinceReferenceDate: 800_000_000.125)

  /// The rows that every version must contain.
  ///
  /// The fourth group is empty. The third place and the second path are in no group. The first two
  /// groups have the same name.
  static let graph = [
    "AnnotationGroup 1: Alps",
    "AnnotationGroup 2: Alps",
    "AnnotationGroup 3: 山の旅",
    "AnnotationGroup 4: Nobody's",
    "Location 1: Hut | warm | 800000000.125 | at 1 46.5 7.25 2100.5 0 | groups 1",
    "Location 2: Camp |  | 800000000.125 | at 2 -33.25 151.125 - 0 | groups 2",
    "Location 3: Spring | dry | 800000000.125 | at 3 0.1 -0.2 0.3 0 | groups ",
    "Location 4: Ford |  | 800000000.125 | at 4 64.0 -21.0 - 0 | groups 3",
    "Location 5: Pass | windy | 800000000.125 | at 5 45.875 6.5 2500.0 0 | groups 1",
    "Path 1: Climb | 8 46.0 7.0 - 0; 6 46.0 7.5 1.5 1024; 7 46.0 8.0 - 2048 | groups 1",
    "Path 2: Stroll | 9 50.0 3.0 - 512 | groups ",
    "Path 3: Crossing |  | groups 3",
    "Waypoint 1: path -", "Waypoint 2: path -", "Waypoint 3: path -", "Waypoint 4: path -",
    "Waypoint 5: path -", "Waypoint 6: path 1", "Waypoint 7: path 1", "Waypoint 8: path 1",
    "Waypoint 9: path 2",
  ]

  static let places: [(String, String, Double, Double, Double?, group: Int?)] = [
    ("Hut", "warm", 46.5, 7.25, 2_100.5, 0), ("Camp", "", -33.25, 151.125, nil, 1),
    ("Spring", "dry", 0.1, -0.2, 0.3, nil), ("Ford", "", 64, -21, nil, 2),
    ("Pass", "windy", 45.875, 6.5, 2_500, 0),
  ]

  static func writeV1(_ context: ModelContext) throws {
    typealias V1 = Persistence.CartographerSchemaV1
    let groups = ["Alps", "Alps", "山の旅", "Nobody's"].map { V1.AnnotationGroup(name: $0) }
    for group in groups { context.insert(group) }
    for (name, notes, latitude, longitude, elevation, group) in places {
      let location = V1.Location(
        name: name, notes: notes, created: created,
        waypoint: V1.Waypoint(latitude: latitude, longitude: longitude, elevation: elevation))
      context.insert(location)
      location.group = group.map { groups[$0] }
    }
    // The points and their keys are not in the order of their indexes.
    let points = [
      V1.Waypoint(latitude: 46, longitude: 7.5, elevation: 1.5, index: 1_024),
      V1.Waypoint(latitude: 46, longitude: 8, index: 2_048),
      V1.Waypoint(latitude: 46, longitude: 7, index: 0),
    ]
    for point in points { context.insert(point) }
    let climb = V1.Path(name: "Climb", waypoints: points)
    context.insert(climb)
    climb.group = groups[0]
    context.insert(
      V1.Path(name: "Stroll", waypoints: [V1.Waypoint(latitude: 50, longitude: 3, index: 512)]))
    let crossing = V1.Path(name: "Crossing", waypoints: [])
    context.insert(crossing)
    groups[2].paths.append(crossing)
  }

  /// Writes the trip with the types of the bridge version.
  ///
  /// Groups are in the old relationship, in the new one or in both.
  static func writeBridge(_ context: ModelContext) throws {
    typealias V2 = Persistence.CartographerBridgeV2
    let groups = ["Alps", "Alps", "山の旅", "Nobody's"].map { V2.AnnotationGroup(name: $0) }
    for group in groups { context.insert(group) }
    for (place, (name, notes, latitude, longitude, elevation, group)) in places.enumerated() {
      let location = V2.Location(
        name: name, notes: notes, created: created,
        waypoint: V2.Waypoint(latitude: latitude, longitude: longitude, elevation: elevation))
      context.insert(location)
      if place != 4 { location.group = group.map { groups[$0] } }
      if place == 0 || place == 4 { location.groups = [groups[0]] }
    }
    let points = [
      V2.Waypoint(latitude: 46, longitude: 7.5, elevation: 1.5, index: 1_024),
      V2.Waypoint(latitude: 46, longitude: 8, index: 2_048),
      V2.Waypoint(latitude: 46, longitude: 7, index: 0),
    ]
    for point in points { context.insert(point) }
    let climb = V2.Path(name: "Climb", waypoints: points)
    context.insert(climb)
    climb.group = groups[0]
    context.insert(
      V2.Path(name: "Stroll", waypoints: [V2.Waypoint(latitude: 50, longitude: 3, index: 512)]))
    let crossing = V2.Path(name: "Crossing", waypoints: [])
    context.insert(crossing)
    crossing.group = groups[2]
  }

  static func contentsV1(_ context: ModelContext) throws -> [String] {
    typealias V1 = Persistence.CartographerSchemaV1
    return try lines(V1.AnnotationGroup.self, in: context, \.name)
      + lines(V1.Location.self, in: context) {
        "\($0.name) | \($0.notes) | \($0.created.timeIntervalSinceReferenceDate) | at "
          + "\(point($0.waypoint)) | groups \(numbers($0.group.map { [$0] }))"
      }
      + lines(V1.Path.self, in: context) {
        "\($0.name) | \($0.waypoints.sorted { $0.index < $1.index }.map(point).joined(separator: "; "))"
          + " | groups \(numbers($0.group.map { [$0] }))"
      }
      + lines(V1.Waypoint.self, in: context) {
        "path \($0.path.map { "\(number($0))" } ?? "-")"
      }
  }

  /// Returns the rows of the bridge version in the format of version 1.
  ///
  /// The groups are those of the old and of the new relationship.
  static func contentsBridge(_ context: ModelContext) throws -> [String] {
    typealias V2 = Persistence.CartographerBridgeV2
    func groups(_ one: V2.AnnotationGroup?, _ many: [V2.AnnotationGroup]) -> String {
      numbers(Array(Set(many + [one].compactMap { $0 })))
    }
    return try lines(V2.AnnotationGroup.self, in: context, \.name)
      + lines(V2.Location.self, in: context) {
        "\($0.name) | \($0.notes) | \($0.created.timeIntervalSinceReferenceDate) | at "
          + "\(point($0.waypoint)) | groups \(groups($0.group, $0.groups))"
      }
      + lines(V2.Path.self, in: context) {
        "\($0.name) | \($0.waypoints.sorted { $0.index < $1.index }.map(point).joined(separator: "; "))"
          + " | groups \(groups($0.group, $0.groups))"
      }
      + lines(V2.Waypoint.self, in: context) {
        "path \($0.path.map { "\(number($0))" } ?? "-")"
      }
  }

  static func contentsV2(_ context: ModelContext) throws -> [String] {
    try lines(AnnotationGroup.self, in: context, \.name)
      + lines(Location.self, in: context) {
        "\($0.name) | \($0.notes) | \($0.created.timeIntervalSinceReferenceDate) | at "
          + "\(point($0.waypoint)) | groups \(numbers($0.groups))"
      }
      + lines(Path.self, in: context) {
        "\($0.name) | \($0.waypoints.sorted { $0.index < $1.index }.map(point).joined(separator: "; "))"
          + " | groups \(numbers($0.groups))"
      }
      + lines(Waypoint.self, in: context) {
        "path \($0.path.map { "\(number($0))" } ?? "-")"
      }
  }

  private static func point(_ point: Persistence.CartographerSchemaV1.Waypoint) -> String {
    describe(number(point), point.latitude, point.longitude, point.elevation, point.index)
  }

  private static func point(_ point: Persistence.CartographerBridgeV2.Waypoint) -> String {
    describe(number(point), point.latitude, point.longitude, point.elevation, point.index)
  }

  private static func point(_ point: Waypoint) -> String {
    describe(number(point), point.latitude, point.longitude, point.elevation, point.index)
  }

  private static func describe(
    _ key: Int64, _ latitude: Double, _ longitude: Double, _ elevation: Double?, _ index: Int
  ) -> String {
    "\(key) \(latitude) \(longitude) \(elevation.map { "\($0)" } ?? "-") \(index)"
  }
}

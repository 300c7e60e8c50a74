import CartographerModel
import Foundation
import Geodesy
import SwiftData
import TestSupport

/// Writes stores with the model types of old versions, and describes stores as text to compare.
enum OldStores {
  static let created = Date(timeIntervalSinceReferenceDate: 800_000_000)

  static func open(_ schema: any VersionedSchema.Type, _ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: schema), configurations: ModelConfiguration(url: url))
  }

  static func openCurrent(
    _ url: URL, plan: any SchemaMigrationPlan.Type = CartographerMigrationPlan.self
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: plan.schemas.last ?? CurrentSchema.self), migrationPlan: plan,
      configurations: ModelConfiguration(url: url))
  }

  /// Writes a trip in version 1, with edge cases: a place in no group, a group without members, and
  /// two groups with the same name.
  static func writeV1(_ url: URL, pathPoints: Int = 40) throws {
    let container = try open(CartographerSchemaV1.self, url)
    let context = ModelContext(container)
    typealias V1 = CartographerSchemaV1
    let groups = ["Alpes d'été", "Alpes d'été", "Rien", "山の旅 🏔"].enumerated().map {
      V1.AnnotationGroup(
        name: $1, notes: "notes \($0)", created: created.addingTimeInterval(Double($0)))
    }
    for group in groups { context.insert(group) }
    for index in 0..<7 {
      let waypoint = V1.Waypoint(
        latitude: 46 + Double(index) / 7, longitude: 7.1 - Double(index) / 3,
        elevation: index == 2 ? nil : 1_000.5 + Double(index),
        timestamp: index == 3 ? nil : created.addingTimeInterval(Double(index) * 60.25))
      context.insert(
        V1.Location(
          name: "Lieu \(index)", notes: index == 1 ? "Vue sur le lac" : "",
          symbol: index == 4 ? "Lodge" : nil, colour: index == 5 ? "#A02030" : nil,
          created: created, waypoint: waypoint,
          group: [groups[0], groups[1], groups[0], nil, groups[3], nil, groups[1]][index]))
    }
    for index in 0..<3 {
      let path = V1.Path(
        name: "Sentier \(index)", created: created,
        group: [groups[0], nil, groups[3]][index])
      context.insert(path)
      try context.save()
      let count = index == 2 ? pathPoints : 5
      try context.append(
        V1.Waypoint.self, count: count,
        [
          .values(\.latitude, (0..<count).map { 46 + Double($0) * 1e-5 }),
          .values(\.longitude, (0..<count).map { 8 - Double($0) * 1e-5 }),
          .values(\.elevation, nanAsNil: (0..<count).map { $0 % 3 == 0 ? .nan : Double($0) }),
          .counting(\.index, from: 0, by: 1_024),
          .reference(\.path, path.persistentModelID),
        ])
    }
    try context.save()
    try container.close()
  }

  /// Writes a trip in version 2, in which some places are in two groups.
  static func writeV2(_ url: URL) throws {
    let container = try open(CartographerSchemaV2.self, url)
    let context = ModelContext(container)
    typealias V2 = CartographerSchemaV2
    let first = V2.AnnotationGroup(name: "Été", created: created)
    let second = V2.AnnotationGroup(name: "Cabanes", notes: "toutes", created: created)
    for index in 0..<4 {
      let waypoint = V2.Waypoint(
        latitude: 45.5 + Double(index), longitude: -7.25, elevation: 2_000, timestamp: created)
      context.insert(
        V2.Location(
          name: "Cabane \(index)", created: created, waypoint: waypoint,
          groups: [[first], [first, second], [second], []][index]))
    }
    let path = V2.Path(name: "Tour", created: created, groups: [second, first])
    path.waypoints = (0..<12).map {
      V2.Waypoint(latitude: 45 + Double($0) / 100, longitude: -7, index: $0 * 1_024)
    }
    context.insert(path)
    try context.save()
    try container.close()
  }

  /// Opens a store in version 7 and adds a path across the 180° meridian that is long enough for
  /// several levels of detail.
  static func addPathAcrossAntimeridian(_ url: URL) throws {
    let container = try openCurrent(url)
    let context = ModelContext(container)
    try context.transaction(title: "Fields of version 7") {
      let path = Path(name: "Taveuni", created: created, kind: "track")
      context.insert(path)
      try context.save()
      let count = 1_500
      let longitudes = (0..<count).map { index -> Double in
        let steps = Double(index - 800) * 2e-5
        return index < 800 ? 180 + steps : -180 + steps
      }
      try context.append(
        Waypoint.self, count: count,
        [
          .values(\.latitude, (0..<count).map { -16.8 - Double($0 % 50) * 1e-5 }),
          .values(\.longitude, longitudes),
          .values(\.elevation, nanAsNil: (0..<count).map { Double($0 % 400) }),
          .counting(\.index, from: 0, by: 1_024),
          .values(\.segment, (0..<count).map { $0 < 700 ? 0 : 1 }),
          .reference(\.path, path.persistentModelID),
        ])
      try PathDetailWriter(context).rebuild([path.persistentModelID.primaryKey])
    }
    try container.close()
  }

  /// Describes each row and membership of a current store in one line.
  static func describe(_ container: ModelContainer) throws -> [String] {
    let context = ModelContext(container)
    var lines: [String] = []
    for group in try context.fetch(FetchDescriptor<AnnotationGroup>()) {
      lines.append(
        "group \(group.persistentModelID.primaryKey) \(group.name) | \(group.notes) | "
          + "\(group.created.timeIntervalSinceReferenceDate)" + list([group.firstDay]))
      lines += group.entries.sorted { $0.index < $1.index }.map(describe)
    }
    for place in try context.fetch(FetchDescriptor<Location>()) {
      let point = place.waypoint
      lines.append(
        "place \(place.persistentModelID.primaryKey) \(place.name) | \(place.notes) | "
          + "\(place.symbol ?? "-") | \(place.colour ?? "-") | \(describe(point)) | groups "
          + keys(place.groups)
          + list([
            place.isNameless ? "nameless" : nil, origin(place.importRecord, place.position),
            place.digest.map { "digest \($0)" },
          ]))
    }
    for path in try context.fetch(FetchDescriptor<Path>()) {
      let points = path.waypoints.sorted { $0.index < $1.index }
      lines.append(
        "path \(path.persistentModelID.primaryKey) \(path.name) | \(path.kind) | groups "
          + "\(keys(path.groups)) | \(points.count) points"
          + list([
            path.isNameless ? "nameless" : nil, origin(path.importRecord, path.position),
            path.digest.map { "digest \($0)" }, path.source, path.number.map { "\($0)" },
            path.links, path.segments.map { "\($0) segments" }, path.kept, path.keptSegments,
            path.levels.first.flatMap { TrackDetail($0.content) }.map(describe),
          ]))
      lines += points.prefix(20).map { "  " + describe($0) }
    }
    for record in try context.fetch(FetchDescriptor<ImportRecord>()) {
      lines.append(
        "import \(record.persistentModelID.primaryKey) \(record.source) | "
          + "\(record.locations.count) places, \(record.paths.count) paths"
          + list([record.format, record.version, record.creator, record.header]))
    }
    return lines
  }

  private static func describe(_ detail: TrackDetail) -> String {
    let levels = detail.levels.map { "\($0.chunks.reduce(0) { $0 + $1.count }) at zoom \($0.zoom)" }
    return (["levels: \(detail.overview.count) at zoom \(detail.overviewZoom)"] + levels)
      .joined(separator: ", ")
  }

  private static func describe(_ entry: ItineraryEntry) -> String {
    let item =
      entry.location.map { "place \($0.persistentModelID.primaryKey)" }
      ?? entry.path.map { "path \($0.persistentModelID.primaryKey)" }
    return "  entry \(entry.persistentModelID.primaryKey) \(entry.index) day \(entry.day) "
      + "\(entry.state) \(entry.title)" + list([item, entry.note])
  }

  private static func list(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.map { " | \($0)" }.joined().debugCharacters
  }

  private static func origin(_ record: ImportRecord?, _ position: Int?) -> String? {
    record.map {
      "import \($0.persistentModelID.primaryKey)" + (position.map { " at \($0)" } ?? "")
    }
  }

  private static func keys(_ groups: [AnnotationGroup]) -> String {
    groups.map { "\($0.persistentModelID.primaryKey)" }.sorted().joined(separator: " ")
  }

  private static func describe(_ point: Waypoint) -> String {
    "\(point.persistentModelID.primaryKey) \(point.latitude) \(point.longitude) "
      + "\(point.elevation.map { "\($0)" } ?? "-") "
      + "\(point.timestamp.map { "\($0.timeIntervalSinceReferenceDate)" } ?? "-") "
      + "\(point.index) \(point.segment)"
      + list([
        sensors(point), point.fields, point.format.map { "format \($0)" }, point.kept,
      ])
  }

  private static func sensors(_ point: Waypoint) -> String? {
    let values = [
      point.heartRate, point.cadence, point.airTemperature, point.waterTemperature, point.depth,
      point.speed, point.course, point.bearing, point.power, point.distance,
    ]
    guard values.contains(where: { $0 != nil }) else { return nil }
    return values.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
  }
}

extension String {
  /// The text with its control characters written as numbers.
  fileprivate var debugCharacters: String {
    unicodeScalars.map { $0.value < 32 ? "\\\($0.value)" : String($0) }.joined()
  }
}

import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

extension EditSession {
  /// Duplicates places and paths with all fields, points and group memberships.
  func duplicate(_ ids: [ItemID]) throws {
    let ids = ids.unique
    guard !ids.isEmpty else { throw LibraryError.nothingNamed }
    noteTitle(ChangeTitle(.duplicate, "\(try phrase(ids))"))
    var names = try CopyNames(in: context)
    for id in ids {
      let model = try model(id)
      let name = names.add(copyOf: model.name)
      let new: ItemID
      let groups: [AnnotationGroup]
      switch model {
      case let place as Location:
        new = try copy(place, name: name)
        groups = place.groups
      case let path as Path:
        new = try copy(path, id, name: name)
        groups = path.groups
      default:
        throw LibraryError(
          .invalid,
          "\(id) is a group and cannot be duplicated; duplicate its places and paths instead.",
          ids: [id])
      }
      created.append(new)
      try enter([new], into: groups.map(\.itemID))
    }
  }

  private func copy(_ place: Location, name: String) throws -> ItemID {
    let point = place.waypoint.persistentModelID
    var key: Int64 = 0
    let rows = PointRows(context)
    try rows.forEachPiece(where: #Predicate { $0.persistentModelID == point }) { _, points in
      key = try rows.appendPlaces(points).lowerBound
    }
    return ItemID(
      .location,
      try context.append(
        Location.self, count: 1,
        [
          .constant(\.name, name), .constant(\.notes, place.notes),
          .constant(\.symbol, place.symbol), .constant(\.colour, place.colour),
          .constant(\.comment, place.comment), .constant(\.details, place.details),
          .constant(\.type, place.type), .constant(\.created, now),
          .constant(\.position, place.position),
          .reference(\.importRecord, place.importRecord?.persistentModelID),
          .references(\.waypoint, [key]),
        ]
      ).lowerBound)
  }

  private func copy(_ path: Path, _ id: ItemID, name: String) throws -> ItemID {
    let new = ItemID(.path, try appendCopy(of: path, name: name))
    let rows = PointRows(context)
    var next = 0
    try rows.forEachPiece(of: id) { points in
      try rows.append(points, to: context.identifier(new), firstIndex: next)
      next += points.count * Waypoint.indexStep
    }
    let copy = try self.path(new)
    copy.segments = path.segments
    copy.keptSegments = path.keptSegments
    return new
  }

  // MARK: One of several

  /// Merges the places of each cluster into the cluster's oldest place, and moves the other places
  /// to the trash.
  func merge(_ clusters: [PlaceCluster]) throws {
    let count = clusters.reduce(0) { $0 + $1.others.count }
    guard count > 0 else { throw LibraryError.nothingNamed }
    noteTitle(ChangeTitle(.merge, "\(Numbers.counted(count, "place")) into others"))
    var stops = try stopsByPlace()
    for cluster in clusters {
      let kept = try location(cluster.kept)
      try requireInUse(cluster.kept)
      for id in cluster.others.unique where id != cluster.kept {
        let other = try location(id)
        try requireInUse(id)
        try unite(kept, with: other)
        try enter([cluster.kept], into: other.groups.map(\.itemID))
        try moveStops(of: other, to: kept, &stops)
        other.trashed = now
        deleted.append(id)
      }
      kept.touch()
      noteChange(cluster.kept)
    }
  }

  /// Fills in a place's missing fields from another place. Values of the other place that differ
  /// from existing values are appended to the notes.
  private func unite(_ kept: Location, with other: Location) throws {
    var additions: [String] = []
    func note(_ label: String, _ text: String) { additions.append("\(label): \(text)") }
    /// Returns the second value if the first value is missing, and otherwise nil. A nil result
    /// means that the first value is kept. If both values exist and differ, the second value is
    /// added to the notes.
    func missing<Value: Equatable>(
      _ value: Value?, _ second: Value?, _ label: String, _ written: (Value) -> String
    ) -> Value? {
      guard let second, second != value else { return nil }
      if value == nil { return second }
      note(label, written(second))
      return nil
    }
    // No text of the other place is lost: values that differ from the kept ones go to the notes.
    if kept.isNameless, !other.isNameless {
      kept.name = other.name
      kept.isNameless = false
    } else if other.name != kept.name, !other.isNameless {
      note("Also called", other.name)
    }
    for (label, field) in Self.united {
      if let text = missing(kept[keyPath: field], other[keyPath: field], label, { $0 }) {
        kept[keyPath: field] = text
      }
    }
    let (point, second) = (kept.waypoint, other.waypoint)
    if let metres = missing(point.elevation, second.elevation, "Elevation", { "\($0) m" }) {
      point.elevation = metres
    }
    if let time = missing(point.timestamp, second.timestamp, "Time", Self.written) {
      point.timestamp = time
    }
    for sensor in Self.sensors where point[keyPath: sensor] == nil {
      if let value = second[keyPath: sensor] { point[keyPath: sensor] = value }
    }
    if let text = second.fields {
      let others = try StoredJSON.decode(GeoPointFields.self, text)
      let before = try point.fields.map { try StoredJSON.decode(GeoPointFields.self, $0) }
      var fields = before ?? GeoPointFields()
      fields.fill(from: others)
      if let source = missing(fields.source, others.source, "Source", { $0 }) {
        fields.source = source
      }
      if fields != before { point.fields = try StoredJSON.encode(fields) }
    }
    // The notes are written last, because the steps above add to them.
    let notes = [kept.notes, other.notes == kept.notes ? "" : other.notes] + additions
    kept.notes = notes.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the itinerary stops that refer to a place, grouped by place.
  ///
  /// This method must be called before the session changes any object. Otherwise, each query would
  /// temporarily write the unsaved changes to the store and roll them back.
  private func stopsByPlace() throws -> [PersistentIdentifier: [ItineraryEntry]] {
    let stops = try context.fetch(
      FetchDescriptor<ItineraryEntry>(predicate: #Predicate { $0.location != nil }))
    var byPlace: [PersistentIdentifier: [ItineraryEntry]] = [:]
    for stop in stops {
      if let place = stop.location { byPlace[place.persistentModelID, default: []].append(stop) }
    }
    return byPlace
  }

  /// Replaces a place with another place in all itineraries.
  private func moveStops(
    of place: Location, to kept: Location,
    _ stops: inout [PersistentIdentifier: [ItineraryEntry]]
  ) throws {
    let moved = stops.removeValue(forKey: place.persistentModelID) ?? []
    stops[kept.persistentModelID, default: []] += moved
    for stop in moved {
      stop.location = kept
      guard let group = stop.group else { continue }
      group.touch()
      noteChange(group.itemID)
    }
  }

  private static func written(_ time: Date) -> String {
    let seconds = time.timeIntervalSinceReferenceDate
    return time.formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: seconds != seconds.rounded()))
  }

  private static var united: [(String, ReferenceWritableKeyPath<Location, String?>)] {
    [
      ("Comment", \.comment), ("Description", \.details), ("Symbol", \.symbol), ("Type", \.type),
      ("Colour", \.colour),
    ]
  }

  private static var sensors: [ReferenceWritableKeyPath<Waypoint, Double?>] {
    PointRows.sensors.compactMap { $0 as? ReferenceWritableKeyPath<Waypoint, Double?> }
  }

  // MARK: Another kind

  /// Converts tracks to routes, or routes to tracks.
  ///
  /// A route has only one segment, so the segments of a track are merged.
  func convert(_ ids: [ItemID], to kind: PathKind) throws {
    let ids = ids.unique
    guard !ids.isEmpty else { throw LibraryError.nothingNamed }
    let words = try phrase(ids)
    noteTitle(
      ChangeTitle(
        .make,
        ids.count == 1 ? "\(words) a \(kind.rawValue)" : "\(words) \(kind.rawValue)s"))
    for id in ids {
      let path = try path(id)
      guard path.kind != kind.rawValue else { continue }
      path.kind = kind.rawValue
      // The preserved markup of `trk` is not valid in `rte`, and vice versa.
      path.kept = nil
      path.keptSegments = nil
      if kind == .route {
        path.segments = nil
        try renumberSegments(of: id) { _ in 0 }
      }
      noteChange(id)
    }
  }

  /// Creates a path with a point at each of the given places, and keeps the places.
  func makePath(of ids: [ItemID], _ kind: PathKind, _ name: String?) throws {
    let ids = ids.unique
    guard ids.count > 1 else {
      throw LibraryError(
        .invalid, "A path needs at least two places; specify another place.", ids: ids)
    }
    let places = try ids.map(location)
    let name = try checkedName(name ?? "\(places[0].name) – \(places[places.count - 1].name)")
    let new = ItemID(
      .path,
      try context.append(
        Path.self, count: 1,
        [
          .constant(\.name, name), .constant(\.notes, ""), .constant(\.kind, kind.rawValue),
          .constant(\.created, now),
        ]
      ).lowerBound)
    let rows = PointRows(context)
    for (number, place) in places.enumerated() {
      let point = place.waypoint.persistentModelID
      try rows.forEachPiece(where: #Predicate { $0.persistentModelID == point }) { _, points in
        var own = points.withoutKept().selecting([0], segments: [0])
        own.name(place)
        try rows.append(
          own, to: context.identifier(new), firstIndex: number * Waypoint.indexStep)
      }
    }
    created.append(new)
    noteTitle(ChangeTitle(.make, "\(kind.rawValue) \(name) from \(try phrase(ids))"))
    let shared = places.dropFirst().reduce(Set(places[0].groups.map(\.itemID))) {
      $0.intersection($1.groups.map(\.itemID))
    }
    try enter([new], into: shared.sorted())
  }

  /// Creates a place at each point of the given paths, and keeps the paths.
  func makePlaces(of ids: [ItemID]) throws {
    let ids = ids.unique
    guard !ids.isEmpty else { throw LibraryError.nothingNamed }
    noteTitle(ChangeTitle(.make, "places at the points of \(try phrase(ids))"))
    let rows = PointRows(context)
    for id in ids {
      let path = try path(id)
      let count = try columns(of: id).count
      guard count <= Self.placesLimit else {
        throw LibraryError(
          .invalid,
          """
          \(path.name) has \(Numbers.grouped(count)) points, but at most \(Numbers.grouped(Self.placesLimit)) \
          points can be converted to places at a time; simplify the path first, or choose a path with fewer points.
          """, ids: [id])
      }
      var made: [ItemID] = []
      try rows.forEachPiece(of: id) { points in
        let points = points.withoutKept()
        let keys = try rows.appendPlaces(points)
        let names = (0..<points.count).map {
          points.fields[$0]?.name ?? "\(path.name) \(made.count + $0 + 1)"
        }
        let own = (0..<points.count).map { points.fields[$0] }
        let first = try context.append(
          Location.self, count: points.count,
          [
            .values(\.name, names), .constant(\.notes, ""), .constant(\.created, now),
            .values(\.symbol, own.map { $0?.symbol }), .values(\.type, own.map { $0?.type }),
            .values(\.comment, own.map { $0?.comment }),
            .values(\.details, own.map { $0?.details }),
            .references(\.waypoint, Array(keys)),
          ])
        made += first.map { ItemID(.location, $0) }
      }
      created += made
      try enter(made, into: path.groups.map(\.itemID))
    }
  }

  private static var placesLimit: Int { 10_000 }
}

extension GeoPointFields {
  /// Fills in this point's missing fields from another point, and adds the other point's links.
  fileprivate mutating func fill(from other: GeoPointFields) {
    links += other.links.filter { !links.contains($0) }
    magneticVariation = magneticVariation ?? other.magneticVariation
    geoidHeight = geoidHeight ?? other.geoidHeight
    fix = fix ?? other.fix
    satellites = satellites ?? other.satellites
    hdop = hdop ?? other.hdop
    vdop = vdop ?? other.vdop
    pdop = pdop ?? other.pdop
    ageOfDGPSData = ageOfDGPSData ?? other.ageOfDGPSData
    dgpsID = dgpsID ?? other.dgpsID
  }
}

extension GeoPoints {
  /// Copies a place's name and other text fields to the only point in the collection.
  fileprivate mutating func name(_ place: Location) {
    var own = fields[0] ?? GeoPointFields()
    own.name = place.isNameless ? nil : place.name
    own.comment = place.comment
    own.details = place.details
    own.symbol = place.symbol
    own.type = place.type
    self = GeoPoints(
      latitudes: latitudes, longitudes: longitudes, elevations: elevations, times: times,
      segments: segments, sensors: sensors, formats: formats, fields: [0: own], kept: [:])
  }
}

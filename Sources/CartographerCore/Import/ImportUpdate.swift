import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// Brings the items of a file that was imported before to what the file says now.
///
/// The file's items are in the store already, as new ones. One that is found among those of the
/// former import gives that one its content and goes; the old one keeps its id, its groups and what
/// was noted of it here. One that was edited here stays as it is, and the report says so.
struct ImportUpdate {
  private let context: ModelContext
  private let former: [ItemID]
  private let record: ItemID
  private let files: FileHeaders

  /// - Parameter former: The imports of the file so far.
  init(_ context: ModelContext, from former: [ItemID], to record: ItemID) {
    self.context = context
    self.former = former
    self.record = record
    files = FileHeaders(context)
  }

  /// What tells an item of a file from the others.
  private struct Mark: Hashable {
    var kind: String
    /// Nil where the file gives none.
    var name: String?
    /// Of the first point; nil where it has none.
    var time: Double?
    /// The first point of what has no time, to some ten metres: a file of the same name in another
    /// folder may well have an item of the same name, and must not take this one's place.
    var latitude: Double?
    var longitude: Double?

    init(kind: String, name: String?, first: Waypoint?) {
      self.kind = kind
      self.name = name
      time = first?.timestamp?.timeIntervalSinceReferenceDate
      guard time == nil, let first else { return }
      latitude = (first.latitude * 1e4).rounded()
      longitude = (first.longitude * 1e4).rounded()
    }
  }

  private struct Known {
    var id: ItemID
    var mark: Mark
    /// Of what was imported.
    var digest: Int?
  }

  func run(_ report: inout ImportReport) throws {
    let old = try former.flatMap { try places(of: $0) + paths(of: $0) }
    let new = try places(of: record) + paths(of: record)
    let pairs = Self.pairs(old, new)
    guard !pairs.isEmpty else { return }
    let digest = ItemDigest(context)
    var gone: Set<ItemID> = []
    var taken: [ItemID: ItemID] = [:]
    for (old, new) in pairs {
      gone.insert(new.id)
      if try digest.now(old.id) != old.digest {
        if old.digest != new.digest { report.diagnostics.append(try conflict(old.id)) }
        try remove(new.id)
        continue
      }
      try replace(old.id, by: new.id)
      taken[new.id] = old.id
      if old.digest != new.digest { report.updated.append(old.id) }
    }
    report.status = .updated
    report.locations = report.locations.compactMap { gone.contains($0) ? taken[$0] : $0 }
    report.paths = report.paths.compactMap { gone.contains($0) ? taken[$0] : $0 }
    let found = Set(pairs.map(\.old.id))
    for item in old where !found.contains(item.id) {
      report.diagnostics.append(
        ImportReport.Finding(
          code: "update.gone", action: "kept",
          message: "\(item.id) (\(try name(of: item.id))) is not in the file any more; it stays"))
    }
  }

  private func conflict(_ id: ItemID) throws -> ImportReport.Finding {
    ImportReport.Finding(
      code: "update.edited", action: "kept",
      message:
        "\(id) (\(try name(of: id))) was edited here and in the file; it stays as it is here. "
        + "Import with --duplicate to have the file's too")
  }

  /// The items that are the same thing before and now: of one kind with one name, begun at one time,
  /// where no other of either side is like that.
  private static func pairs(_ old: [Known], _ new: [Known]) -> [(old: Known, new: Known)] {
    let before = Dictionary(grouping: old, by: \.mark)
    let now = Dictionary(grouping: new, by: \.mark)
    return new.compactMap { item in
      guard let candidates = before[item.mark], candidates.count == 1, now[item.mark]?.count == 1,
        item.mark.time != nil || item.mark.latitude != nil
      else { return nil }
      return (candidates[0], item)
    }
  }

  // MARK: Reading

  private func places(of record: ItemID) throws -> [Known] {
    let record = context.identifier(record)
    var descriptor = FetchDescriptor<Location>(
      predicate: #Predicate { $0.importRecord?.persistentModelID == record })
    descriptor.relationshipKeyPathsForPrefetching = [\.waypoint]
    return try context.fetch(descriptor).map { place in
      Known(
        id: ItemID(.location, place.persistentModelID.primaryKey),
        mark: Mark(
          kind: "place", name: place.isNameless ? nil : place.name, first: place.waypoint),
        digest: place.digest)
    }
  }

  private func paths(of record: ItemID) throws -> [Known] {
    let record = context.identifier(record)
    return try context.fetch(
      FetchDescriptor<Path>(predicate: #Predicate { $0.importRecord?.persistentModelID == record })
    ).map { path in
      let id = ItemID(.path, path.persistentModelID.primaryKey)
      return Known(
        id: id,
        mark: Mark(
          kind: path.kind, name: path.isNameless ? nil : path.name,
          first: try StoredItems(context).firstPoint(of: id)),
        digest: path.digest)
    }
  }

  private func name(of id: ItemID) throws -> String {
    switch id.kind {
    case .location: try context.model(Location.self, for: context.identifier(id))?.name ?? ""
    case .path: try context.model(Path.self, for: context.identifier(id))?.name ?? ""
    case .group, .importRecord: ""
    }
  }

  // MARK: Writing

  private func replace(_ old: ItemID, by new: ItemID) throws {
    if old.kind == .location {
      try replacePlace(old, by: new)
    } else {
      try replacePath(old, by: new)
    }
  }

  private func replacePlace(_ old: ItemID, by new: ItemID) throws {
    guard let place = try context.model(Location.self, for: context.identifier(old)),
      let other = try context.model(Location.self, for: context.identifier(new))
    else { return }
    let (former, point) = (place.waypoint, other.waypoint)
    // What was coloured or noted here stays.
    let came = try files.extras(of: place)
    if place.colour == came.colour { place.colour = other.colour }
    if place.notes == came.notes ?? "" { place.notes = other.notes }
    place.comment = other.comment
    place.details = other.details
    place.symbol = other.symbol
    place.type = other.type
    place.position = other.position
    place.digest = other.digest
    place.importRecord = other.importRecord
    place.waypoint = point
    other.waypoint = former
    try context.save()
    context.delete(other)
    try context.save()
  }

  private func replacePath(_ old: ItemID, by new: ItemID) throws {
    guard let path = try context.model(Path.self, for: context.identifier(old)),
      let other = try context.model(Path.self, for: context.identifier(new))
    else { return }
    let (from, to) = (other.persistentModelID, path.persistentModelID)
    let came = try files.extras(of: path)
    if path.colour == came.colour { path.colour = other.colour }
    if path.symbol == came.symbol { path.symbol = other.symbol }
    if path.notes == came.notes ?? "" { path.notes = other.notes }
    path.comment = other.comment
    path.details = other.details
    path.type = other.type
    path.source = other.source
    path.number = other.number
    path.links = other.links
    path.segments = other.segments
    path.kept = other.kept
    path.keptSegments = other.keptSegments
    path.position = other.position
    path.digest = other.digest
    path.importRecord = other.importRecord
    try context.save()
    try context.deleteRows(
      of: Waypoint.self, where: #Predicate { $0.path?.persistentModelID == to })
    try context.update(
      Waypoint.self, [.set(\.path, to: to)],
      where: #Predicate { $0.path?.persistentModelID == from })
    try remove(new)
  }

  private func remove(_ id: ItemID) throws {
    let identifier = context.identifier(id)
    if id.kind == .location {
      try context.deleteRows(
        of: Location.self, where: #Predicate { $0.persistentModelID == identifier })
    } else {
      try context.deleteRows(
        of: Path.self, where: #Predicate { $0.persistentModelID == identifier })
    }
  }
}

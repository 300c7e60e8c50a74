import CartographerModel
import Foundation
import SwiftData

/// A reader that uses the database rows modified by a change to determine how the change affected
/// each item.
struct ChangeDiffReader {
  private let container: ModelContainer
  private let change: LibraryChange
  private let itemsTold: Int
  private let samplesTold = 5

  private var items: [ItemID: ChangeDiff.Item] = [:]
  private var order: [ItemID] = []
  private var untold = 0
  /// The ids of the places, indexed by the key of the point row that stores the place's position.
  private var placeOfPoint: [Int64: ItemID] = [:]

  init(_ container: ModelContainer, _ change: LibraryChange, itemsTold: Int) {
    self.container = container
    self.change = change
    self.itemsTold = itemsTold
  }

  mutating func read() throws -> ChangeDiff {
    for (name, kind) in ItemID.Kind.entities { try readItems(name, kind) }
    try readPoints()
    try readLinks()
    try readItineraries()
    let context = ModelContext(container)
    for id in order where items[id]?.name.isEmpty == true {
      items[id]?.name = try Self.name(of: id, in: context) ?? id.description
    }
    let told = order.compactMap { items[$0] }
    return ChangeDiff(
      changes: [change],
      items: [.created, .changed, .deleted].flatMap { action in
        told.filter { $0.action == action }
      }, untold: untold)
  }

  // MARK: Items

  private mutating func readItems(_ entity: String, _ kind: ItemID.Kind) throws {
    let columns = ChangeFields.columns + (kind == .importRecord ? ["source"] : [])
    var rows: [JournalRow] = []
    let inserted = try container.insertedRows(
      of: change.id, in: entity, columns: columns, limit: itemsTold)
    let all = try container.changes(of: change.id, in: [entity]).inserted[entity]?.count ?? 0
    untold += all - inserted.count
    rows += inserted
    try container.forEachChange(of: change.id, in: entity, columns: columns) { rows.append($0) }
    for row in rows {
      let id = ItemID(kind, row.key)
      let action: ChangeDiff.Action =
        row.before == nil ? .created : row.after == nil ? .deleted : .changed
      var item = self.item(id, action)
      item.name = ChangeFields.text(kind == .importRecord ? "source" : "name", of: row) ?? ""
      item.fields = ChangeFields.differences(row)
      items[id] = item
      if kind == .location, let point = ChangeFields.key("waypoint", of: row) {
        placeOfPoint[point] = id
      }
    }
  }

  private mutating func item(_ id: ItemID, _ action: ChangeDiff.Action) -> ChangeDiff.Item {
    if let item = items[id] { return item }
    order.append(id)
    let item = ChangeDiff.Item(id: id, name: "", action: action)
    items[id] = item
    return item
  }

  // MARK: Points

  private mutating func readPoints() throws {
    var paths: [ItemID: ChangeDiff.PointChanges] = [:]
    var places: [JournalRow] = []
    for (value, count) in try container.insertedCounts(
      of: change.id, in: "Waypoint", by: "path")
    {
      if case .integer(let key) = value {
        paths[ItemID(.path, key), default: .init()].added = count
      }
    }
    let samplesTold = samplesTold
    try container.forEachChange(
      of: change.id, in: "Waypoint", columns: ChangeFields.positionColumns
    ) { row in
      let from = Self.path(row.before)
      let to = Self.path(row.after)
      guard from != nil || to != nil else {
        places.append(row)
        return
      }
      if let from {
        paths[from, default: .init()].note(row, isLeaving: to != from, samplesTold)
      }
      if let to, to != from { paths[to, default: .init()].added += 1 }
    }
    for (id, points) in paths.sorted(by: { $0.key < $1.key }) {
      var item = self.item(id, .changed)
      item.points = points
      items[id] = item
    }
    try readPositions(places)
  }

  private static func path(_ values: [String: JournalValue]?) -> ItemID? {
    if case .integer(let key)? = values?["path"] { ItemID(.path, key) } else { nil }
  }

  private mutating func readPositions(_ rows: [JournalRow]) throws {
    let context = ModelContext(container)
    let unknown = rows.filter { placeOfPoint[$0.key] == nil }
    if !unknown.isEmpty {
      let points = unknown.map { context.identifier(of: Waypoint.self, key: $0.key) }
      for place in try context.fetch(
        FetchDescriptor<Location>(
          predicate: #Predicate { points.contains($0.waypoint.persistentModelID) }))
      {
        placeOfPoint[place.waypoint.persistentModelID.primaryKey] = ItemID(
          .location, place.persistentModelID.primaryKey)
      }
    }
    for row in rows {
      guard let id = placeOfPoint[row.key] else { continue }
      var item = self.item(id, .changed)
      item.fields += ChangeFields.positionDifferences(row)
      items[id] = item
    }
    let made = placeOfPoint.filter { items[$0.value]?.action == .created }.keys.sorted()
    guard !made.isEmpty else { return }
    for row in try container.insertedRows(
      of: change.id, in: "Waypoint", columns: ChangeFields.positionColumns, keys: made)
    {
      if let id = placeOfPoint[row.key] {
        items[id]?.fields += ChangeFields.positionDifferences(row)
      }
    }
  }

  // MARK: Memberships

  private mutating func readLinks() throws {
    guard change.state != .sealed else { return }
    for link in try container.linkChanges(of: change.id) {
      guard let (key, member) = link.ends(of: "AnnotationGroup"),
        let kind = ItemID.Kind.entities.first(where: { $0.name == member.entity })?.kind
      else { continue }
      var item = self.item(ItemID(kind, member.key), .changed)
      let group = ItemID(.group, key)
      if link.isAdded { item.joined.append(group) } else { item.left.append(group) }
      items[item.id] = item
    }
  }

  // MARK: Itineraries

  private mutating func readItineraries() throws {
    var groups: [ItemID: ChangeDiff.StopCounts] = [:]
    for (value, count) in try container.insertedCounts(
      of: change.id, in: "ItineraryEntry", by: "group")
    {
      if case .integer(let key) = value {
        groups[ItemID(.group, key), default: .init()].added = count
      }
    }
    try container.forEachChange(of: change.id, in: "ItineraryEntry", columns: ["group"]) { row in
      guard case .integer(let key)? = (row.before ?? row.after)?["group"] else { return }
      let group = ItemID(.group, key)
      if row.before == nil {
        groups[group, default: .init()].added += 1
      } else if row.after == nil {
        groups[group, default: .init()].removed += 1
      } else {
        groups[group, default: .init()].changed += 1
      }
    }
    for (id, itinerary) in groups.sorted(by: { $0.key < $1.key }) {
      var item = self.item(id, .changed)
      item.itinerary = itinerary
      items[id] = item
    }
  }

  private static func name(of id: ItemID, in context: ModelContext) throws -> String? {
    let identifier = context.identifier(id)
    return switch id.kind {
    case .location: try context.model(Location.self, for: identifier)?.name
    case .path: try context.model(Path.self, for: identifier)?.name
    case .group: try context.model(AnnotationGroup.self, for: identifier)?.name
    case .importRecord: try context.model(ImportRecord.self, for: identifier)?.source
    }
  }
}

extension ChangeDiff.PointChanges {
  /// Counts a previously existing point as removed or changed. The point counts as removed if the
  /// path no longer contains the point.
  fileprivate mutating func note(_ row: JournalRow, isLeaving: Bool, _ samplesTold: Int) {
    if isLeaving { removed += 1 } else { changed += 1 }
    let point = ChangeDiff.PointChange(
      before: ChangeFields.point(row.before),
      after: isLeaving ? nil : ChangeFields.point(row.after))
    if samples.count < samplesTold, point.before != point.after { samples.append(point) }
  }
}

extension Library {
  /// Returns the differences made by a change in the history.
  ///
  /// - Parameter id: The number of the change, or nil for the latest change that has not been
  ///   undone.
  /// - Parameter itemsTold: The maximum number of created items to list for each kind.
  /// - Throws: ``LibraryError`` `notFound` if there is no such change.
  /// - Complexity: O(*n*), where *n* is the number of database rows that the change affected.
  package func diff(of id: Int64?, itemsTold: Int = 1_000) throws -> ChangeDiff {
    let change = try self.change(numbered: id)
    return try LibraryError.translating {
      var reader = ChangeDiffReader(container, change, itemsTold: itemsTold)
      return try reader.read()
    }
  }
}

import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// A reader of items from earlier imports, for comparison with a file's items.
final class RecordedItems {
  private let context: ModelContext
  private let stored: StoredItems
  /// The cached data about earlier imports. The import in progress is excluded, since it may be
  /// rolled back.
  var known: ImportRecords
  private var sketches: [ItemID: PointSketch] = [:]
  private var edits: [ItemID: Bool] = [:]
  private var digests: [ItemID: ItemDigest.Both] = [:]
  private var imported: [Int64: [FileItem]] = [:]
  private var halves: [Int64: [Int: [ItemID]]] = [:]

  init(_ context: ModelContext, _ known: ImportRecords = ImportRecords()) {
    self.context = context
    self.known = known
    stored = StoredItems(context)
  }

  /// Returns an import's remaining items, including items in the trash, in file order.
  ///
  /// If a path was split in the library, only its first part is included.
  ///
  /// - Complexity: O(*n*) for *n* items of the import in the first call, and O(1) in later calls.
  func items(of record: Int64) throws -> [FileItem] {
    if let known = imported[record] { return known }
    let items = try readItems(of: record)
    imported[record] = items
    return items
  }

  private func readItems(of record: Int64) throws -> [FileItem] {
    let identifier = context.identifier(ItemID(.importRecord, record))
    let columns = RecordedColumns(context, of: identifier)
    var items = try columns.places()
    let paths = try columns.paths()
    let whole = Set(paths.filter { $0.digest != nil }.compactMap(\.position))
    items += paths.filter { path in
      path.digest != nil || !(path.position.map(whole.contains) ?? false)
    }
    return items.sorted {
      ($0.position ?? .max, $0.id?.key ?? 0) < ($1.position ?? .max, $1.id?.key ?? 0)
    }
  }

  /// Returns each split path's later parts (all except the first), keyed by the original path's
  /// index in the imported file.
  ///
  /// - Complexity: O(*n*) for *n* paths of the import in the first call, and O(1) in later calls.
  func halves(of record: Int64) throws -> [Int: [ItemID]] {
    if let known = halves[record] { return known }
    let found = try readHalves(of: record)
    halves[record] = found
    return found
  }

  private func readHalves(of record: Int64) throws -> [Int: [ItemID]] {
    let identifier = context.identifier(ItemID(.importRecord, record))
    let paths = try context.fetch(
      FetchDescriptor<Path>(
        predicate: #Predicate { $0.importRecord?.persistentModelID == identifier }))
    let whole = Set(paths.filter { $0.digest != nil }.compactMap(\.position))
    var halves: [Int: [ItemID]] = [:]
    for path in paths where path.digest == nil {
      guard let position = path.position, whole.contains(position) else { continue }
      halves[position, default: []].append(ItemID(.path, path.persistentModelID.primaryKey))
    }
    return halves
  }

  /// Returns the newest places or paths that have the given name and do not belong to the import in
  /// progress.
  func namesakes(
    _ name: String, arePlaces: Bool, atMost limit: Int, except own: Int64?
  ) throws -> [FileItem] {
    if arePlaces {
      return try newest(limit, #Predicate<Location> { $0.name == name }, \.created) { place in
        guard let record = place.importRecord?.persistentModelID.primaryKey, record != own else {
          return nil
        }
        return item(place, record)
      }
    }
    return try newest(limit, #Predicate<Path> { $0.name == name }, \.created) { path in
      guard let record = path.importRecord?.persistentModelID.primaryKey, record != own else {
        return nil
      }
      return try item(path, record)
    }
  }

  private func newest<Model: PersistentModel>(
    _ limit: Int, _ predicate: Predicate<Model>, _ created: any KeyPath<Model, Date> & Sendable,
    _ item: (Model) throws -> FileItem?
  ) throws -> [FileItem] {
    var descriptor = FetchDescriptor<Model>(
      predicate: predicate, sortBy: [SortDescriptor(created, order: .reverse)])
    descriptor.fetchLimit = limit
    // Only identifiers are sorted, since sorting whole rows takes long if many items have the name.
    return try context.fetchIdentifiers(descriptor).compactMap { identifier in
      try context.model(Model.self, for: identifier).flatMap(item)
    }
  }

  private func item(_ place: Location, _ record: Int64) -> FileItem {
    var item = FileItem(
      id: ItemID(.location, place.persistentModelID.primaryKey), kind: .place,
      name: place.isNameless ? nil : place.name)
    let point = place.waypoint
    item.first = FileItem.FirstPoint(
      latitude: point.latitude, longitude: point.longitude,
      time: point.timestamp?.timeIntervalSinceReferenceDate)
    item.digest = place.digest
    item.position = place.position
    item.isTrashed = place.trashed != nil
    item.record = record
    return item
  }

  private func item(_ path: Path, _ record: Int64) throws -> FileItem {
    let id = ItemID(.path, path.persistentModelID.primaryKey)
    var item = FileItem(
      id: id, kind: FileItem.Kind(rawValue: path.kind) ?? .track,
      name: path.isNameless ? nil : path.name)
    item.first = try firstPoint(of: id)
    item.digest = path.digest
    item.position = path.position
    item.isTrashed = path.trashed != nil
    item.record = record
    return item
  }

  private struct Found: Error {}

  /// Returns a path's first stored point. The result is nil for a path without points. Unless the
  /// path's first point in the file was deleted, the result is that point.
  ///
  /// - Complexity: O(log *n*) for *n* stored points, because an index covers each path's points.
  private func firstPoint(of id: ItemID) throws -> FileItem.FirstPoint? {
    let path = context.identifier(id)
    var point: FileItem.FirstPoint?
    do {
      try context.forEachChunk(
        of: Waypoint.self, [.double(\.latitude), .double(\.longitude), .date(\.timestamp)],
        where: #Predicate { $0.path?.persistentModelID == path }, size: 1
      ) { chunk in
        let time = chunk.doubles(2)[0]
        point = FileItem.FirstPoint(
          latitude: chunk.doubles(0)[0], longitude: chunk.doubles(1)[0],
          time: time.isNaN ? nil : time)
        throw Found()
      }
    } catch is Found {}
    return point
  }

  /// Returns a sample of a path's points.
  ///
  /// - Complexity: O(*n*) for *n* points of the item in the first call, and O(1) in later calls.
  func sketch(_ item: FileItem) throws -> PointSketch {
    if let noted = item.sketch { return noted }
    guard let id = item.id else { return PointSketch() }
    if let sketch = known.sketch(of: id) ?? sketches[id] { return sketch }
    var sketch = PointSketch()
    let path = context.identifier(id)
    try context.forEachChunk(
      of: Waypoint.self, [.double(\.latitude), .double(\.longitude), .date(\.timestamp)],
      where: #Predicate { $0.path?.persistentModelID == path }
    ) { chunk in
      sketch.add(
        latitudes: chunk.doubles(0), longitudes: chunk.doubles(1), times: chunk.doubles(2))
    }
    sketch.finish()
    if item.record == 0 { sketches[id] = sketch } else { known.note(sketch, of: id) }
    return sketch
  }

  /// Reads the digests of many items into the cache with only a few queries.
  func readDigests(of ids: [ItemID]) throws {
    let new = ids.filter { digests[$0] == nil }
    guard new.count > 1 else { return }
    digests.merge(try ItemDigest(context).all(new)) { first, _ in first }
  }

  /// Returns the digests of the items' current values, excluding preserved markup. Items that do
  /// not exist are omitted.
  ///
  /// - Complexity: O(*n*) for the first call, where *n* is the number of items and points.
  func values(of ids: [ItemID]) throws -> [ItemID: Int] {
    let new = ids.filter { digests[$0] == nil }
    digests.merge(try ItemDigest(context).all(new)) { first, _ in first }
    return Dictionary(
      uniqueKeysWithValues: ids.compactMap { id in digests[id].map { (id, $0.values) } })
  }

  /// Returns whether an item in the file has fewer points, times or other values than its
  /// counterpart in the library.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the two items.
  func isPoorer(_ item: FileItem, than stored: FileItem) throws -> Bool {
    guard let amount = try exact(item)?.amount, let known = try exact(stored)?.amount else {
      return false
    }
    return amount.isPoorer(than: known)
  }

  /// Returns the digest of an item's current content. The result is nil if the item does not exist.
  func digest(of id: ItemID) throws -> Int? {
    try digests[id]?.content ?? ItemDigest(context).now(id)
  }

  /// Returns whether the content of an imported item was edited in the library after the import.
  ///
  /// - Complexity: O(*n*) for *n* points of the item in the first call, and O(1) in later calls.
  func isEdited(_ item: FileItem) throws -> Bool {
    guard let id = item.id, let came = item.digest else { return false }
    if let known = edits[id] { return known }
    let isEdited = try digest(of: id) != came
    edits[id] = isEdited
    return isEdited
  }

  /// Returns the digest of an item's complete content. The result is nil if the item does not
  /// exist. The digest is computed from the store if it was not computed while the file was read.
  func exact(_ item: FileItem) throws -> ContentDigest? {
    if let exact = item.exact { return exact }
    return try item.id.flatMap { try digests[$0]?.exact ?? ItemDigest(context).exact($0) }
  }
}

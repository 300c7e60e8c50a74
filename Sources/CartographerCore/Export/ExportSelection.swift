import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// The items to export, in the order in which they are written: places, then routes, then tracks.
/// Items from the same source file keep their order.
struct ExportSelection {
  struct Item {
    let id: ItemID
    /// The key of the item's import, or 0 if the item was not imported.
    let record: Int64
    let position: Int64
  }

  private(set) var places: [Item] = []
  private(set) var routes: [Item] = []
  private(set) var tracks: [Item] = []
  /// The selected import, whose file the export reproduces. Nil unless exactly one import is
  /// selected.
  private(set) var record: ItemID?

  var paths: [Item] { routes + tracks }

  /// Selects the items to be exported.
  ///
  /// - Parameter ids: The ids to select, or an empty list for everything outside the trash.
  ///   The ids can belong to places, paths, groups and imports. A group or import stands for its
  ///   items. An item in the trash is selected only by its own id.
  /// - Throws: ``LibraryError`` `notFound` for a missing item.
  ///   The error is also thrown for an import that has no items outside the trash.
  init(_ ids: [ItemID], in context: ModelContext) throws {
    var named = Set(ids.filter { $0.kind == .location || $0.kind == .path })
    for id in named { try Self.require(id, context) }
    let groups = Set(ids.filter { $0.kind == .group }.map(\.key))
    let records = Set(ids.filter { $0.kind == .importRecord }.map(\.key))
    for id in ids where id.kind == .group || id.kind == .importRecord {
      try Self.require(id, context)
    }
    // The links are read once for all groups instead of once for each group.
    if !groups.isEmpty {
      for pair in try context.links(\Location.groups) where groups.contains(pair.target) {
        named.insert(ItemID(.location, pair.owner))
      }
      for pair in try context.links(\Path.groups) where groups.contains(pair.target) {
        named.insert(ItemID(.path, pair.owner))
      }
    }
    let own = Set(ids)
    func isWanted(_ id: ItemID, _ record: Int64, trashed: Double) -> Bool {
      // An item in the trash is exported only if the user named the item itself.
      guard trashed.isNaN else { return own.contains(id) }
      return ids.isEmpty || named.contains(id) || records.contains(record)
    }
    try context.forEachChunk(
      of: Location.self, [.key, .date(\.trashed), .reference(\.importRecord), .integer(\.position)]
    ) { chunk in
      let (keys, trashed) = (chunk.integers(0), chunk.doubles(1))
      let (records, positions) = (chunk.integers(2), chunk.integers(3))
      for row in 0..<chunk.count {
        let (id, record) = (ItemID(.location, keys[row]), records[row])
        guard isWanted(id, record, trashed: trashed[row]) else { continue }
        places.append(Item(id: id, record: record, position: positions[row]))
      }
    }
    try context.forEachChunk(
      of: Path.self,
      [
        .key, .date(\.trashed), .reference(\.importRecord), .integer(\.position), .text(\.kind),
      ]
    ) { chunk in
      let (keys, trashed) = (chunk.integers(0), chunk.doubles(1))
      let (records, positions) = (chunk.integers(2), chunk.integers(3))
      let kinds = chunk.texts(4)
      for row in 0..<chunk.count {
        let (id, record) = (ItemID(.path, keys[row]), records[row])
        guard isWanted(id, record, trashed: trashed[row]) else { continue }
        let item = Item(id: id, record: record, position: positions[row])
        if kinds[row] == PathKind.route.rawValue {
          routes.append(item)
        } else {
          tracks.append(item)
        }
      }
    }
    places = Self.ordered(places)
    routes = Self.ordered(routes)
    tracks = Self.ordered(tracks)
    if ids.count == 1, ids[0].kind == .importRecord { record = ids[0] }
    // An import without remaining items is an error, because an empty file would look like a
    // success.
    let written = Set((places + routes + tracks).map(\.record))
    for key in records.subtracting(written) {
      throw try Self.nothingLeft(of: ItemID(.importRecord, key), context)
    }
  }

  /// Returns an error that explains why an import has no items to export, and suggests a remedy.
  private static func nothingLeft(
    of id: ItemID, _ context: ModelContext
  ) throws -> LibraryError {
    let items = try ImportedItems(of: id, in: context).all
    guard items.isEmpty else {
      return LibraryError(
        .notFound, "All items of \(id) are in the trash, so there is nothing to export.",
        remedy: "Restore the items from the trash, or export individual items by their IDs.",
        ids: items)
    }
    let record = try context.model(ImportRecord.self, for: context.identifier(id))
    let later = try record.map { try ImportSuccession(of: id, at: $0.time, in: context) }
    if let later, let newest = later.imports.last {
      return LibraryError(
        .notFound, "The items of \(id) now belong to \(later.words).",
        remedy: "Export \(newest) instead.", ids: later.imports)
    }
    return LibraryError(
      .notFound,
      "None of the items created by \(id) still exist, so there is nothing to export.",
      remedy: "Import the file again.", ids: [id])
  }

  private static func ordered(_ items: [Item]) -> [Item] {
    items.sorted { ($0.record, $0.position, $0.id.key) < ($1.record, $1.position, $1.id.key) }
  }

  private static func require(_ id: ItemID, _ context: ModelContext) throws {
    let identifier = context.identifier(id)
    let count =
      switch id.kind {
      case .location:
        try context.fetchCount(
          FetchDescriptor<Location>(predicate: #Predicate { $0.persistentModelID == identifier }))
      case .path:
        try context.fetchCount(
          FetchDescriptor<Path>(predicate: #Predicate { $0.persistentModelID == identifier }))
      case .group:
        try context.fetchCount(
          FetchDescriptor<AnnotationGroup>(
            predicate: #Predicate { $0.persistentModelID == identifier }))
      case .importRecord:
        try context.fetchCount(
          FetchDescriptor<ImportRecord>(
            predicate: #Predicate { $0.persistentModelID == identifier }))
      }
    if count == 0 { throw LibraryError.missing(id) }
  }
}

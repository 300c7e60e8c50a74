import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// The items of an export, in the order they are written: places, then routes, then tracks, those of
/// a file in its order.
struct ExportSelection {
  struct Item {
    let id: ItemID
    /// The key of the import it came by; 0 for none.
    let record: Int64
    let position: Int64
  }

  private(set) var places: [Item] = []
  private(set) var routes: [Item] = []
  private(set) var tracks: [Item] = []
  /// The import that is written as it came; nil for any other selection.
  private(set) var record: ItemID?

  var paths: [Item] { routes + tracks }

  /// - Parameter ids: Places, paths, groups and imports, which stand for their items; everything
  ///   outside the trash when empty. An item in the trash is written only when named itself.
  /// - Throws: ``LibraryError`` `notFound`.
  init(_ ids: [ItemID], in context: ModelContext) throws {
    var named = Set(ids.filter { $0.kind == .location || $0.kind == .path })
    for id in named { try Self.require(id, context) }
    let groups = Set(ids.filter { $0.kind == .group }.map(\.key))
    let records = Set(ids.filter { $0.kind == .importRecord }.map(\.key))
    for id in ids where id.kind == .group || id.kind == .importRecord {
      try Self.require(id, context)
    }
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
    let written = Set((places + routes + tracks).map(\.record))
    for key in records.subtracting(written) {
      throw try Self.nothingLeft(of: ItemID(.importRecord, key), context)
    }
  }

  /// Why nothing of an import can be written.
  private static func nothingLeft(
    of id: ItemID, _ context: ModelContext
  ) throws -> LibraryError {
    let items = try ImportedItems(of: id, in: context).all
    guard items.isEmpty else {
      return LibraryError(
        .notFound, "All that \(id) brought is in the trash, so there is nothing to write.",
        remedy: "`trash restore` brings it back; an item in the trash is written when it is named.",
        ids: items)
    }
    let record = try context.model(ImportRecord.self, for: context.identifier(id))
    let later = try record.map { try ImportSuccession(of: id, at: $0.time, in: context) }
    if let later, let newest = later.imports.last {
      return LibraryError(
        .notFound, "What \(id) brought belongs to \(later.words).",
        remedy: "Export \(newest) instead.", ids: later.imports)
    }
    return LibraryError(
      .notFound, "Nothing that \(id) brought is still there, so there is nothing to write.",
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

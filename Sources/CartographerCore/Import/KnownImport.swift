import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// An earlier import of the file being imported. All items of the earlier import are still in the
/// store.
struct KnownImport {
  /// The id of the earlier import. Nil if the file is an export from the library.
  let record: ItemID?
  let locations: [ItemID]
  let paths: [ItemID]
  /// The later import to which the first reassigned item now belongs. Nil if no item has been
  /// reassigned.
  let successor: ItemID?
  /// A report that compares the file with the library. Nil if the file is not an export from the
  /// library. The report counts equal and edited items, and contains diagnostics about the edited
  /// items.
  private(set) var comparison: ImportReport?

  private static let idsAtOnce = 1_000

  /// Creates a description of an import that still contains all items of its file.
  init(whole record: ItemID, in context: ModelContext) throws {
    self.init(record, try ImportedItems(of: record, in: context))
  }

  private init(_ record: ItemID, _ items: ImportedItems) {
    self.record = record
    locations = items.locations
    paths = items.paths
    successor = nil
  }

  /// Creates a description of a file that was exported from this library and contains only the
  /// library's items.
  ///
  /// - Parameter comparison: The report that compares the file with the library.
  ///   Only the report's changes and diagnostics are used.
  init(_ items: [ItemID], _ comparison: ImportReport) {
    record = nil
    locations = items.filter { $0.kind == .location }
    paths = items.filter { $0.kind == .path }
    successor = nil
    self.comparison = comparison
  }

  /// Creates a description of an import whose items were reassigned to later imports. Returns nil
  /// if one of the items no longer exists.
  private init?(
    _ state: GeoFileHeader.SupersededImport, in context: ModelContext
  ) throws {
    record = ItemID(.importRecord, state.record)
    locations = state.places.flatMap { $0.map { ItemID(.location, $0) } }
    paths = state.paths.flatMap { $0.map { ItemID(.path, $0) } }
    guard let first = locations.first ?? paths.first, try Self.exist(locations, paths, in: context)
    else { return nil }
    let identifier = context.identifier(first)
    let owner =
      first.kind == .location
      ? try context.model(Location.self, for: identifier)?.importRecord
      : try context.model(Path.self, for: identifier)?.importRecord
    successor = owner.map { ItemID(.importRecord, $0.persistentModelID.primaryKey) }
  }

  private static func exist(
    _ locations: [ItemID], _ paths: [ItemID], in context: ModelContext
  ) throws -> Bool {
    try count(Location.self, locations, context) == locations.count
      && count(Path.self, paths, context) == paths.count
  }

  private static func count<Model: PersistentModel>(
    _ type: Model.Type, _ ids: [ItemID], _ context: ModelContext
  ) throws -> Int {
    try stride(from: 0, to: ids.count, by: idsAtOnce).reduce(0) { count, start in
      let page = ids[start..<min(start + idsAtOnce, ids.count)].map(context.identifier)
      return try count
        + context.fetchCount(
          FetchDescriptor<Model>(predicate: #Predicate { page.contains($0.persistentModelID) }))
    }
  }

  /// Returns the newest import whose file has the given hash. All items of this import must be in
  /// the library or the trash. The result is nil if no such import exists.
  ///
  /// - Parameter own: The key of the import in progress, or nil in a dry run.
  /// - Parameter allowsSuperseded: Whether the items may belong to later imports.
  ///   An import whose items belong to later imports is not returned if the newest import from the
  ///   same location had different bytes: the file was then replaced by an earlier version, which
  ///   counts as a change.
  static func newest(
    ofBytes sha256: String, _ input: ImportInput, _ known: inout ImportRecords, except own: Int64?,
    allowsSuperseded: Bool, in context: ModelContext
  ) throws -> KnownImport? {
    let keys = try known.records(ofBytes: sha256, context, except: own)
    for key in keys {
      let id = ItemID(.importRecord, key)
      guard let record = try context.model(ImportRecord.self, for: context.identifier(id)) else {
        continue
      }
      let items = try ImportedItems(of: id, in: context)
      let header = try StoredItems(context).header(of: record)
      if items.isWhole(header?.itemCount) { return KnownImport(id, items) }
      // A file may describe groups and have no items.
      if let header, header.itemCount == 0, !header.groups.isEmpty,
        try ImportedGroups.areThere(header.groups, in: context)
      {
        return KnownImport(id, items)
      }
    }
    guard allowsSuperseded, !keys.isEmpty,
      try newestAtPlace(of: input, &known, except: own, in: context).map(keys.contains) ?? true
    else { return nil }
    for key in keys {
      guard let state = try known.superseded(context, except: own)[key] else { continue }
      if let found = try KnownImport(state, in: context) { return found }
    }
    return nil
  }

  /// Returns the key of the newest import from the same file location. The result is nil if there
  /// is no such import. An input without a location is compared by name.
  private static func newestAtPlace(
    of input: ImportInput, _ known: inout ImportRecords, except own: Int64?,
    in context: ModelContext
  ) throws -> Int64? {
    let records = try known.records(named: input.name, context, except: own)
    guard input.location != nil else { return records.first }
    let sources = try known.sources(context, except: own)
    return try records.first {
      try input.isAtPlace(of: $0, sources[$0] ?? "", in: context)
    }
  }

  private var isEmpty: Bool { locations.isEmpty && paths.isEmpty }

  /// Returns the newest superseded import with the same content as the file. All items of this
  /// import must be in the library or the trash. The result is nil if no such import exists.
  ///
  /// - Parameter items: The items of the file.
  static func superseded(
    byContent items: [FileItem], _ header: GeoFileHeader, _ input: ImportInput,
    _ known: inout ImportRecords, except own: Int64?, in context: ModelContext
  ) throws -> KnownImport? {
    let states = try known.superseded(context, except: own)
    guard !states.isEmpty else { return nil }
    let content = try ContentDigest.state(of: items, header)
    let place = try newestAtPlace(of: input, &known, except: own, in: context)
    for (key, state) in states.sorted(by: { $0.key > $1.key })
    where state.content == content && place ?? key == key {
      if let found = try KnownImport(state, in: context) { return found }
    }
    return nil
  }

  /// Returns a copy of this description with the current ``successor``. The result is nil if some
  /// of the import's items no longer exist.
  func current(in context: ModelContext) throws -> KnownImport? {
    guard let record else {
      return try Self.exist(locations, paths, in: context) ? self : nil
    }
    guard successor != nil else {
      let known = try KnownImport(whole: record, in: context)
      return known.isEmpty && !isEmpty ? nil : known
    }
    return try KnownImport(
      GeoFileHeader.SupersededImport(
        record: record.key, places: locations.keyRanges, paths: paths.keyRanges, content: 0),
      in: context)
  }

  /// Returns the import's items that are in the trash, with their names. A generated name is
  /// returned as nil.
  func trashed(in context: ModelContext) throws -> [(id: ItemID, name: String?)] {
    func trashed<Model: ImportedModel>(
      _ ids: [ItemID], _ predicate: Predicate<Model>
    ) throws -> [(id: ItemID, name: String?)] {
      let own = Dictionary(uniqueKeysWithValues: ids.map { ($0.key, $0) })
      return try context.fetch(FetchDescriptor<Model>(predicate: predicate)).compactMap { model in
        own[model.persistentModelID.primaryKey].map { ($0, model.isNameless ? nil : model.name) }
      }
    }
    return try trashed(locations, #Predicate<Location> { $0.trashed != nil })
      + trashed(paths, #Predicate<Path> { $0.trashed != nil })
  }

  // MARK: Superseded imports

  /// Returns the description of a superseded import, for storage with the later import. Returns nil
  /// if some items of the file do not belong to the superseded import.
  static func state(
    of record: Int64, in context: ModelContext
  ) throws -> GeoFileHeader.SupersededImport? {
    let id = ItemID(.importRecord, record)
    guard let model = try context.model(ImportRecord.self, for: context.identifier(id)),
      let header = try StoredItems(context).header(of: model), let count = header.itemCount
    else { return nil }
    let items = try ImportedItems(of: id, in: context)
    guard items.isWhole(count) else { return nil }
    return GeoFileHeader.SupersededImport(
      record: record, places: items.locations.keyRanges, paths: items.paths.keyRanges,
      content: try ContentDigest.state(of: fileItems(of: id, in: context), header))
  }

  /// Returns an import's items as arguments for ``ContentDigest/state(of:_:)``.
  private static func fileItems(of id: ItemID, in context: ModelContext) throws -> [FileItem] {
    let record = context.identifier(id)
    var items: [FileItem] = []
    try context.forEachChunk(
      of: Location.self, [.integer(\.digest), .integer(\.position)],
      where: #Predicate { $0.importRecord?.persistentModelID == record && $0.digest != nil }
    ) { chunk in
      for (digest, position) in zip(chunk.integers(0), chunk.integers(1)) {
        var item = FileItem(kind: .place)
        item.digest = Int(digest)
        item.position = Int(position)
        items.append(item)
      }
    }
    let paths = try context.fetch(
      FetchDescriptor<Path>(
        predicate: #Predicate {
          $0.importRecord?.persistentModelID == record && $0.digest != nil
        }))
    for path in paths {
      var item = FileItem(kind: FileItem.Kind(rawValue: path.kind) ?? .track)
      item.digest = path.digest
      item.position = path.position
      item.form = ContentDigest.form(of: try StoredItems(context).header(path))
      items.append(item)
    }
    return items
  }

  private struct Noted: Decodable {
    var supersededImports: [GeoFileHeader.SupersededImport]?
  }

  /// Returns the descriptions of superseded imports, indexed by the imports' database keys. The
  /// descriptions are stored with later imports.
  ///
  /// - Complexity: O(*n*), where *n* is the number of imports.
  static func superseded(
    _ context: ModelContext, except own: Int64?
  ) throws -> [Int64: GeoFileHeader.SupersededImport] {
    var found: [Int64: GeoFileHeader.SupersededImport] = [:]
    try context.forEachChunk(of: ImportRecord.self, [.key, .text(\.header)], size: 256) { chunk in
      for (key, header) in zip(chunk.integers(0), chunk.optionalTexts(1)) where key != own {
        guard let header, header.contains("\"supersededImports\"") else { continue }
        for state in try StoredJSON.decode(Noted.self, header).supersededImports ?? [] {
          found[state.record] = state
        }
      }
    }
    return found
  }
}

extension ImportInput {
  /// Returns whether the given earlier import read a file at the same location as the current file.
  ///
  /// - Parameter source: The stored name of the earlier import's file.
  func isAtPlace(of record: Int64, _ source: String, in context: ModelContext) throws -> Bool {
    guard let path = location else { return false }
    if source.hasPrefix("/") { return source == path }
    let identifier = context.identifier(ItemID(.importRecord, record))
    return try context.model(ImportRecord.self, for: identifier)
      .flatMap(StoredItems(context).header(of:))?.path == path
  }
}

extension [ItemID] {
  /// The database keys of the items, combined into as few ranges as possible, in ascending order.
  fileprivate var keyRanges: [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    for key in map(\.key).sorted() {
      if let last = ranges.last, last.upperBound == key - 1 {
        ranges[ranges.count - 1] = last.lowerBound...key
      } else {
        ranges.append(key...key)
      }
    }
    return ranges
  }
}

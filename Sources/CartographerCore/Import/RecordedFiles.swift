import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// A search for earlier imports of a file, by content and by name.
///
/// The search rules are described in `docs/formats/import.md`.
struct RecordedFiles {
  struct Found {
    /// The earlier imports of the file that is being imported, newest first.
    var records: [Int64] = []
    /// The earlier imports with items that later versions of the file do not contain.
    var former: [Int64] = []
    /// An import whose items resemble the file's items, but not closely enough to identify the
    /// file.
    var similar: Similar?
    /// Whether the user specified one of the imports, or an import was found by its file name.
    var isNamed = false
  }

  struct Similar {
    var record: ItemID
    var source: String
    /// The number of file items that equal or resemble an item from the earlier import.
    var count: Int
  }

  private let context: ModelContext
  private let former: RecordedItems
  private let input: ImportInput
  private let items: [FileItem]

  /// The maximum number of earlier imports with the same file name to compare with the file.
  /// The newest imports are compared first.
  private static let recordsAtMost = 64
  /// The number of recent imports that are compared even if their items have been edited in the
  /// library. Only imports with the same file name are counted.
  private static let newAtMost = 2
  /// The maximum number of items from other files that are compared with an item of the same name.
  static let namesakesAtMost = 2
  /// The maximum number of items that a file may contain if its item names are also to be searched
  /// for in the imports of other files.
  private static let itemsAtMost = 16

  init(_ context: ModelContext, _ former: RecordedItems, _ input: ImportInput, _ items: [FileItem])
  {
    self.context = context
    self.former = former
    self.input = input
    self.items = items
  }

  /// Finds the earlier imports of the file that is being imported.
  ///
  /// - Parameter named: The import that the user wants to update, or nil to find it automatically.
  /// - Parameter export: The file's format if this program exported the file, otherwise nil.
  ///   A file that this program exported may contain the items of several imports, and most formats
  ///   do not represent all values of these items.
  /// - Parameter own: The import in progress, whose record is skipped.
  func find(named: ItemID?, export: GeoFormat?, except own: ItemID?) throws -> Found {
    let sources = try former.known.sources(context, except: own?.key)
    var found = Found()
    guard !sources.isEmpty else { return found }
    if let named { found.records.append(named.key) }
    let namesakes = try namesakes(except: own?.key).prefix(Self.recordsAtMost)
    for (rank, record) in namesakes.enumerated()
    where try record != named?.key && isInFormat(export, record) {
      try weighNamesake(record, sources[record] ?? "", isNew: rank < Self.newAtMost, &found)
    }
    let seen = Set(namesakes)
    found.isNamed = !found.records.isEmpty
    guard export == nil || export == .gpx else {
      found.former = try former(of: found.records, except: own?.key)
      found.similar = nil
      return found
    }
    let contents = try former.known.counts(of: wanted, except: own?.key, context)
    for (record, count) in contents.sorted(by: { $0.key > $1.key })
    where !seen.contains(record) && record != named?.key {
      try weigh(record, sources[record] ?? "", count, &found)
    }
    found.former = try former(of: found.records, except: own?.key)
    guard export == nil else {
      if !found.isNamed, try holdsMore(than: found.records + found.former, except: own) {
        found.records = []
        found.former = []
      }
      found.similar = nil
      return found
    }
    if found.records.isEmpty, found.similar == nil {
      found.similar = try similar(sources, except: own)
    }
    return found
  }

  /// Returns whether an import's file had the given format, or true if the format is nil.
  private func isInFormat(_ format: GeoFormat?, _ record: Int64) throws -> Bool {
    guard let format else { return true }
    let identifier = context.identifier(ItemID(.importRecord, record))
    let stored = try context.model(ImportRecord.self, for: identifier)?.format
    return stored ?? GeoFormat.gpx.id == format.id
  }

  /// Returns the earlier imports that still have items missing from later versions of the file.
  private func former(of records: [Int64], except own: Int64?) throws -> [Int64] {
    var found = records
    var index = 0
    while index < found.count, found.count < Self.recordsAtMost {
      let identifier = context.identifier(ItemID(.importRecord, found[index]))
      let header = try context.model(ImportRecord.self, for: identifier)
        .flatMap(StoredItems(context).header(of:))
      for record in header?.importRecords ?? [] where record != own && !found.contains(record) {
        found.append(record)
      }
      index += 1
    }
    return Array(found[records.count...])
  }

  /// Returns whether any other import contains items of the file that are missing from the given
  /// imports.
  private func holdsMore(than records: [Int64], except own: ItemID?) throws -> Bool {
    var rest = wanted
    for item in try records.flatMap(former.items(of:)) {
      if let content = item.content { rest[content]? -= 1 }
    }
    rest = rest.filter { $0.value > 0 }
    return try former.known.counts(of: rest, except: own?.key, context)
      .contains { !records.contains($0.key) }
  }

  // MARK: Names

  /// Returns the earlier imports of files that have the same name as the file being imported,
  /// newest first.
  private func namesakes(except own: Int64?) throws -> [Int64] {
    input.location == nil ? [] : try former.known.records(named: input.name, context, except: own)
  }

  // MARK: Evidence

  /// The content keys of the file's items, each with the number of items that have this content.
  private var wanted: [ImportRecords.Content: Int] {
    var wanted: [ImportRecords.Content: Int] = [:]
    for item in items { if let content = item.content { wanted[content, default: 0] += 1 } }
    return wanted
  }

  private func pairs(
    with old: [FileItem], isSameFile: Bool = false, seesEdits: Bool = false
  ) throws -> [ItemMatcher.Pair] {
    var matcher = ItemMatcher(old: old, new: items, former)
    try matcher.run(isSameFile: isSameFile)
    if seesEdits { try matcher.matchEditedPaths(isSameFile: isSameFile) }
    return matcher.pairs
  }

  /// Decides whether an earlier import with the same file name is an import of the same file.
  ///
  /// Two files with the same name in the same folder are treated as the same file if at least one
  /// item matches. For files in different folders, at least half of the smaller file's items must
  /// match. A single uncertain match is not enough. If both files have paths, matching places alone
  /// are not enough.
  ///
  /// - Parameter isNew: Whether the import is one of the newest imports with this file name.
  ///   Items of the newest imports are compared even if they were edited in the library.
  private func weighNamesake(
    _ record: Int64, _ source: String, isNew: Bool, _ found: inout Found
  ) throws {
    let old = try former.items(of: record)
    guard !old.isEmpty else { return }
    let isSameFile = try input.isAtPlace(of: record, source, in: context)
    let pairs = try pairs(
      with: old, isSameFile: isSameFile, seesEdits: isNew || isSameFile)
    let isEnough =
      isSameFile
      ? !pairs.isEmpty
      : pairs.count * 2 >= min(old.count, items.count)
        && (pairs.count > 1 || pairs.contains(where: \.isCertain))
        && (pairs.contains { old[$0.old].kind != .place } || !Self.bothHavePaths(old, items))
    if isEnough {
      found.records.append(record)
    } else {
      let names = Set(items.compactMap(\.name))
      var count = max(pairs.count, old.count { $0.name.map(names.contains) ?? false })
      if count == 0, isNew { count = try self.pairs(with: old, isSameFile: true).count }
      if count > 0 { note(record, source, count, &found) }
    }
  }

  /// Returns whether both lists of items contain at least one path.
  private static func bothHavePaths(_ one: [FileItem], _ other: [FileItem]) -> Bool {
    one.contains { $0.kind != .place } && other.contains { $0.kind != .place }
  }

  /// Decides whether an earlier import with another file name is an import of the same file. The
  /// files are regarded as the same if more than half of the larger file's items are equal.
  private func weigh(
    _ record: Int64, _ source: String, _ count: Int, _ found: inout Found
  ) throws {
    let old = try former.items(of: record)
    if count * 2 > max(old.count, items.count) {
      found.records.append(record)
    } else {
      note(record, source, count, &found)
    }
  }

  /// Returns an import of another file with at least one item that is similar to an item of this
  /// file. The result is nil if no such import exists.
  private func similar(_ sources: [Int64: String], except own: ItemID?) throws -> Similar? {
    guard items.count <= Self.itemsAtMost else { return nil }
    let names = Set(
      items.compactMap { item in
        item.name.map { ImportRecords.Name(isPlace: item.kind == .place, name: $0) }
      })
    guard !names.isEmpty else { return nil }
    let old = try names.flatMap { try namesakes($0, except: own?.key) }
    guard let key = try pairs(with: old).map({ old[$0.old].record }).max(),
      let source = sources[key]
    else { return nil }
    return Similar(record: ItemID(.importRecord, key), source: source, count: 1)
  }

  /// Returns the newest places or paths that have the given name and do not belong to the import in
  /// progress.
  private func namesakes(_ name: ImportRecords.Name, except own: Int64?) throws -> [FileItem] {
    let count = items.count { $0.name == name.name && ($0.kind == .place) == name.isPlace }
    return try former.known.namesakes(name) {
      let found = try former.namesakes(
        name.name, arePlaces: name.isPlace, atMost: count + Self.namesakesAtMost, except: own)
      return Array(found.prefix(Self.namesakesAtMost))
    }
  }

  private func note(_ record: Int64, _ source: String, _ count: Int, _ found: inout Found) {
    if let similar = found.similar, similar.count >= count { return }
    found.similar = Similar(
      record: ItemID(.importRecord, record), source: source, count: count)
  }
}

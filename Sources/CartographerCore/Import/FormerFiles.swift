import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// Finds the earlier imports of a file, by what it holds and what it is called. The rules are in
/// `docs/formats/import.md`.
struct FormerFiles {
  struct Found {
    /// The imports of the same file, newest first.
    var records: [Int64] = []
    /// Those that have what the file lost when they were updated.
    var former: [Int64] = []
    /// One that has something in common with the file, though not enough to be sure.
    var similar: Similar?
  }

  struct Similar {
    var record: ItemID
    var source: String
    /// How many of the file's items it has, or has something like.
    var count: Int
  }

  private let context: ModelContext
  private let former: FormerItems
  private let input: ImportInput
  private let items: [FileItem]

  /// The most imports of one file name that are looked into, and the most items of one name
  /// elsewhere: the newest. For a file of more items than the last number nothing is looked for elsewhere.
  private static let recordsAtMost = 64
  private static let newAtMost = 2
  static let namesakesAtMost = 2
  private static let itemsAtMost = 16

  init(_ context: ModelContext, _ former: FormerItems, _ input: ImportInput, _ items: [FileItem]) {
    self.context = context
    self.former = former
    self.input = input
    self.items = items
  }

  /// - Parameters:
  ///   - named: The import that the user says the file updates.
  ///   - isOurs: Whether the file is an export of ours, which may hold what several files had.
  ///   - own: The import that is being made.
  func find(named: ItemID?, isOurs: Bool, except own: ItemID?) throws -> Found {
    let sources = try former.known.sources(context, except: own?.key)
    var found = Found()
    guard !sources.isEmpty else { return found }
    if let named { found.records.append(named.key) }
    let namesakes = try namesakes(except: own?.key).prefix(Self.recordsAtMost)
    for (rank, record) in namesakes.enumerated() where record != named?.key {
      try weighNamesake(record, sources[record] ?? "", isNew: rank < Self.newAtMost, &found)
    }
    let seen = Set(namesakes)
    let isNamed = !found.records.isEmpty
    let contents = try former.known.counts(of: wanted, except: own?.key, context)
    for (record, count) in contents.sorted(by: { $0.key > $1.key })
    where !seen.contains(record) && record != named?.key {
      try weigh(record, sources[record] ?? "", count, &found)
    }
    found.former = try former(of: found.records, except: own?.key)
    if !isNamed, isOurs, let newest = found.records.first,
      try holdsMore(than: found.records + found.former, except: own)
    {
      note(newest, sources[newest] ?? "", contents[newest] ?? 0, &found)
      found.records = []
      found.former = []
    }
    if found.records.isEmpty, found.similar == nil {
      found.similar = try similar(sources, except: own)
    }
    return found
  }

  /// The imports that have what the file lost when others of it were made.
  private func former(of records: [Int64], except own: Int64?) throws -> [Int64] {
    var found = records
    var place = 0
    while place < found.count, found.count < Self.recordsAtMost {
      let identifier = context.identifier(ItemID(.importRecord, found[place]))
      let header = try context.model(ImportRecord.self, for: identifier)
        .flatMap(StoredItems(context).header(of:))
      for record in header?.formerImports ?? [] where record != own && !found.contains(record) {
        found.append(record)
      }
      place += 1
    }
    return Array(found[records.count...])
  }

  /// Whether other imports have contents of the file that some have not.
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

  /// The imports of files of this name, newest first.
  private func namesakes(except own: Int64?) throws -> [Int64] {
    input.url == nil ? [] : try former.known.records(named: input.name, context, except: own)
  }

  // MARK: Evidence

  /// The contents of the file's items, and how often it has each.
  private var wanted: [FormerImports.Content: Int] {
    var wanted: [FormerImports.Content: Int] = [:]
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

  /// An import of a file of this name is of the same file where half of the items of the smaller of
  /// the two are the same, and not by one place alone that says something else, nor by places alone
  /// where both have paths; from the same folder one is enough.
  ///
  /// - Parameter isNew: Whether it is worth a longer look at what they may have in common.
  private func weighNamesake(
    _ record: Int64, _ source: String, isNew: Bool, _ found: inout Found
  ) throws {
    let old = try former.items(of: record)
    guard !old.isEmpty else { return }
    let isSamePlace = try input.isAtPlace(of: record, source, in: context)
    let pairs = try pairs(
      with: old, isSameFile: isSamePlace, seesEdits: isNew || isSamePlace)
    let isEnough =
      isSamePlace
      ? !pairs.isEmpty
      : pairs.count * 2 >= min(old.count, items.count)
        && (pairs.count > 1 || pairs.contains(where: \.isCertain))
        && (pairs.contains { old[$0.old].kind != .place } || !Self.haveWays(old, items))
    if isEnough {
      found.records.append(record)
    } else {
      let names = Set(items.compactMap(\.name))
      var count = max(pairs.count, old.count { $0.name.map(names.contains) ?? false })
      if count == 0, isNew { count = try self.pairs(with: old, isSameFile: true).count }
      if count > 0 { note(record, source, count, &found) }
    }
  }

  /// Whether there are paths in both.
  private static func haveWays(_ one: [FileItem], _ other: [FileItem]) -> Bool {
    one.contains { $0.kind != .place } && other.contains { $0.kind != .place }
  }

  /// An import of a file of another name is of the same file where most items of both are equal.
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

  /// An import elsewhere that has something like an item of the file.
  private func similar(_ sources: [Int64: String], except own: ItemID?) throws -> Similar? {
    guard items.count <= Self.itemsAtMost else { return nil }
    let names = Set(
      items.compactMap { item in
        item.name.map { FormerImports.Name(isPlace: item.kind == .place, name: $0) }
      })
    guard !names.isEmpty else { return nil }
    let old = try names.flatMap { try namesakes($0, except: own?.key) }
    guard let key = try pairs(with: old).map({ old[$0.old].record }).max(),
      let source = sources[key]
    else { return nil }
    return Similar(record: ItemID(.importRecord, key), source: source, count: 1)
  }

  /// The newest places or paths of a name that came by other imports.
  private func namesakes(_ name: FormerImports.Name, except own: Int64?) throws -> [FileItem] {
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

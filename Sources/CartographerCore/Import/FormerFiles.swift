import CartographerModel
import Foundation
import SwiftData

/// Finds the earlier imports of a file, by what it holds and what it is called. The rules are in
/// `docs/formats/import.md`.
struct FormerFiles {
  struct Found {
    /// The imports of the same file, newest first.
    var records: [Int64] = []
    /// One that has something in common with the file, though not enough to be sure.
    var similar: Similar?
  }

  struct Similar {
    var record: ItemID
    var source: String
    /// How many of the file's items it has, or has something like.
    var count: Int
  }

  private struct Record {
    var key: Int64
    var source: String
  }

  private let context: ModelContext
  private let former: FormerItems
  private let input: ImportInput
  private let items: [FileItem]

  /// The most imports of one file name that are looked into, and the most items of one name
  /// elsewhere: the newest. For a file of more items than the last number nothing is looked for elsewhere.
  private static let recordsAtMost = 64
  private static let namesakesAtMost = 2
  private static let itemsAtMost = 16

  init(_ context: ModelContext, _ former: FormerItems, _ input: ImportInput, _ items: [FileItem]) {
    self.context = context
    self.former = former
    self.input = input
    self.items = items
  }

  /// - Parameters:
  ///   - named: The import that the user says the file updates.
  ///   - own: The import that is being made.
  func find(named: ItemID?, except own: ItemID?) throws -> Found {
    var records: [Record] = []
    try context.forEachChunk(of: ImportRecord.self, [.key, .text(\.source)]) { chunk in
      for (key, source) in zip(chunk.integers(0), chunk.texts(1)) where key != own?.key {
        records.append(Record(key: key, source: source))
      }
    }
    guard !records.isEmpty else { return Found() }
    records.sort { $0.key > $1.key }
    let contents = try contents(except: own)
    var found = Found()
    if let named { found.records.append(named.key) }
    let namesakes = namesakes(among: records)
    for (rank, record) in namesakes.enumerated() where record.key != named?.key {
      try weighNamesake(record, isNew: rank < Self.namesakesAtMost, &found)
    }
    let seen = Set(namesakes.map(\.key))
    for record in records where !seen.contains(record.key) && record.key != named?.key {
      try weigh(record, contents, &found)
    }
    if found.records.isEmpty, found.similar == nil {
      found.similar = try similar(records, except: own)
    }
    return found
  }

  // MARK: Names

  private static let packings = [".gz", ".bz2", ".zip"]

  /// The imports of files of this name. Told by bytes, since there may be many others.
  private func namesakes(among records: [Record]) -> ArraySlice<Record> {
    guard input.url != nil else { return [] }
    let name = Self.plainName(input.name)
    let endings = ([""] + Self.packings + Self.packings.map { $0.uppercased() }).map {
      Array((name + $0).utf8)
    }
    let lasts = Set(endings.compactMap(\.last))
    return records.filter { record in
      let source = record.source.utf8
      guard let last = source.last, lasts.contains(last) else { return false }
      return endings.contains { ending in
        guard ending.last == last, source.count >= ending.count,
          source.suffix(ending.count).elementsEqual(ending)
        else { return false }
        return source.count == ending.count
          || source.dropLast(ending.count).last == UInt8(ascii: "/")
      }
    }.prefix(Self.recordsAtMost)
  }

  /// The name of a file without its folders and without what says how it is packed.
  private static func plainName(_ source: String) -> String {
    let name = ImportInput.shortName(source)
    let ending = packings.first { name.lowercased().hasSuffix($0) }
    return String(name.dropLast(ending?.count ?? 0))
  }

  /// Whether an import came from the very place where this file is. A relative path does not tell.
  private func isSamePlace(_ source: String) -> Bool {
    source.hasPrefix("/") && source == input.url?.path
  }

  // MARK: Evidence

  /// How many items an import has whose content the file has too, by import.
  private func contents(except own: ItemID?) throws -> [Int64: Int] {
    var counts: [Int64: Int] = [:]
    // Each item of the file counts once for an import, however often that has it.
    var used: [Int64: [Int64: Int]] = [:]
    func note(_ chunk: BulkChunk, _ wanted: [Int64: Int]) {
      for (digest, record) in zip(chunk.integers(0), chunk.integers(1)) {
        guard let most = wanted[digest], record != 0, record != own?.key,
          used[record]?[digest] ?? 0 < most
        else { continue }
        used[record, default: [:]][digest, default: 0] += 1
        counts[record, default: 0] += 1
      }
    }
    let places = wanted { $0 == .place }
    if !places.isEmpty {
      try context.forEachChunk(
        of: Location.self, [.integer(\.digest), .reference(\.importRecord)]
      ) { note($0, places) }
    }
    let paths = wanted { $0 != .place }
    if !paths.isEmpty {
      try context.forEachChunk(
        of: Path.self, [.integer(\.digest), .reference(\.importRecord)]
      ) { note($0, paths) }
    }
    return counts
  }

  /// The contents of some items of the file, and how often it has them.
  private func wanted(_ isWanted: (FileItem.Kind) -> Bool) -> [Int64: Int] {
    var wanted: [Int64: Int] = [:]
    for item in items where isWanted(item.kind) {
      if let digest = item.digest { wanted[Int64(digest), default: 0] += 1 }
    }
    return wanted
  }

  private func pairs(
    with old: [FileItem], isSameFile: Bool = false
  ) throws -> [ItemMatcher.Pair] {
    var matcher = ItemMatcher(old: old, new: items, sketch: former.sketch)
    try matcher.run(isSameFile: isSameFile)
    return matcher.pairs
  }

  /// An import of a file of this name is of the same file where half of the items of the smaller of
  /// the two are the same, and not by one place alone that says something else; from the same folder
  /// one is enough.
  ///
  /// - Parameter isNew: Whether it is worth a longer look at what they may have in common.
  private func weighNamesake(
    _ record: Record, isNew: Bool, _ found: inout Found
  ) throws {
    let old = try former.items(of: record.key)
    guard !old.isEmpty else { return }
    let isSamePlace = isSamePlace(record.source)
    let pairs = try pairs(with: old, isSameFile: isSamePlace)
    let isEnough =
      isSamePlace
      ? !pairs.isEmpty
      : pairs.count * 2 >= min(old.count, items.count)
        && (pairs.count > 1 || pairs.contains(where: \.isCertain))
    if isEnough {
      found.records.append(record.key)
    } else {
      let names = Set(items.compactMap(\.name))
      var count = max(pairs.count, old.count { $0.name.map(names.contains) ?? false })
      if count == 0, isNew { count = try self.pairs(with: old, isSameFile: true).count }
      if count > 0 { note(record, count, &found) }
    }
  }

  /// An import of a file of another name is of the same file where most items of both are equal.
  private func weigh(
    _ record: Record, _ contents: [Int64: Int], _ found: inout Found
  ) throws {
    guard let count = contents[record.key] else { return }
    let old = try former.items(of: record.key)
    if count * 2 > max(old.count, items.count) {
      found.records.append(record.key)
    } else {
      note(record, count, &found)
    }
  }

  /// An import elsewhere that has something like an item of the file.
  private func similar(_ records: [Record], except own: ItemID?) throws -> Similar? {
    let names = Set(items.compactMap(\.name))
    guard !names.isEmpty, items.count <= Self.itemsAtMost else { return nil }
    let old = try names.flatMap { try namesakes($0, except: own?.key) }
    guard let key = try pairs(with: old).map({ old[$0.old].record }).max(),
      let record = records.first(where: { $0.key == key })
    else { return nil }
    return Similar(record: ItemID(.importRecord, key), source: record.source, count: 1)
  }

  /// The newest places and paths of a name that came by other imports.
  private func namesakes(_ name: String, except own: Int64?) throws -> [FileItem] {
    let limit = items.count { $0.name == name } + Self.namesakesAtMost
    var found: [FileItem] = []
    if items.contains(where: { $0.kind == .place && $0.name == name }) {
      found += try former.places(named: name, atMost: limit, except: own)
    }
    if items.contains(where: { $0.kind != .place && $0.name == name }) {
      found += try former.paths(named: name, atMost: limit, except: own)
    }
    return found
  }

  private func note(_ record: Record, _ count: Int, _ found: inout Found) {
    if let similar = found.similar, similar.count >= count { return }
    found.similar = Similar(
      record: ItemID(.importRecord, record.key), source: record.source, count: count)
  }
}

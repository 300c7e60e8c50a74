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
  /// elsewhere: the newest.
  private static let recordsAtMost = 64
  private static let namesakesAtMost = 8

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
    let hits = try hits(except: own)
    var found = Found()
    if let named { found.records.append(named.key) }
    let namesakes = records.filter { isNamesake($0.source) }.prefix(Self.recordsAtMost)
    for (rank, record) in namesakes.enumerated() where record.key != named?.key {
      try weighNamesake(record, hits, isNew: rank < Self.namesakesAtMost, &found)
    }
    let seen = Set(namesakes.map(\.key))
    for record in records where !seen.contains(record.key) && record.key != named?.key {
      try weigh(record, hits, &found)
    }
    if found.records.isEmpty, found.similar == nil {
      found.similar = try similar(records, hits)
    }
    return found
  }

  // MARK: Names

  private func isNamesake(_ source: String) -> Bool {
    guard input.url != nil else { return false }
    return Self.plainName(source) == Self.plainName(input.name)
  }

  /// The name of a file without its folders and without what says how it is packed.
  private static func plainName(_ source: String) -> String {
    var name = ImportInput.shortName(source)[...]
    for ending in [".gz", ".bz2", ".zip"] where name.lowercased().hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    return String(name)
  }

  /// Whether an import came from the very place where this file is. A relative path does not tell.
  private func isSamePlace(_ source: String) -> Bool {
    source.hasPrefix("/") && source == input.url?.path
  }

  // MARK: Evidence

  /// What of the store resembles an item of the file at first sight.
  private struct Hits {
    /// How many items have a content that the file has, by import.
    var contents: [Int64: Int] = [:]
    /// Items that are called as one of the file's.
    var names: [(id: ItemID, record: Int64)] = []
  }

  private func hits(except own: ItemID?) throws -> Hits {
    var digests: [FileItem.Kind: [Int64: Int]] = [:]
    for item in items {
      if let digest = item.digest {
        digests[item.kind == .place ? .place : .track, default: [:]][Int64(digest), default: 0] += 1
      }
    }
    let names = Set(items.compactMap(\.name))
    var hits = Hits()
    // Each item of the file counts once for an import, however often that has it.
    var used: [Int64: [Int64: Int]] = [:]
    func note(_ kind: ItemID.Kind, _ chunk: BulkChunk, _ wanted: [Int64: Int]) {
      let (keys, records) = (chunk.integers(0), chunk.integers(1))
      let (contents, texts) = (chunk.integers(2), chunk.texts(3))
      for row in 0..<chunk.count where records[row] != 0 && records[row] != own?.key {
        let record = records[row]
        if let most = wanted[contents[row]], used[record]?[contents[row]] ?? 0 < most {
          used[record, default: [:]][contents[row], default: 0] += 1
          hits.contents[record, default: 0] += 1
        }
        if names.contains(texts[row]) { hits.names.append((ItemID(kind, keys[row]), record)) }
      }
    }
    if let wanted = digests[.place] {
      try context.forEachChunk(
        of: Location.self,
        [.key, .reference(\.importRecord), .integer(\.digest), .text(\.name)]
      ) { note(.location, $0, wanted) }
    }
    if let wanted = digests[.track] {
      try context.forEachChunk(
        of: Path.self, [.key, .reference(\.importRecord), .integer(\.digest), .text(\.name)]
      ) { note(.path, $0, wanted) }
    }
    return hits
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
    _ record: Record, _ hits: Hits, isNew: Bool, _ found: inout Found
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
      var count = max(pairs.count, hits.names.count { $0.record == record.key })
      if count == 0, isNew { count = try self.pairs(with: old, isSameFile: true).count }
      if count > 0 { note(record, count, &found) }
    }
  }

  /// An import of a file of another name is of the same file where most items of both are equal.
  private func weigh(_ record: Record, _ hits: Hits, _ found: inout Found) throws {
    guard let count = hits.contents[record.key] else { return }
    let old = try former.items(of: record.key)
    if count * 2 > max(old.count, items.count) {
      found.records.append(record.key)
    } else {
      note(record, count, &found)
    }
  }

  /// An import elsewhere that has something like an item of the file.
  private func similar(_ records: [Record], _ hits: Hits) throws -> Similar? {
    let newest = hits.names.sorted { $0.id.key > $1.id.key }.prefix(Self.namesakesAtMost)
    let old = try newest.compactMap { try former.item($0.id, record: $0.record) }
    guard let key = try pairs(with: old).map({ old[$0.old].record }).max(),
      let record = records.first(where: { $0.key == key })
    else { return nil }
    return Similar(record: ItemID(.importRecord, key), source: record.source, count: 1)
  }

  private func note(_ record: Record, _ count: Int, _ found: inout Found) {
    if let similar = found.similar, similar.count >= count { return }
    found.similar = Similar(
      record: ItemID(.importRecord, record.key), source: record.source, count: count)
  }
}

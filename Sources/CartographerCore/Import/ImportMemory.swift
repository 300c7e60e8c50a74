import CartographerModel
import GeoFormats
import SwiftData
import Synchronization

/// A cache of data about earlier imports. The cache stays valid while files are imported one after
/// another. Any other change to the store invalidates the cache.
///
/// Without the cache, the time to import many files would be quadratic in the number of files.
final class ImportMemory: Sendable {
  private struct State: Sendable {
    var revision: Int64
    var known: ImportRecords
  }

  private let state = Mutex<State?>(nil)

  /// Removes the data from the cache and returns it, or returns an empty value if the data is not
  /// valid for the given store revision. The caller has exclusive use of the data until it calls
  /// ``keep(_:at:)``.
  func removeRecords(at revision: Int64) -> ImportRecords {
    state.withLock { state in
      defer { state = nil }
      guard let found = state, found.revision == revision else { return ImportRecords() }
      return found.known
    }
  }

  /// Caches data together with the store revision for which the data is valid.
  func keep(_ known: ImportRecords, at revision: Int64) {
    state.withLock { $0 = State(revision: revision, known: known) }
  }
}

/// Cached data about the imports in a store. The data is loaded on first use.
///
/// The cached data is valid only until the store changes.
struct ImportRecords: Sendable {
  /// A key that identifies an imported item's content: the item's kind and the digest of its data.
  struct Content: Hashable, Sendable {
    var isPlace: Bool
    var digest: Int64
  }

  /// An item name, and whether the items with this name are places or paths.
  struct Name: Hashable, Sendable {
    var isPlace: Bool
    var name: String
  }

  private struct Records: Sendable {
    var sources: [Int64: String] = [:]
    /// The imports' database keys, oldest first, indexed by file name.
    var byName: [String: [Int64]] = [:]
    var byHash: [String: [Int64]] = [:]

    mutating func add(_ key: Int64, source: String, hash: String) {
      sources[key] = source
      byName[ImportRecords.plainName(source), default: []].append(key)
      byHash[hash, default: []].append(key)
    }
  }

  private var records: Records?
  /// The imports' database keys, indexed by the contents of the imported items. The dictionary is
  /// nil if the contents are not loaded yet or are too numerous to cache.
  private var contents: [Content: [Int64]]?
  private var newest: [Name: [FileItem]] = [:]
  private var superseded: [Int64: GeoFileHeader.SupersededImport]?
  private var sketches: [ItemID: PointSketch] = [:]

  private static let contentsAtMost = 200_000
  private static let namesAtMost = 20_000
  private static let sketchesAtMost = 1_000

  // MARK: Imports

  /// Loads the imports of the store into the cache.
  ///
  /// - Parameter own: The database key of the import in progress, which is skipped.
  private mutating func load(_ context: ModelContext, except own: Int64?) throws -> Records {
    if let records { return records }
    var found = Records()
    try context.forEachChunk(
      of: ImportRecord.self, [.key, .text(\.source), .text(\.sha256)]
    ) { chunk in
      for (key, (source, hash)) in zip(chunk.integers(0), zip(chunk.texts(1), chunk.texts(2)))
      where key != own {
        found.add(key, source: source, hash: hash)
      }
    }
    records = found
    return found
  }

  /// Returns each import's file name as specified by the user, indexed by the import's database
  /// key.
  mutating func sources(_ context: ModelContext, except own: Int64?) throws -> [Int64: String] {
    try load(context, except: own).sources
  }

  /// Returns the imports of files with the given name, newest first. Folder paths and compression
  /// extensions such as `.gz` are ignored.
  mutating func records(
    named name: String, _ context: ModelContext, except own: Int64?
  ) throws -> [Int64] {
    try load(context, except: own).byName[Self.plainName(name)]?.sorted(by: >) ?? []
  }

  /// Returns whether any import was made from a file with exactly the given name.
  mutating func hasSource(_ source: String, _ context: ModelContext) throws -> Bool {
    let records = try load(context, except: nil)
    return records.byName[Self.plainName(source)]?.contains { records.sources[$0] == source }
      ?? false
  }

  /// Returns the imports of files with the given hash, newest first.
  mutating func records(
    ofBytes hash: String, _ context: ModelContext, except own: Int64?
  ) throws -> [Int64] {
    try load(context, except: own).byHash[hash]?.sorted(by: >) ?? []
  }

  /// Returns the stored descriptions of superseded imports, indexed by the import's database key.
  ///
  /// A complete import is superseded if some of its items now belong to a later import.
  mutating func superseded(
    _ context: ModelContext, except own: Int64?
  ) throws -> [Int64: GeoFileHeader.SupersededImport] {
    if let superseded { return superseded }
    let found = try KnownImport.superseded(context, except: own)
    superseded = found
    return found
  }

  /// Returns the last component of a file's path, without a compression extension such as `.gz`.
  private static func plainName(_ source: String) -> String {
    let name = ImportInput.shortName(source)
    let ending = [".gz", ".bz2", ".xz", ".zst", ".zip"].first { name.lowercased().hasSuffix($0) }
    return String(name.dropLast(ending?.count ?? 0))
  }

  // MARK: Items

  /// Counts, for each import, the items whose content is among the given contents.
  ///
  /// - Parameter wanted: The contents to look for, each with the maximum number of items to count.
  /// - Parameter own: The import in progress, which is not counted.
  /// - Complexity: O(*w*) for *w* wanted contents if the contents of the items are cached.
  ///   Otherwise, the complexity is O(*n*) for *n* places and paths. The cache holds the contents
  ///   of at most 200 000 items.
  mutating func counts(
    of wanted: [Content: Int], except own: Int64?, _ context: ModelContext
  ) throws -> [Int64: Int] {
    if contents == nil {
      var found = Tally(wanted: wanted, own: own, limit: Self.contentsAtMost)
      try context.forEachChunk(
        of: Location.self, [.integer(\.digest), .reference(\.importRecord)]
      ) { found.add($0, isPlace: true) }
      try context.forEachChunk(
        of: Path.self, [.integer(\.digest), .reference(\.importRecord)]
      ) { found.add($0, isPlace: false) }
      contents = found.all
      return found.counts
    }
    var counts: [Int64: Int] = [:]
    for (content, most) in wanted {
      var used: [Int64: Int] = [:]
      for record in contents?[content] ?? [] where used[record, default: 0] < most {
        used[record, default: 0] += 1
        counts[record, default: 0] += 1
      }
    }
    return counts
  }

  /// Returns the most recently imported items with the given name. Items that are not cached are
  /// found with a closure and then cached.
  mutating func namesakes(_ name: Name, _ find: () throws -> [FileItem]) rethrows -> [FileItem] {
    if let known = newest[name] { return known }
    let found = try find()
    if newest.count >= Self.namesAtMost { newest = [:] }
    newest[name] = found
    return found
  }

  func sketch(of id: ItemID) -> PointSketch? { sketches[id] }

  mutating func note(_ sketch: PointSketch, of id: ItemID) {
    if sketches.count >= Self.sketchesAtMost { sketches = [:] }
    sketches[id] = sketch
  }

  // MARK: New imports

  /// Adds a newly stored import to the cache.
  mutating func add(
    _ record: ItemID, source: String, hash: String, _ items: [FileItem], namesakesAtMost: Int
  ) {
    records?.add(record.key, source: source, hash: hash)
    if contents != nil {
      for item in items {
        if let content = item.content { contents?[content, default: []].append(record.key) }
      }
      if (contents?.count ?? 0) > Self.contentsAtMost { contents = nil }
    }
    for var item in items {
      guard let name = item.name, let id = item.id else { continue }
      let key = Name(isPlace: item.kind == .place, name: name)
      guard var known = newest[key] else { continue }
      item.record = record.key
      if let sketch = item.sketch { note(sketch, of: id) }
      item.sketch = nil
      known.insert(item, at: 0)
      newest[key] = Array(known.prefix(namesakesAtMost))
    }
  }
}

extension FileItem {
  /// The cache key for the item's content. Nil if no digest is known for the item.
  var content: ImportRecords.Content? {
    digest.map { ImportRecords.Content(isPlace: kind == .place, digest: Int64($0)) }
  }
}

/// A count of the items that each import has in common with a file. The tally also collects the
/// contents of all items for the cache, unless there are too many.
private struct Tally {
  typealias Content = ImportRecords.Content
  let wanted: [Content: Int]
  let own: Int64?
  let limit: Int
  private(set) var counts: [Int64: Int] = [:]
  private(set) var all: [Content: [Int64]]? = [:]
  private var used: [Int64: [Content: Int]] = [:]
  private var total = 0

  init(wanted: [Content: Int], own: Int64?, limit: Int) {
    (self.wanted, self.own, self.limit) = (wanted, own, limit)
  }

  mutating func add(_ chunk: BulkChunk, isPlace: Bool) {
    total += chunk.count
    if total > limit { all = nil }
    for (digest, record) in zip(chunk.integers(0), chunk.integers(1))
    where record != 0 && record != own {
      let content = Content(isPlace: isPlace, digest: digest)
      all?[content, default: []].append(record)
      guard let most = wanted[content], used[record]?[content] ?? 0 < most else { continue }
      used[record, default: [:]][content, default: 0] += 1
      counts[record, default: 0] += 1
    }
  }
}

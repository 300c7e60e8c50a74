import CartographerModel
import GeoFormats
import SwiftData
import Synchronization

/// What a library knows of earlier imports from one file to the next, as long as nothing else
/// changes its store: asking again for each of thousands of files would take time by their square.
final class ImportMemory: Sendable {
  private struct State: Sendable {
    var revision: Int64
    var known: FormerImports
  }

  private let state = Mutex<State?>(nil)

  /// What is known of a store at a revision. Whoever asks has it alone until ``keep(_:at:)``.
  func take(at revision: Int64) -> FormerImports {
    state.withLock { state in
      defer { state = nil }
      guard let found = state, found.revision == revision else { return FormerImports() }
      return found.known
    }
  }

  /// Gives back what holds of the store at a revision.
  func keep(_ known: FormerImports, at revision: Int64) {
    state.withLock { $0 = State(revision: revision, known: known) }
  }
}

/// The imports of a store and what is looked up of them, each found out when it is first asked for.
///
/// Nothing of it may be used once the store has changed.
struct FormerImports: Sendable {
  /// An item's kind of table and the digest of what was imported.
  struct Content: Hashable, Sendable {
    var isPlace: Bool
    var digest: Int64
  }

  /// What places, or paths, are called.
  struct Name: Hashable, Sendable {
    var isPlace: Bool
    var name: String
  }

  private struct Records: Sendable {
    var sources: [Int64: String] = [:]
    /// By the names of their files, oldest first.
    var byName: [String: [Int64]] = [:]
    var byHash: [String: [Int64]] = [:]

    mutating func add(_ key: Int64, source: String, hash: String) {
      sources[key] = source
      byName[FormerImports.plainName(source), default: []].append(key)
      byHash[hash, default: []].append(key)
    }
  }

  private var records: Records?
  /// The imports of the items of each content; nil while unknown, or too many to be kept.
  private var contents: [Content: [Int64]]?
  private var newest: [Name: [FileItem]] = [:]
  private var superseded: [Int64: GeoFileHeader.SupersededImport]?
  private var sketches: [ItemID: PointSketch] = [:]

  private static let contentsAtMost = 200_000
  private static let namesAtMost = 20_000
  private static let sketchesAtMost = 1_000

  // MARK: Imports

  /// - Parameter own: The import that is being made, which is none of before.
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

  /// The files' names as they were given, by import.
  mutating func sources(_ context: ModelContext, except own: Int64?) throws -> [Int64: String] {
    try load(context, except: own).sources
  }

  /// The imports of files of a name, whatever their folders and packings, newest first.
  mutating func records(
    named name: String, _ context: ModelContext, except own: Int64?
  ) throws -> [Int64] {
    try load(context, except: own).byName[Self.plainName(name)]?.sorted(by: >) ?? []
  }

  /// Whether a file was imported under this very name.
  mutating func hasSource(_ source: String, _ context: ModelContext) throws -> Bool {
    let records = try load(context, except: nil)
    return records.byName[Self.plainName(source)]?.contains { records.sources[$0] == source }
      ?? false
  }

  /// The imports of these bytes, newest first.
  mutating func records(
    ofBytes hash: String, _ context: ModelContext, except own: Int64?
  ) throws -> [Int64] {
    try load(context, except: own).byHash[hash]?.sorted(by: >) ?? []
  }

  /// Returns the superseded imports, by the keys of their records: imports with all items of their
  /// file until a later import became the owner of some of them.
  mutating func superseded(
    _ context: ModelContext, except own: Int64?
  ) throws -> [Int64: GeoFileHeader.SupersededImport] {
    if let superseded { return superseded }
    let found = try KnownImport.superseded(context, except: own)
    superseded = found
    return found
  }

  /// The name of a file without its folders and without what says how it is packed.
  private static func plainName(_ source: String) -> String {
    let name = ImportInput.shortName(source)
    let ending = [".gz", ".bz2", ".xz", ".zst", ".zip"].first { name.lowercased().hasSuffix($0) }
    return String(name.dropLast(ending?.count ?? 0))
  }

  // MARK: Items

  /// How many items each import has of some contents.
  ///
  /// - Parameters:
  ///   - wanted: How often an item of each may count.
  ///   - own: The import that is being made, which does not count.
  /// - Complexity: O(wanted) where a library of up to 200 000 items is known, else O(items).
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

  /// The newest items of a name that came by other imports, or what a body finds where nobody asked
  /// before.
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

  // MARK: What an import brings

  /// Takes a new import, once it is in the store.
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
  /// What tells its content; nil where that was not noted.
  var content: FormerImports.Content? {
    digest.map { FormerImports.Content(isPlace: kind == .place, digest: Int64($0)) }
  }
}

/// Counts contents by import while all items are read, and keeps all where they are not too many.
private struct Tally {
  typealias Content = FormerImports.Content
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

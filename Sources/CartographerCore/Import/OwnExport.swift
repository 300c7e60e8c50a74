import GeoFormats
import SwiftData

/// The items that a file exported by this program has in common with the library.
///
/// The matching rules are described in `docs/formats/import.md`, and the reasons for them in ADR
/// 0019.
struct OwnExport {
  /// A file item and the library item that it represents.
  struct Match {
    /// The item in the library.
    var old: FileItem
    /// The item's index in the list of the file's items.
    var new: Int
    /// Whether the library's item would be identical to the file's item if it were written in the
    /// file's format.
    var isEqual: Bool
  }

  /// The matched items. The equal ones come first, in file order, followed by the edited ones.
  private(set) var matches: [Match] = []
  /// Pairs of library and file items that resemble each other but may be different items.
  private(set) var similar: [Match] = []

  let format: GeoFormat
  private let items: [FileItem]
  private let former: RecordedItems
  private var old: [FileItem]
  private var matchedOld: Set<Int> = []
  private var matchedNew: Set<Int> = []

  /// Compares a file's items with all items in the library.
  ///
  /// - Parameter items: The items of the file, which need not be stored yet.
  /// - Parameter version: The format version specified in the file.
  /// - Parameter own: The key of the import in progress, or nil in a dry run.
  /// - Complexity: O(*n* + *p*) for *n* items in the library.
  ///   *p* is the number of points in the library items that may equal an item of the file.
  init(
    _ context: ModelContext, _ former: RecordedItems, _ items: [FileItem], _ format: GeoFormat,
    version: String?, except own: Int64?
  ) throws {
    self.format = format
    self.items = items
    self.former = former
    old = try Self.candidates(for: items, context, except: own)
    guard !old.isEmpty else { return }
    let starts = Set(items.map(Start.init))
    let near = old.indices.filter { starts.contains(Start(old[$0])) }
    let values = try former.values(of: near.compactMap { old[$0].id })
    for index in near { old[index].values = old[index].id.flatMap { values[$0] } }
    matchEqual(near, old)
    // Written and read again only if needed, since that takes longer.
    let open = Set(items.indices.filter { !matchedNew.contains($0) }.map { Start(items[$0]) })
    let rest = near.filter { !matchedOld.contains($0) && open.contains(Start(old[$0])) }
    if !rest.isEmpty {
      var form = WrittenItems(context, in: format, version: version)
      let written = try form.all(rest.map { old[$0] })
      matchEqual(rest, old.map { $0.id.flatMap { written[$0] } })
    }
    matches.sort { $0.new < $1.new }
    try matchEdited()
    try findSimilar()
  }

  /// Whether every item in the file equals an item in the library.
  var isWhole: Bool { !items.isEmpty && matches.count { $0.isEqual } == items.count }

  // MARK: Candidates

  /// The position of a place, or of a path's first point. Every format stores this position
  /// exactly.
  private struct Start: Hashable {
    var isPlace: Bool
    var latitude: Double?
    var longitude: Double?

    init(_ item: FileItem) {
      isPlace = item.kind == .place
      latitude = item.first?.latitude
      longitude = item.first?.longitude
    }
  }

  /// Returns the library items that have the same position, name or content as an item of the file.
  /// Items in the trash come last.
  private static func candidates(
    for items: [FileItem], _ context: ModelContext, except own: Int64?
  ) throws -> [FileItem] {
    let starts = Set(items.map(Start.init))
    let names = Set(items.compactMap(\.name))
    let contents = Set(items.compactMap(\.digest))
    let columns = RecordedColumns(context) { item in
      item.record != own
        && (starts.contains(Start(item)) || item.name.map(names.contains) ?? false
          || item.digest.map(contents.contains) ?? false)
    }
    let found = try columns.places() + columns.paths()
    return found.filter { !$0.isTrashed } + found.filter(\.isTrashed)
  }

  // MARK: Matches

  private struct Content: Hashable {
    var kind: FileItem.Kind
    var values: Int
  }

  /// Matches the file's items with library items that have equal values. If several items are
  /// equal, they are matched in order.
  ///
  /// - Parameter forms: The library's items, converted for comparison with the file's items.
  private mutating func matchEqual(_ indices: [Int], _ forms: [FileItem?]) {
    var waiting: [Content: [Int]] = [:]
    for index in indices.reversed() where !matchedOld.contains(index) {
      guard let item = forms[index], let values = item.values else { continue }
      waiting[Content(kind: item.kind, values: values), default: []].append(index)
    }
    for (index, item) in items.enumerated() where !matchedNew.contains(index) {
      guard let values = item.values,
        let found = waiting[Content(kind: item.kind, values: values)]?.popLast()
      else { continue }
      add(Match(old: old[found], new: index, isEqual: true), found)
    }
  }

  private mutating func add(_ match: Match, _ index: Int) {
    matchedOld.insert(index)
    matchedNew.insert(match.new)
    matches.append(match)
  }

  private var matcher: ItemMatcher {
    var matcher = ItemMatcher(old: old, new: items, former)
    matcher.matchedOld = matchedOld
    matcher.matchedNew = matchedNew
    return matcher
  }

  /// Matches items with different values if other evidence strongly suggests that they are the same
  /// item. Places with different names are never matched.
  private mutating func matchEdited() throws {
    guard matchedNew.count < items.count else { return }
    var matcher = matcher
    try matcher.run(isSameFile: false)
    for pair in matcher.pairs {
      let (before, now) = (old[pair.old], items[pair.new])
      guard before.kind != .place || before.name == now.name || before.digest == now.digest else {
        continue
      }
      add(Match(old: before, new: pair.new, isEqual: false), pair.old)
    }
  }

  private mutating func findSimilar() throws {
    guard matchedNew.count < items.count else { return }
    var matcher = matcher
    try matcher.run(isSameFile: true)
    similar = matcher.pairs.map { Match(old: old[$0.old], new: $0.new, isEqual: false) }
  }
}

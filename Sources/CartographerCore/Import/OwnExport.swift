import GeoFormats
import SwiftData

/// The items that a file exported by this program has in common with the library.
///
/// The rules are in `docs/formats/import.md`, their reasons in ADR 0019.
struct OwnExport {
  /// An item of the file and the item of the library that it represents.
  struct Match {
    /// The item in the library.
    var old: FileItem
    /// The index of the item in the list of the file's items.
    var new: Int
    /// Whether the item in the library, written in the file's format, would be the file's item.
    var isEqual: Bool
  }

  /// The equal items first, in the order of the file.
  private(set) var matches: [Match] = []
  /// Items of the library that resemble items of the file, but may be other items.
  private(set) var similar: [Match] = []

  let format: GeoFormat
  private let items: [FileItem]
  private let former: RecordedItems
  private var old: [FileItem]
  private var takenOld: Set<Int> = []
  private var takenNew: Set<Int> = []

  /// Compares the items of a file with those of the whole library.
  ///
  /// - Parameter items: The items of the file, which need not be stored yet.
  /// - Parameter version: The version of the format as stated in the file.
  /// - Parameter own: The key of the import in progress, or nil in a dry run.
  /// - Complexity: O(items of the library), plus the points of the items that may be equal.
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
    takeEqual(near, old)
    // Written and read again only if needed, since that takes longer.
    let open = Set(items.indices.filter { !takenNew.contains($0) }.map { Start(items[$0]) })
    let rest = near.filter { !takenOld.contains($0) && open.contains(Start(old[$0])) }
    if !rest.isEmpty {
      var form = WrittenItems(context, in: format, version: version)
      let written = try form.all(rest.map { old[$0] })
      takeEqual(rest, old.map { $0.id.flatMap { written[$0] } })
    }
    matches.sort { $0.new < $1.new }
    try takeEdited()
    try findSimilar()
  }

  /// Whether every item of the file equals an item of the library.
  var isWhole: Bool { !items.isEmpty && matches.count { $0.isEqual } == items.count }

  // MARK: Candidates

  /// The position of a place, or of a path's first point. Every format keeps it exactly.
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

  /// Returns the library's items that share the position, the name or the content of an item of the
  /// file, those in the trash last.
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

  /// Matches items whose values are equal. If several items are equal, they are matched in their order.
  ///
  /// - Parameter forms: The forms of the library's items that are compared.
  private mutating func takeEqual(_ indices: [Int], _ forms: [FileItem?]) {
    var waiting: [Content: [Int]] = [:]
    for index in indices.reversed() where !takenOld.contains(index) {
      guard let item = forms[index], let values = item.values else { continue }
      waiting[Content(kind: item.kind, values: values), default: []].append(index)
    }
    for (index, item) in items.enumerated() where !takenNew.contains(index) {
      guard let values = item.values,
        let found = waiting[Content(kind: item.kind, values: values)]?.popLast()
      else { continue }
      take(Match(old: old[found], new: index, isEqual: true), found)
    }
  }

  private mutating func take(_ match: Match, _ index: Int) {
    takenOld.insert(index)
    takenNew.insert(match.new)
    matches.append(match)
  }

  private var matcher: ItemMatcher {
    var matcher = ItemMatcher(old: old, new: items, former)
    matcher.takenOld = takenOld
    matcher.takenNew = takenNew
    return matcher
  }

  /// Matches items with different values if there is strong evidence that they are the same. Places
  /// with different names are never the same.
  private mutating func takeEdited() throws {
    guard takenNew.count < items.count else { return }
    var matcher = matcher
    try matcher.run(isSameFile: false)
    for pair in matcher.pairs {
      let (before, now) = (old[pair.old], items[pair.new])
      guard before.kind != .place || before.name == now.name || before.digest == now.digest else {
        continue
      }
      take(Match(old: before, new: pair.new, isEqual: false), pair.old)
    }
  }

  private mutating func findSimilar() throws {
    guard takenNew.count < items.count else { return }
    var matcher = matcher
    try matcher.run(isSameFile: true)
    similar = matcher.pairs.map { Match(old: old[$0.old], new: $0.new, isEqual: false) }
  }
}

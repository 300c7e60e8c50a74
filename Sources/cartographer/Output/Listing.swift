import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// The items that `list` prints: the items of the requested kinds that match a query and are not in
/// the trash.
struct Listing {
  /// The order of items within each kind.
  enum Order: String, CaseIterable, ExpressibleByArgument {
    case added
    case name
  }

  private let kinds: [ItemID.Kind]
  private let index: ItemIndex
  private var places: [PlaceSnapshot] = []
  private var paths: [PathSnapshot] = []
  private var groups: [GroupSnapshot] = []
  private var lengths: [ItemID: PathLength] = [:]
  /// The measurements of the paths. They are needed only for JSON output.
  private var measures: [ItemID: TrackMeasures] = [:]
  /// The number of matching places and paths omitted because they have no time.
  private(set) var undatedCount = 0

  /// Finds the items that match a query.
  ///
  /// - Parameter query: The words to search for in names, notes, symbols and groups.
  ///   Case and accents are ignored. A word can also be the beginning of the date on which an item
  ///   was recorded. An item must match all words. An empty query matches all items.
  /// - Parameter group: The group to be listed, or nil for all items.
  /// - Parameter times: The time span of the items to list, or nil for all items.
  ///   A path must begin, or a place's time must lie, in this span. If a time span is given, groups
  ///   and items without times are left out.
  /// - Parameter order: The order of items within each kind.
  ///   A limit keeps the first items in this order.
  /// - Parameter limit: The maximum number of items, or 0 for all.
  /// - Parameter zone: The time zone of the dates.
  /// - Parameter hasMeasures: Whether to read the paths' measurements, needed only for JSON output.
  init(
    _ library: Library, kinds: [ItemID.Kind], query: String = "", group: ItemID? = nil,
    times: Range<Date>? = nil, order: Order = .added, limit: Int = 0, hasMeasures: Bool = false,
    zone: TimeZone = .gmt
  ) async throws {
    self.kinds = kinds
    let hasGroups = kinds.contains(.group)
    // Groups count their members, so a list of groups reads places and paths too.
    let scope = SnapshotScope(
      places: hasGroups || kinds.contains(.location) ? .all : .none,
      paths: hasGroups || kinds.contains(.path) ? .all : .none, groups: .all)
    index = ItemIndex(try await library.snapshot(of: scope))
    let words = query.split(whereSeparator: \.isWhitespace).map { word in
      (text: FoldedText(String(word)), day: DayWord(word, in: zone))
    }
    let index = index
    let needsTimes = times != nil || words.contains { $0.day != nil }
    let recorded =
      needsTimes && kinds.contains(.path)
      ? try await library.recordedTimes(of: index.snapshot.paths.map(\.id)) : [:]
    func matches(
      _ name: String, _ notes: String, _ groups: [ItemID], symbol: String? = nil,
      first: Date? = nil, last: Date? = nil
    ) -> Bool {
      guard !words.isEmpty else { return true }
      let texts = ([name, notes, symbol ?? ""] + groups.map(index.name)).map { FoldedText($0) }
      return words.allSatisfy { word in
        texts.contains { $0.contains(word.text) } || word.day?.matches(first, last) == true
      }
    }
    func isWanted(_ groups: [ItemID]) -> Bool { group.map(groups.contains) ?? true }
    if kinds.contains(.location) {
      places = index.snapshot.places.filter {
        $0.trashed == nil && isWanted($0.groups)
          && matches(
            $0.name, $0.notes, $0.groups, symbol: $0.symbol, first: $0.time, last: $0.time)
      }
    }
    if kinds.contains(.path) {
      paths = index.snapshot.paths.filter {
        let span = recorded[$0.id]
        return $0.trashed == nil && isWanted($0.groups)
          && matches(
            $0.name, $0.notes, $0.groups, symbol: $0.symbol, first: span?.lowerBound,
            last: span?.upperBound)
      }
    }
    if let times { keep(times, recorded) }
    if kinds.contains(.group), group == nil, times == nil {
      groups = index.snapshot.groups.filter { $0.trashed == nil && matches($0.name, $0.notes, []) }
    }
    // The list is sorted before it is shortened, so that the first items in order remain.
    if order == .name {
      places = Self.sorted(places, by: \.name)
      paths = Self.sorted(paths, by: \.name)
      groups = Self.sorted(groups, by: \.name)
    }
    if limit > 0 { shorten(to: limit) }
    // Measures are read last, and only of the listed paths, because each path costs a query.
    if hasMeasures {
      measures = try await library.measures(of: paths.map(\.id))
    } else {
      lengths = try await library.lengths(of: paths.map(\.id))
    }
  }

  /// Keeps only the paths that begin within a time span and the places whose times lie within this
  /// span.
  ///
  /// - Parameter recorded: The start and end times of all timed paths.
  private mutating func keep(_ times: Range<Date>, _ recorded: [ItemID: ClosedRange<Date>]) {
    undatedCount =
      places.count(where: { $0.time == nil }) + paths.count(where: { recorded[$0.id] == nil })
    places.removeAll { place in place.time.map { !times.contains($0) } ?? true }
    paths.removeAll { path in recorded[path.id].map { !times.contains($0.lowerBound) } ?? true }
  }

  /// Returns items in the natural order of their names. Items with equal names keep their order.
  private static func sorted<Item>(_ items: [Item], by name: (Item) -> String) -> [Item] {
    items.enumerated()
      .map { (key: NaturalOrder.key(SearchFolding.folded(name($1))), position: $0, item: $1) }
      .sorted { ($0.key, $0.position) < ($1.key, $1.position) }
      .map(\.item)
  }

  /// Keeps only the first `limit` items, in the order in which they are printed.
  private mutating func shorten(to limit: Int) {
    groups = Array(groups.prefix(limit))
    paths = Array(paths.prefix(limit - groups.count))
    places = Array(places.prefix(limit - groups.count - paths.count))
  }

  var ids: [ItemID] { places.map(\.id) + paths.map(\.id) + groups.map(\.id) }

  var isEmpty: Bool { places.isEmpty && paths.isEmpty && groups.isEmpty }

  func lines(_ notation: CoordinateNotation, _ units: UnitSystem) -> [DisplayText] {
    var table = PrintableTable([.leading, .leading, .leading, .trailing, .trailing, .leading])
    for group in groups {
      table.add([
        DisplayText(group.id.description), "group", DisplayText(group.name),
        DisplayText(Numbers.counted(group.placeCount, "place")),
        DisplayText(Numbers.counted(group.pathCount, "path")),
      ])
    }
    for path in paths {
      let length = lengths[path.id]
      table.add([
        DisplayText(path.id.description), DisplayText(path.kind.rawValue),
        DisplayText(path.title),
        DisplayText(length.map { units.length(metres: $0.metres) } ?? ""),
        DisplayText(Numbers.counted(length?.points ?? 0, "point")), index.groupsText(path.groups),
      ])
    }
    for place in places {
      let elevation = place.elevationMetres.map { units.elevation(metres: $0) }
      table.add([
        DisplayText(place.id.description), "place", DisplayText(place.title),
        DisplayText(notation.format(place.coordinate)),
        DisplayText(elevation ?? ""), index.groupsText(place.groups),
      ])
    }
    return table.lines
  }

  var json: JSONValue {
    .object([
      (
        "locations",
        kinds.contains(.location) ? .array(places.map { .object(index.members(of: $0)) }) : nil
      ),
      ("paths", kinds.contains(.path) ? .array(paths.map(json)) : nil),
      ("groups", kinds.contains(.group) ? .array(groups.map(json)) : nil),
    ])
  }

  private func json(_ path: PathSnapshot) -> JSONValue {
    let measures = measures[path.id]
    return .object(
      index.members(of: path, measures) + [("segments", measures.map { .count($0.segments) })])
  }

  private func json(_ group: GroupSnapshot) -> JSONValue {
    .object(
      index.members(of: group, locations: group.placeCount, paths: group.pathCount) + [
        ("locations", .count(group.placeCount)), ("paths", .count(group.pathCount)),
      ])
  }
}

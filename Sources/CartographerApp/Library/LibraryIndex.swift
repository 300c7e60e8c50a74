import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A snapshot of the library with indexes for fast lookup, search and drawing.
///
/// An index is built in a background task, once for each snapshot, and is shared by reference.
package final class LibraryIndex: Sendable {
  package let snapshot: LibrarySnapshot
  let placePositions: [ItemID: Int]
  let pathPositions: [ItemID: Int]
  let groupPositions: [ItemID: Int]
  /// The searchable text of each item: its name, notes, symbol and group names, folded to ignore
  /// case and accents.
  let searchKeys: [ItemID: SearchKey]
  /// The places outside the trash, as drawn on the map. A place without a colour is drawn in the
  /// colour of its first coloured group.
  package let mapPlaces: [MapPlace]
  /// The places and paths in each group, except items in the trash.
  let membersByGroup: [ItemID: [ItemID]]
  /// The groups outside the trash, sorted by name.
  package let groups: [GroupSnapshot]
  let names: NameOrder
  /// The measurements and the shapes of the paths.
  package let outlines: [ItemID: PathOutline]
  /// The numbers of paths and places outside the trash.
  let inUse: (paths: Int, places: Int)
  /// The changes since an earlier index. Nil if any item may have changed.
  package let change: IndexChange?

  package static let empty = LibraryIndex(LibrarySnapshot())

  /// Creates an index for a snapshot.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of items.
  package init(_ snapshot: LibrarySnapshot, outlines: [ItemID: PathOutline] = [:]) {
    self.snapshot = snapshot
    self.outlines = outlines
    change = nil
    inUse = LibraryIndex.inUse(snapshot)
    placePositions = LibraryIndex.positions(snapshot.places.map(\.id))
    pathPositions = LibraryIndex.positions(snapshot.paths.map(\.id))
    groupPositions = LibraryIndex.positions(snapshot.groups.map(\.id))
    let groupsInUse = GroupsInUse(snapshot.groups)
    var keys: [ItemID: SearchKey] = [:]
    keys.reserveCapacity(snapshot.places.count + snapshot.paths.count + snapshot.groups.count)
    for item in snapshot.places {
      keys[item.id] = groupsInUse.key(item.name, item.notes, item.groups, symbol: item.symbol)
    }
    for item in snapshot.paths {
      keys[item.id] = groupsInUse.key(item.name, item.notes, item.groups, symbol: item.symbol)
    }
    for item in snapshot.groups { keys[item.id] = groupsInUse.key(item.name, item.notes, []) }
    searchKeys = keys
    let names = NameOrder(keys)
    self.names = names
    groups = groupsInUse.groups.sorted { names.rank($0.id) < names.rank($1.id) }
    var members: [ItemID: [ItemID]] = [:]
    for path in snapshot.paths where path.trashed == nil {
      for group in path.groups { members[group, default: []].append(path.id) }
    }
    for place in snapshot.places where place.trashed == nil {
      for group in place.groups { members[group, default: []].append(place.id) }
    }
    membersByGroup = members
    mapPlaces = snapshot.places.compactMap(groupsInUse.mapPlace)
  }

  /// Creates an index for a snapshot by reusing data from an earlier index.
  init(
    _ snapshot: LibrarySnapshot, _ change: IndexChange?, placePositions: [ItemID: Int],
    pathPositions: [ItemID: Int], searchKeys: [ItemID: SearchKey], names: NameOrder,
    mapPlaces: [MapPlace], membersByGroup: [ItemID: [ItemID]], outlines: [ItemID: PathOutline]
  ) {
    self.snapshot = snapshot
    self.outlines = outlines
    self.change = change
    inUse = LibraryIndex.inUse(snapshot)
    self.placePositions = placePositions
    self.pathPositions = pathPositions
    groupPositions = LibraryIndex.positions(snapshot.groups.map(\.id))
    self.searchKeys = searchKeys
    self.names = names
    self.mapPlaces = mapPlaces
    self.membersByGroup = membersByGroup
    groups = snapshot.groups.filter { $0.trashed == nil }
      .sorted { names.rank($0.id) < names.rank($1.id) }
  }

  /// Creates a copy of an index with different outlines.
  convenience init(_ index: LibraryIndex, outlines: [ItemID: PathOutline]) {
    self.init(
      index.snapshot, index.change, placePositions: index.placePositions,
      pathPositions: index.pathPositions, searchKeys: index.searchKeys, names: index.names,
      mapPlaces: index.mapPlaces, membersByGroup: index.membersByGroup, outlines: outlines)
  }

  private static func inUse(_ snapshot: LibrarySnapshot) -> (paths: Int, places: Int) {
    (
      paths: snapshot.paths.indices.count { snapshot.paths[$0].trashed == nil },
      places: snapshot.places.indices.count { snapshot.places[$0].trashed == nil }
    )
  }

  static func positions(_ ids: [ItemID]) -> [ItemID: Int] {
    Dictionary(zip(ids, ids.indices)) { first, _ in first }
  }

  package subscript(id: ItemID) -> LibraryItem? {
    switch id.kind {
    case .location: place(id).map(LibraryItem.place)
    case .path: path(id).map(LibraryItem.path)
    case .group: group(id).map(LibraryItem.group)
    case .importRecord: nil
    }
  }

  package func place(_ id: ItemID) -> PlaceSnapshot? {
    placePositions[id].map { snapshot.places[$0] }
  }

  package func path(_ id: ItemID) -> PathSnapshot? {
    pathPositions[id].map { snapshot.paths[$0] }
  }

  package func group(_ id: ItemID) -> GroupSnapshot? {
    groupPositions[id].map { snapshot.groups[$0] }
  }

  /// Returns the groups with the given IDs that are not in the trash.
  package func groupsInUse(_ ids: [ItemID]) -> [GroupSnapshot] {
    ids.compactMap(group).filter { $0.trashed == nil }
  }

  /// Returns the places and paths in a group, except items in the trash. Paths precede places.
  package func members(of group: ItemID) -> [ItemID] { membersByGroup[group] ?? [] }

  package func contains(_ id: ItemID) -> Bool { isTrashed(id) != nil }

  /// Returns whether an item is in the trash. Returns nil if the item does not exist.
  package func isTrashed(_ id: ItemID) -> Bool? {
    switch id.kind {
    case .location: placePositions[id].map { snapshot.places[$0].trashed != nil }
    case .path: pathPositions[id].map { snapshot.paths[$0].trashed != nil }
    case .group: groupPositions[id].map { snapshot.groups[$0].trashed != nil }
    case .importRecord: nil
    }
  }

  /// Returns an item's rank in the order of names, ignoring case and accents.
  package func nameRank(_ id: ItemID) -> Int { names.rank(id) }

  /// Returns the candidate items whose searchable text contains every word of the filter. A word
  /// such as `2026-07` also matches the days on which an item was recorded.
  ///
  /// - Parameter zone: The time zone used to convert recorded times to days.
  /// - Complexity: O(*b* · *w*) for *w* words and search keys with a total length of *b* bytes.
  package func matches(
    _ filter: String, among candidates: [ItemID], in zone: TimeZone = .gmt
  ) -> [ItemID] {
    let words = FilterWords(filter, in: zone)
    guard !words.isEmpty else { return candidates }
    return candidates.filter { id in
      guard let key = searchKeys[id] else { return false }
      return words.match(key) { recordedTimes(of: id) }
    }
  }

  /// Returns the times of a path's first and last recorded points, or a place's time.
  private func recordedTimes(of id: ItemID) -> (first: Date?, last: Date?) {
    if let measures = outlines[id]?.measures { return (measures.timeFirst, measures.timeLast) }
    let time = id.kind == .location ? place(id)?.time : nil
    return (time, time)
  }
}

extension LibraryIndex {
  /// Returns the candidate items whose names contain every word of the given text. Names that begin
  /// with the text come first.
  ///
  /// - Complexity: O(*b* · *w*) for *w* words and names with a total length of *b* bytes.
  package func namesakes(_ text: String, among candidates: [ItemID]) -> [ItemID] {
    let folded = SearchFolding.folded(text)
    let words = folded.split(separator: " ").map { ContiguousArray($0.utf8) }
    guard !words.isEmpty else { return candidates }
    var (first, rest): ([ItemID], [ItemID]) = ([], [])
    for id in candidates {
      guard let key = searchKeys[id], words.allSatisfy(key.nameContains) else { continue }
      if key.foldedName.hasPrefix(folded) { first.append(id) } else { rest.append(id) }
    }
    return first + rest
  }

  /// Returns the groups whose names contain the given text, and whether no group has exactly this
  /// name. Blank text matches every group.
  func groups(matching text: String) -> (groups: [GroupSnapshot], isNew: Bool) {
    let folded = SearchFolding.folded(text)
    guard !folded.allSatisfy(\.isWhitespace) else { return (groups, false) }
    let found = groups.filter { SearchFolding.folded($0.name).contains(folded) }
    return (found, !found.contains { SearchFolding.folded($0.name) == folded })
  }

  /// Finds a place by its name, ignoring case and accents. Returns nil if the name is unknown or
  /// not unique.
  func place(named name: String) -> PlaceSnapshot? {
    let folded = SearchFolding.folded(name)
    let found = snapshot.places.filter {
      $0.trashed == nil && searchKeys[$0.id]?.foldedName == folded
    }
    return found.count == 1 ? found[0] : nil
  }
}

extension LibraryIndex {
  /// Returns the coordinates of a path's first and last points. For a place, both values are the
  /// place's coordinates. Returns nil if the path has no points.
  func ends(of id: ItemID) -> (start: Coordinate, end: Coordinate)? {
    if let place = place(id) { return (place.coordinate, place.coordinate) }
    guard let outline = outlines[id], let start = outline.start, let end = outline.end else {
      return nil
    }
    return (start, end)
  }

  /// Returns an item's name and coordinates. A path's coordinates are the coordinates of the path's
  /// first point. Returns nil for a path without points.
  func spot(_ id: ItemID) -> (coordinate: Coordinate, name: String)? {
    if let place = place(id) { return (place.coordinate, place.name) }
    return ends(of: id).map { ($0.start, self[id]?.name ?? "") }
  }

  /// Returns the total number of points of the paths among the given items.
  func pointCount(of ids: [ItemID]) -> Int {
    ids.reduce(0) { $0 + (path($1)?.pointCount ?? outlines[$1]?.pointCount ?? 0) }
  }
}

extension LibraryIndex: Equatable {
  /// Compares two indexes by identity, because indexes are immutable.
  package static func == (lhs: LibraryIndex, rhs: LibraryIndex) -> Bool { lhs === rhs }
}

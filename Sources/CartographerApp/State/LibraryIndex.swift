import CartographerCore
import TerminalUI

/// A snapshot of the library with what is needed to find things in it fast.
///
/// Built once for each snapshot, on a background task, and shared by reference.
package final class LibraryIndex: Sendable {
  package let snapshot: LibrarySnapshot
  private let placePositions: [ItemID: Int]
  private let pathPositions: [ItemID: Int]
  private let groupPositions: [ItemID: Int]
  /// The text a filter looks at: name, notes and names of groups, folded, in UTF-8.
  private let searchKeys: [ItemID: SearchKey]
  /// The places in use as the map draws them, in their own colour or that of their first group.
  package let mapPlaces: [MapPlace]
  /// The places and paths in use of each group.
  private let membersByGroup: [ItemID: [ItemID]]
  /// Groups in use, by name.
  package let groups: [GroupSnapshot]
  /// Position of each item in the order of folded names.
  private let nameRanks: [ItemID: Int]

  package static let empty = LibraryIndex(LibrarySnapshot())

  /// - Parameter previous: An index of an earlier snapshot: what was not renamed since is not
  ///   folded again.
  /// - Complexity: O(*n* log *n*) in the number of items.
  package init(_ snapshot: LibrarySnapshot, after previous: LibraryIndex? = nil) {
    self.snapshot = snapshot
    placePositions = LibraryIndex.positions(snapshot.places.map(\.id))
    pathPositions = LibraryIndex.positions(snapshot.paths.map(\.id))
    groupPositions = LibraryIndex.positions(snapshot.groups.map(\.id))
    // A group in the trash is no name and no colour of what was in it.
    let inUse = snapshot.groups.filter { $0.trashed == nil }
    var foldedGroups: [ItemID: String] = [:]
    for group in inUse { foldedGroups[group.id] = SearchFolding.folded(group.name) }
    let before = previous?.snapshot.groups.filter { $0.trashed == nil } ?? []
    let hasSameGroups = before.elementsEqual(inUse) { $0.id == $1.id && $0.name == $1.name }
    var keys: [ItemID: SearchKey] = [:]
    keys.reserveCapacity(snapshot.places.count + snapshot.paths.count + snapshot.groups.count)
    var names: [(name: String, id: ItemID)] = []
    names.reserveCapacity(keys.capacity)
    func add(_ id: ItemID, name: String, notes: String, groups: [ItemID]) {
      let key: SearchKey
      if hasSameGroups, let known = previous?.searchKeys[id],
        known.isOf(name: name, notes: notes, groups: groups)
      {
        key = known
      } else {
        key = SearchKey(
          name: name, notes: notes, groups: groups,
          groupNames: groups.compactMap { foldedGroups[$0] })
      }
      keys[id] = key
      names.append((key.foldedName, id))
    }
    for item in snapshot.places {
      add(item.id, name: item.name, notes: item.notes, groups: item.groups)
    }
    for item in snapshot.paths {
      add(item.id, name: item.name, notes: item.notes, groups: item.groups)
    }
    for item in snapshot.groups { add(item.id, name: item.name, notes: item.notes, groups: []) }
    searchKeys = keys
    names.sort { ($0.name, $0.id) < ($1.name, $1.id) }
    var ranks: [ItemID: Int] = [:]
    for (rank, entry) in names.enumerated() { ranks[entry.id] = rank }
    nameRanks = ranks
    groups = inUse.sorted { (ranks[$0.id] ?? .max) < (ranks[$1.id] ?? .max) }
    var members: [ItemID: [ItemID]] = [:]
    for path in snapshot.paths where path.trashed == nil {
      for group in path.groups { members[group, default: []].append(path.id) }
    }
    for place in snapshot.places where place.trashed == nil {
      for group in place.groups { members[group, default: []].append(place.id) }
    }
    membersByGroup = members
    let colours = Dictionary(
      inUse.map { ($0.id, $0.colour) }, uniquingKeysWith: { first, _ in first })
    mapPlaces = snapshot.places.compactMap { place in
      guard place.trashed == nil else { return nil }
      return MapPlace(
        id: place.id, coordinate: place.coordinate, label: DisplayText(place.name),
        colour: place.colour ?? place.groups.lazy.compactMap { colours[$0] ?? nil }.first)
    }
  }

  private static func positions(_ ids: [ItemID]) -> [ItemID: Int] {
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

  /// The groups of an item that are not in the trash.
  package func groupsInUse(_ ids: [ItemID]) -> [GroupSnapshot] {
    ids.compactMap(group).filter { $0.trashed == nil }
  }

  /// The places and paths of a group that are not in the trash, paths first.
  package func members(of group: ItemID) -> [ItemID] { membersByGroup[group] ?? [] }

  package func contains(_ id: ItemID) -> Bool { isTrashed(id) != nil }

  /// Nil for an item that is not there.
  package func isTrashed(_ id: ItemID) -> Bool? {
    switch id.kind {
    case .location: placePositions[id].map { snapshot.places[$0].trashed != nil }
    case .path: pathPositions[id].map { snapshot.paths[$0].trashed != nil }
    case .group: groupPositions[id].map { snapshot.groups[$0].trashed != nil }
    case .importRecord: nil
    }
  }

  /// Place in the order of names, ignoring case and accents.
  package func nameRank(_ id: ItemID) -> Int { nameRanks[id] ?? .max }

  /// The items of a list whose name, notes or a group's name contains every word of a text.
  ///
  /// - Complexity: O(bytes of the candidates' keys × words).
  package func matches(_ filter: String, among candidates: [ItemID]) -> [ItemID] {
    let words = SearchFolding.folded(filter).split(separator: " ")
      .map { ContiguousArray($0.utf8) }
    guard !words.isEmpty else { return candidates }
    return candidates.filter { id in
      guard let key = searchKeys[id] else { return false }
      return words.allSatisfy(key.contains)
    }
  }
}

extension LibraryIndex {
  /// The items whose name alone contains every word of a text, those it begins with it first.
  ///
  /// - Complexity: O(bytes of the candidates' names × words).
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
}

extension LibraryIndex: Equatable {
  /// Identity: an index never changes.
  package static func == (lhs: LibraryIndex, rhs: LibraryIndex) -> Bool { lhs === rhs }
}

import CartographerCore
import CartographerPresentation
import TerminalUI

/// The difference between two versions of the library index.
package struct IndexChange: Sendable, Equatable {
  /// The library revision of the earlier index.
  package let revision: Int64
  /// The places, paths and groups that were added, changed or deleted.
  package let ids: Set<ItemID>
}

/// The groups that are not in the trash. Each group gives its members a default colour and adds its
/// name to their search text.
struct GroupsInUse {
  let groups: [GroupSnapshot]
  private let foldedNames: [ItemID: String]
  private let colours: [ItemID: String]

  init(_ all: [GroupSnapshot]) {
    groups = all.filter { $0.trashed == nil }
    var (foldedNames, colours): ([ItemID: String], [ItemID: String]) = ([:], [:])
    for group in groups {
      foldedNames[group.id] = SearchFolding.folded(group.name)
      colours[group.id] = group.colour
    }
    self.foldedNames = foldedNames
    self.colours = colours
  }

  func key(
    _ name: String, _ notes: String, _ groups: [ItemID], symbol: String? = nil
  ) -> SearchKey {
    SearchKey(
      name: name, notes: symbol.map { notes.isEmpty ? $0 : "\(notes)\n\($0)" } ?? notes,
      groupNames: groups.compactMap { foldedNames[$0] })
  }

  /// Returns a place as drawn on the map. Returns nil if the place is in the trash or its
  /// coordinates are not valid.
  func mapPlace(_ place: PlaceSnapshot) -> MapPlace? {
    guard place.trashed == nil else { return nil }
    return MapPlace(
      id: place.id, coordinate: place.coordinate,
      label: DisplayText(place.name, columns: MapPlace.longestLabel),
      colour: place.colour ?? place.groups.lazy.compactMap { colours[$0] }.first,
      symbol: PlaceSymbol(place.symbol))
  }
}

extension LibraryIndex {
  /// Creates the index of the current library by updating an earlier index.
  ///
  /// - Parameter outlines: The outlines of the changed paths, or of all if the changes are unknown.
  /// - Complexity: O(*n* log *n*) for *n* items.
  ///   If the changed items are known, the complexity is O(*c*) plus the time to copy arrays, where
  ///   *c* is the number of changed items and members of changed groups.
  package convenience init(
    _ update: LibraryUpdate, outlines: [ItemID: PathOutline] = [:], of previous: LibraryIndex
  ) {
    guard let changed = update.changed else {
      self.init(update.snapshot, outlines: outlines)
      return
    }
    var current = previous.outlines
    for id in changed where id.kind == .path { current[id] = outlines[id] }
    let snapshot = update.snapshot
    let groups = GroupsInUse(snapshot.groups)
    let changedGroups = LibraryIndex.changedGroups(previous.snapshot.groups, snapshot.groups)
    // Members must be updated with their groups, since they use the groups' names and colours.
    let items = changed.union(LibraryIndex.members(of: changedGroups, in: snapshot))
    var keys = previous.searchKeys
    var renamed: Set<ItemID> = []
    for id in items.union(changedGroups) {
      let before = keys[id]
      let key: SearchKey? =
        if let place = snapshot.places.item(id) {
          groups.key(place.name, place.notes, place.groups, symbol: place.symbol)
        } else if let path = snapshot.paths.item(id) {
          groups.key(path.name, path.notes, path.groups, symbol: path.symbol)
        } else {
          snapshot.groups.item(id).map { groups.key($0.name, $0.notes, []) }
        }
      // An equal key is not replaced, because the first replacement copies the keys of all items.
      if key != before { keys[id] = key }
      if key?.foldedName != before?.foldedName { renamed.insert(id) }
    }
    var names = previous.names
    names.update(renamed, keys)
    self.init(
      snapshot, IndexChange(revision: previous.snapshot.revision, ids: items.union(changedGroups)),
      placePositions: LibraryIndex.positions(
        snapshot.places, changed, after: previous.placePositions, previous.snapshot.places.count),
      pathPositions: LibraryIndex.positions(
        snapshot.paths, changed, after: previous.pathPositions, previous.snapshot.paths.count),
      searchKeys: keys, names: names,
      mapPlaces: LibraryIndex.mapPlaces(previous.mapPlaces, items, snapshot, groups),
      membersByGroup: LibraryIndex.members(previous, changed, snapshot), outlines: current)
  }

  private static func changedGroups(
    _ before: [GroupSnapshot], _ after: [GroupSnapshot]
  ) -> Set<ItemID> {
    func told(_ group: GroupSnapshot) -> [String?] {
      [group.name, group.notes, group.colour, group.trashed.map { "\($0)" }]
    }
    var changed: Set<ItemID> = []
    for group in after where before.item(group.id).map(told) != told(group) {
      changed.insert(group.id)
    }
    for group in before where after.position(of: group.id) == nil { changed.insert(group.id) }
    return changed
  }

  /// Returns the places and paths that belong to the given groups, including items in the trash.
  private static func members(
    of groups: Set<ItemID>, in snapshot: LibrarySnapshot
  ) -> Set<ItemID> {
    guard !groups.isEmpty else { return [] }
    var members: Set<ItemID> = []
    for place in snapshot.places where place.groups.contains(where: groups.contains) {
      members.insert(place.id)
    }
    for path in snapshot.paths where path.groups.contains(where: groups.contains) {
      members.insert(path.id)
    }
    return members
  }

  /// Returns a dictionary that maps each item's ID to the item's index in an array. The earlier
  /// dictionary is reused if no item was added or deleted.
  ///
  /// - Parameter count: The number of items in the array before the change.
  private static func positions<Item: Identifiable>(
    _ items: [Item], _ changed: Set<ItemID>, after previous: [ItemID: Int], _ count: Int
  ) -> [ItemID: Int] where Item.ID == ItemID {
    let isSame =
      items.count == count
      && changed.allSatisfy { (previous[$0] == nil) == (items.position(of: $0) == nil) }
    return isSame ? previous : positions(items.map(\.id))
  }

  private static func mapPlaces(
    _ places: [MapPlace], _ changed: Set<ItemID>, _ snapshot: LibrarySnapshot,
    _ groups: GroupsInUse
  ) -> [MapPlace] {
    let ids = changed.filter { $0.kind == .location }
    let fresh = ids.sorted().compactMap { snapshot.places.item($0).flatMap(groups.mapPlace) }
    return places.replacing(ids, with: fresh)
  }

  /// Returns the members of each group, except items in the trash. Paths come first, then places;
  /// paths and places are each sorted by row key.
  private static func members(
    _ previous: LibraryIndex, _ changed: Set<ItemID>, _ snapshot: LibrarySnapshot
  ) -> [ItemID: [ItemID]] {
    var fresh: [ItemID: [ItemID]] = [:]
    var touched: Set<ItemID> = []
    for id in changed {
      touched.formUnion(previous[id]?.groups ?? [])
      let item =
        snapshot.paths.item(id).map(LibraryItem.path)
        ?? snapshot.places.item(id).map(LibraryItem.place)
      guard let item, item.trashed == nil else { continue }
      for group in item.groups {
        touched.insert(group)
        fresh[group, default: []].append(id)
      }
    }
    var members = previous.membersByGroup
    for group in touched {
      let kept = (members[group] ?? []).filter { !changed.contains($0) }
      let own = merged(kept, fresh[group] ?? [])
      members[group] = own.isEmpty ? nil : own
    }
    return members
  }

  private static func merged(_ kept: [ItemID], _ fresh: [ItemID]) -> [ItemID] {
    func isBefore(_ one: ItemID, _ other: ItemID) -> Bool {
      one.kind == other.kind ? one.key < other.key : one.kind == .path
    }
    var rest = fresh.sorted(by: isBefore)[...]
    var merged: [ItemID] = []
    merged.reserveCapacity(kept.count + fresh.count)
    for id in kept {
      while let next = rest.first, isBefore(next, id) { merged.append(rest.removeFirst()) }
      merged.append(id)
    }
    return merged + rest
  }
}

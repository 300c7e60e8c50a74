import CartographerCore
import CartographerPresentation
import TerminalUI

/// The items of a library snapshot, indexed by ID. Extensions create the item descriptions that
/// several commands print as text or JSON.
struct ItemIndex {
  let snapshot: LibrarySnapshot

  init(_ snapshot: LibrarySnapshot) {
    self.snapshot = snapshot
  }

  func place(_ id: ItemID) -> PlaceSnapshot? { snapshot.place(id) }
  func path(_ id: ItemID) -> PathSnapshot? { snapshot.path(id) }
  func group(_ id: ItemID) -> GroupSnapshot? { snapshot.group(id) }

  func name(_ id: ItemID) -> String {
    switch id.kind {
    case .location: place(id)?.name ?? id.description
    case .path: path(id)?.name ?? id.description
    case .group: group(id)?.name ?? id.description
    case .importRecord: id.description
    }
  }

  /// Returns an item's title: its name as displayed to the user.
  func title(_ id: ItemID) -> String {
    place(id)?.title ?? path(id)?.title ?? name(id)
  }

  /// Returns the groups of a place or path.
  func groups(of id: ItemID) -> [ItemID] { place(id)?.groups ?? path(id)?.groups ?? [] }

  /// The IDs of the places and paths that are not in the trash.
  var inUse: [ItemID] {
    snapshot.places.filter { $0.trashed == nil }.map(\.id)
      + snapshot.paths.filter { $0.trashed == nil }.map(\.id)
  }

  /// Returns the colour for drawing an item: its own colour, or else the first colour among its
  /// groups. Returns nil if neither the item nor any of the groups has a colour.
  func colour(of own: String?, in ids: [ItemID]) -> String? {
    own ?? ids.lazy.compactMap { group($0)?.colour }.first
  }

  /// Returns the members of a group that are not in the trash: places, then paths.
  func members(of group: ItemID) -> [ItemID] { members(of: [group])[group] ?? [] }

  /// Returns each group's members that are not in the trash: places, then paths.
  func members(of groups: [ItemID]) -> [ItemID: [ItemID]] {
    let wanted = Set(groups)
    var members: [ItemID: [ItemID]] = [:]
    for place in snapshot.places where place.trashed == nil {
      for group in place.groups where wanted.contains(group) {
        members[group, default: []].append(place.id)
      }
    }
    for path in snapshot.paths where path.trashed == nil {
      for group in path.groups where wanted.contains(group) {
        members[group, default: []].append(path.id)
      }
    }
    return members
  }

  func groupsText(_ ids: [ItemID]) -> DisplayText {
    ids.isEmpty ? "" : DisplayText(used(ids).map { name($0) }.joined(separator: ", "))
  }

  func groupsJSON(_ ids: [ItemID]) -> JSONValue {
    .array(
      used(ids).map {
        .object([("id", .string($0.description)), ("name", .string(name($0)))])
      })
  }

  private func used(_ ids: [ItemID]) -> [ItemID] {
    ids.filter { group($0).map { $0.trashed == nil } ?? false }
  }
}

import CartographerModel
import Geodesy
import SwiftData

extension EditSession {
  func createGroup(name: String, members: [ItemID]) throws {
    let name = try checkedName(name)
    let key = try appendGroup(name: name)
    let id = ItemID(.group, key)
    created.append(id)
    if !members.isEmpty { noteChange(try link(members.unique, to: [id])) }
    let count = members.unique.count
    noteTitle(
      ChangeTitle(
        .create,
        "group \(name)" + (count > 0 ? " with \(ItemPhrase(members.unique, name: nil))" : "")))
  }

  func appendGroup(name: String) throws -> Int64 {
    try context.append(
      AnnotationGroup.self, count: 1,
      [
        .constant(\.name, name), .constant(\.notes, ""), .constant(\.created, now),
      ]
    ).lowerBound
  }

  func add(_ ids: [ItemID], to groups: [ItemID]) throws {
    let (ids, groups) = (ids.unique, groups.unique)
    guard !ids.isEmpty, !groups.isEmpty else { throw LibraryError.nothingNamed }
    let linked = try link(ids, to: groups)
    let isNew = Set(linked)
    let members = linked.isEmpty ? [] : ids.filter { !isNew.contains($0) }
    kept += members
    let rest =
      members.isEmpty
      ? ""
      : "; \(Numbers.grouped(members.count)) \(members.count == 1 ? "was already a member" : "were already members")"
    let added = try members.isEmpty ? phrase(ids) : ItemPhrase(linked, name: nil)
    noteTitle(ChangeTitle(.add, "\(added) to \(try phrase(groups))\(rest)"))
    noteChange(linked)
    if !linked.isEmpty { noteChange(groups) }
  }

  func remove(_ ids: [ItemID], from groups: [ItemID]) throws {
    let (ids, groups) = (ids.unique, groups.unique)
    guard !ids.isEmpty, !groups.isEmpty else { throw LibraryError.nothingNamed }
    noteTitle(ChangeTitle(.remove, "\(try phrase(ids)) from \(try phrase(groups))"))
    try requireGroups(groups)
    let pairs = try pairs(ids, groups)
    let present = try Memberships(context)
    let places = pairs.places.filter(present.places.contains)
    let paths = pairs.paths.filter(present.paths.contains)
    try context.removeLinks(\Location.groups, places.map(\.pair))
    try context.removeLinks(\Path.groups, paths.map(\.pair))
    let touched = try touchOwners(places, paths)
    noteChange(touched)
    if !touched.isEmpty { noteChange(groups) }
  }

  /// Adds items to groups, skipping items that are already members.
  ///
  /// - Returns: The items that were added to at least one group.
  func link(_ ids: [ItemID], to groups: [ItemID]) throws -> [ItemID] {
    try requireGroups(groups)
    let pairs = try pairs(ids, groups)
    let present = try Memberships(context)
    let places = pairs.places.filter { !present.places.contains($0) }
    let paths = pairs.paths.filter { !present.paths.contains($0) }
    try context.addLinks(\Location.groups, places.map(\.pair))
    try context.addLinks(\Path.groups, paths.map(\.pair))
    return try touchOwners(places, paths)
  }

  /// Adds items to groups without checking whether the items are already members.
  ///
  /// This method does not mark the items' database rows as changed. The same edit must therefore
  /// also create or change the items.
  func enter(_ ids: [ItemID], into groups: [ItemID]) throws {
    guard !groups.isEmpty else { return }
    try requireGroups(groups)
    for kind in [ItemID.Kind.location, .path] {
      let links = ids.filter { $0.kind == kind }.flatMap { id in
        groups.map { (owner: id.key, target: $0.key) }
      }
      if kind == .location {
        try context.addLinks(\Location.groups, links)
      } else {
        try context.addLinks(\Path.groups, links)
      }
    }
  }

  private func requireGroups(_ ids: [ItemID]) throws {
    for id in ids { _ = try group(id) }
  }

  private func pairs(
    _ ids: [ItemID], _ groups: [ItemID]
  ) throws -> (places: [Membership], paths: [Membership]) {
    var pairs: (places: [Membership], paths: [Membership]) = ([], [])
    for id in ids {
      _ = try model(id)
      for group in groups {
        let pair = Membership(member: id.key, group: group.key)
        switch id.kind {
        case .location: pairs.places.append(pair)
        case .path: pairs.paths.append(pair)
        case .group, .importRecord:
          throw LibraryError(
            .invalid, "\(id) is a \(id.kind.noun); only places and paths can be in a group.",
            ids: [id])
        }
      }
    }
    return pairs
  }

  private func touchOwners(_ places: [Membership], _ paths: [Membership]) throws -> [ItemID] {
    let ids =
      places.map { ItemID(.location, $0.member) } + paths.map { ItemID(.path, $0.member) }
    let owners = ids.unique
    for id in owners { try model(id).touch() }
    return owners
  }
}

/// An item's membership in a group: the database keys of the item and the group.
struct Membership: Hashable {
  let member: Int64
  let group: Int64

  var pair: (owner: Int64, target: Int64) { (member, group) }
}

/// The group memberships of all places and paths.
struct Memberships {
  let places: Set<Membership>
  let paths: Set<Membership>

  init(_ context: ModelContext) throws {
    places = Set(
      try context.links(\Location.groups).map { Membership(member: $0.owner, group: $0.target) })
    paths = Set(
      try context.links(\Path.groups).map { Membership(member: $0.owner, group: $0.target) })
  }

  /// Returns whether a place or path is a member of a group.
  func has(_ item: ItemID, in group: ItemID) -> Bool {
    let pair = Membership(member: item.key, group: group.key)
    return switch item.kind {
    case .location: places.contains(pair)
    case .path: paths.contains(pair)
    case .group, .importRecord: false
    }
  }
}

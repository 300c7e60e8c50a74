import CartographerModel
import Foundation
import SwiftData

/// The groups to which an import adds its items.
struct ImportGroups {
  private var known: [(id: ItemID, name: String)] = []
  /// The names of groups to be created.
  private var names: [String] = []

  /// Finds the groups that the user specified by ID or name.
  ///
  /// - Parameter texts: The ids or names of groups.
  ///   Text in the form of a group id is never used as the name of a new group.
  /// - Throws: ``LibraryError`` `notFound` for an unknown id, or `invalid` for a blank name.
  ///   ``LibraryError`` `ambiguous` if several groups have one of the names.
  init(_ texts: [String], in context: ModelContext) throws {
    guard !texts.isEmpty else { return }
    let groups = try context.fetch(FetchDescriptor<AnnotationGroup>())
    for text in texts.unique {
      let ids = groups.map(\.itemID)
      if let id = ItemID(text), let index = ids.firstIndex(of: id) {
        known.append((id, groups[index].name))
        continue
      }
      let bearers = zip(ids, groups).filter { $1.name == text && $1.trashed == nil }.map(\.0)
      switch bearers.count {
      case 0:
        if let id = ItemID(text), id.kind == .group { throw LibraryError.missing(id) }
        guard let name = Optional(text).nonBlank else {
          throw LibraryError(
            .invalid, "The group name is empty; enter at least one visible character.")
        }
        names.append(name)
      case 1: known.append((bearers[0], text))
      default:
        throw LibraryError(
          .ambiguous,
          "Several groups are named '\(text)': "
            + bearers.map(\.description).joined(separator: ", ") + ".",
          remedy: "Use the group's ID instead of its name.", ids: bearers)
      }
    }
  }

  /// Finds the first group outside the trash with the given name. If no such group exists,
  /// ``add(_:at:in:present:_:)`` creates it.
  init(named name: String, in context: ModelContext) throws {
    let groups = try context.fetch(
      FetchDescriptor<AnnotationGroup>(
        predicate: #Predicate { $0.name == name && $0.trashed == nil }))
    if let group = groups.first {
      known = [(group.itemID, name)]
    } else {
      names = [name]
    }
  }

  /// Creates the groups that do not exist yet, and adds the items to every group of the import.
  ///
  /// - Parameter present: The items' existing group memberships, or nil if the items are new.
  /// - Parameter tally: The tally to which the new memberships are added.
  /// - Returns: The created groups.
  func add(
    _ items: [ItemID], at time: Date, in context: ModelContext, present: Memberships?,
    _ tally: inout GroupTally<ItemID>
  ) throws -> [ItemID] {
    var made: [ItemID] = []
    if !names.isEmpty {
      made = try context.append(
        AnnotationGroup.self, count: names.count,
        [.values(\.name, names), .constant(\.notes, ""), .constant(\.created, time)]
      ).map { ItemID(.group, $0) }
    }
    var joined: Set<ItemID> = []
    for (group, name) in known + zip(made, names) {
      let newcomers = items.filter { present?.has($0, in: group) != true }
      func pairs(_ kind: ItemID.Kind) -> [(owner: Int64, target: Int64)] {
        newcomers.filter { $0.kind == kind }.map { ($0.key, group.key) }
      }
      try context.addLinks(\Location.groups, pairs(.location))
      try context.addLinks(\Path.groups, pairs(.path))
      tally.add(newcomers, to: name, group)
      if present != nil { joined.formUnion(newcomers) }
    }
    try touch(joined, in: context)
    return made
  }

  /// Counts the memberships that ``add(_:at:in:present:_:)`` would create, for a dry run's report.
  ///
  /// - Parameter item: A closure that returns the stored item for an item of the file, if any.
  func dryRun<Item: Hashable>(
    _ items: [Item], present: Memberships, _ tally: inout GroupTally<Item>,
    _ item: (Item) -> ItemID?
  ) {
    for (group, name) in known {
      let newcomers = items.filter { !(item($0).map { present.has($0, in: group) } ?? false) }
      tally.add(newcomers, to: name, group)
    }
    for name in names { tally.add(items, to: name, nil) }
  }

  private func touch(_ items: Set<ItemID>, in context: ModelContext) throws {
    for id in items {
      let identifier = context.identifier(id)
      switch id.kind {
      case .location: try context.model(Location.self, for: identifier)?.touch()
      case .path: try context.model(Path.self, for: identifier)?.touch()
      case .group, .importRecord: break
      }
    }
  }
}

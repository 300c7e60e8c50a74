import CartographerModel
import Foundation
import SwiftData

/// The groups an import puts its items in.
struct ImportGroups {
  private var known: [(id: ItemID, name: String)] = []
  /// Names no group has yet.
  private var names: [String] = []

  /// - Parameter texts: Ids or names; an id wins.
  /// - Throws: ``LibraryError``: `ambiguous` for a name of several groups, `notFound` for an id of
  ///   none, `invalid` for a blank.
  init(_ texts: [String], in context: ModelContext) throws {
    guard !texts.isEmpty else { return }
    let groups = try context.fetch(FetchDescriptor<AnnotationGroup>())
    for text in texts.unique {
      let ids = groups.map(\.itemID)
      if let id = ItemID(text), let place = ids.firstIndex(of: id) {
        known.append((id, groups[place].name))
        continue
      }
      let bearers = zip(ids, groups).filter { $1.name == text && $1.trashed == nil }.map(\.0)
      switch bearers.count {
      case 0:
        if let id = ItemID(text), id.kind == .group { throw LibraryError.missing(id) }
        guard let name = Optional(text).nonBlank else {
          throw LibraryError(.invalid, "The name of a group is blank; give it one.")
        }
        names.append(name)
      case 1: known.append((bearers[0], text))
      default:
        throw LibraryError(
          .ambiguous,
          "Several groups are called '\(text)': "
            + bearers.map(\.description).joined(separator: ", ") + ".",
          remedy: "Name the one you mean by its id.", ids: bearers)
      }
    }
  }

  /// The first group in use that has a name, or one to be made of it.
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

  /// Makes the groups that are not there and puts items into all of them.
  ///
  /// - Parameters:
  ///   - present: What is in groups already; nil where none of the items can be.
  ///   - tally: Told who is in which group now and was not.
  /// - Returns: The groups made.
  func take(
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

  /// Tells a tally what ``take(_:at:in:present:_:)`` would do, of items of which some are not stored.
  ///
  /// - Parameter item: The stored item that one stands for, if any.
  func rehearse<Item: Hashable>(
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

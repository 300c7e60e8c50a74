import CartographerCore
import Geodesy
import TerminalUI

extension Session {
  /// Returns the items that the arguments identify by ID or by an exact, unique name.
  func items(_ words: [String], in library: Library) async throws -> [ItemID] {
    let given = words
    let words = try Arguments.unfolded(words)
    try StandardInputItems.require(given, words)
    let resolver = try await library.resolver(for: words)
    var seen: Set<ItemID> = []
    return try StandardInputItems.find(given, words, resolver.item)
      .filter { seen.insert($0).inserted }
  }

  /// Returns the items that the arguments identify by ID or by name. An ID can also denote an item
  /// that was permanently deleted.
  func itemsOfAnyTime(_ given: [String], in library: Library) async throws -> [ItemID] {
    let words = try Arguments.unfolded(given)
    try StandardInputItems.require(given, words)
    let resolver = try await library.resolver(for: words.filter { ItemID($0) == nil })
    return try StandardInputItems.find(given, words) { try ItemID($0) ?? resolver.item($0) }
  }

  /// Returns the item that an argument identifies. A name is looked up only among items of the
  /// given kind.
  func item(_ word: String, kind: ItemID.Kind, in library: Library) async throws -> ItemID {
    let words = try Arguments.unfolded([word])
    guard words.count == 1 else {
      throw Failure.usage(
        "This argument needs exactly one \(kind.noun); standard input contains \(Numbers.grouped(words.count)) lines.",
        remedy: "Enter one ID or name.")
    }
    return try await items([word], kind: kind, in: library)[0]
  }

  /// Returns one item for each argument. A name is looked up only among items of the given kind.
  private func items(
    _ words: [String], kind: ItemID.Kind, in library: Library
  ) async throws -> [ItemID] {
    let given = words
    let words = try Arguments.unfolded(words)
    try StandardInputItems.require(given, words)
    let resolver = try await library.resolver(for: words, kinds: [kind])
    return try StandardInputItems.find(given, words) { word in
      let id: ItemID
      do {
        id = try resolver.item(word)
      } catch let error as LibraryError where error.code == .notFound && kind == .group {
        throw LibraryError(
          .notFound, "There is no group '\(word)'.", remedy: "See: cartographer group list",
          ids: error.ids)
      }
      guard id.kind == kind else {
        throw Failure.usage("\(id) is not a \(kind.noun).", remedy: "See: cartographer list")
      }
      return id
    }
  }

  func groups(_ words: [String], in library: Library) async throws -> [ItemID] {
    try await items(words, kind: .group, in: library)
  }

  /// Returns the paths that the arguments identify, without duplicates.
  func paths(_ words: [String], in library: Library) async throws -> [ItemID] {
    var seen: Set<ItemID> = []
    return try await items(words, kind: .path, in: library).filter { seen.insert($0).inserted }
  }

  /// Returns the places and paths on which a command operates.
  ///
  /// A group given as an argument is replaced by its members. If `--group` names a group, only the
  /// members of this group are returned. Without arguments and without `--group`, all items outside
  /// the trash are returned.
  ///
  /// - Parameter kinds: The kinds of group members to return.
  ///   Without arguments, the kinds of library items to return.
  /// - Returns: The items in argument order, and an index of these items and their groups.
  func chosen(
    _ words: [String], group: String?, kinds: Set<ItemID.Kind> = [.location, .path],
    in library: Library
  ) async throws -> (ids: [ItemID], index: ItemIndex) {
    try await chosen(
      try await items(words, in: library), in: try await self.group(group, in: library),
      kinds: kinds, library)
  }

  /// Returns the places and paths on which a command operates, as identified by its arguments and
  /// its group option.
  func chosen(
    _ items: [ItemID], in limit: ItemID?, kinds: Set<ItemID.Kind> = [.location, .path],
    _ library: Library
  ) async throws -> (ids: [ItemID], index: ItemIndex) {
    let named = items.isEmpty ? [limit].compactMap(\.self) : items
    guard !named.isEmpty else {
      let scope = SnapshotScope(
        places: kinds.contains(.location) ? .all : .none,
        paths: kinds.contains(.path) ? .all : .none, groups: .all)
      let index = ItemIndex(try await library.snapshot(of: scope))
      return (index.inUse, index)
    }
    // The group is read, too, because the items may not belong to it.
    let index = ItemIndex(
      try await library.snapshot(of: named + [limit].compactMap(\.self), withMembers: kinds))
    let members = index.members(of: named.filter { $0.kind == .group })
    var seen: Set<ItemID> = []
    let ids = named.flatMap { $0.kind == .group ? members[$0] ?? [] : [$0] }
      .filter { seen.insert($0).inserted }
    guard let limit, !items.isEmpty else { return (ids, index) }
    let inGroup = ids.filter { index.groups(of: $0).contains(limit) }
    let known = Set(inGroup)
    sayLeftOut(ids.filter { !known.contains($0) }, index.name(limit), limit)
    return (inGroup, index)
  }

  /// Tells the user that there are no items of the kinds that the command shows.
  ///
  /// - Parameter nouns: The kinds of items shown by the command, such as `paths`.
  /// - Parameter items: The items given as arguments.
  /// - Parameter group: The value of `--group`, or nil for all items.
  func sayNothingToShow(
    _ nouns: String, _ items: [String], _ group: String?, in library: Library
  ) async throws {
    let group = try await self.group(group, in: library)
    guard items.isEmpty else {
      let place = group.map { " of \($0.description)" } ?? ""
      return console.say("There are no \(nouns)\(place) among the specified items.")
    }
    if let group { return console.say("\(group.description) has no \(nouns).") }
    let all = try await library.snapshot(of: SnapshotScope(places: .all, paths: .all))
    guard !ItemIndex(all).inUse.isEmpty else { return sayLibraryIsEmpty() }
    console.say("The library has no \(nouns). To add files: cartographer import FILE…")
  }

  /// Applies edits as one change in the undo history, and reports the result.
  ///
  /// - Parameter ids: The items changed by the edits, if known.
  ///   If the array is empty, as for an empty group, nothing is changed, and this is not an error.
  /// - Parameter undone: The earlier changes that the edits undo.
  /// - Parameter pieces: A closure that returns the pieces of each divided path.
  ///   The closure receives the created items.
  func apply(
    _ edits: [LibraryEdit], of ids: [ItemID]? = nil, undoing undone: [LibraryChange] = [],
    to library: Library,
    pieces: ([ItemID]) -> [(whole: ItemID, pieces: [ItemID])] = { _ in [] }
  ) async throws {
    if ids?.isEmpty == true {
      return try report(EditResult(title: ChangeTitle(.change, "0 items")))
    }
    var result = try await library.apply(together: edits)
    result.notes += try await trashNotes(on: result, in: library)
    try report(
      result, undone: undone, pieces: pieces(result.created),
      preview: try await preview(of: result, in: library))
  }

  /// The maximum number of items that a note about the trash lists.
  private static let toldTrash = 20

  /// Returns a note about the changed items that are in the trash, as an array with one element.
  /// Returns an empty array if there are no such items.
  func trashNotes(on result: EditResult, in library: Library) async throws -> [String] {
    let trashed = try await library.itemsInTrash(among: result.changed)
    guard !trashed.isEmpty else { return [] }
    let ids = trashed.shortList(Self.toldTrash)
    return ["In the trash: \(ids). To restore items: cartographer trash restore ID…"]
  }

  /// Returns the items that a dry run created or changed. Returns nil for a command that is not a
  /// dry run.
  private func preview(of result: EditResult, in library: Library) async throws -> DryRunItems? {
    guard isDryRun else { return nil }
    return DryRunItems(
      result, ItemIndex(try await library.snapshot(of: result.created + result.changed)))
  }

  func apply(
    _ edit: LibraryEdit, of ids: [ItemID]? = nil, to library: Library
  ) async throws {
    try await apply([edit], of: ids, to: library)
  }
}

extension Library {
  /// Returns the given paths' statistics. Returns nil if no paths are given.
  func statistics(
    ofPaths ids: [ItemID], _ options: StatisticsOptions = StatisticsOptions()
  ) async throws -> StatisticsReport? {
    ids.isEmpty ? nil : try await statistics(of: ids, options)
  }
}

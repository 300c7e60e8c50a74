import CartographerModel
import Geodesy
import SwiftData

extension EditSession {
  /// Reverts a single change in the history by making a new change. Later changes are not reverted.
  /// If one transaction undoes several changes, the newest change is undone first.
  ///
  /// - Throws: ``LibraryError`` `changedMeanwhile` if a later change affected the same items.
  ///   The error lists these changes.
  /// - Throws: ``LibraryError`` `invalid` if the change was already undone.
  ///   The error is also thrown if the change was made before the store was migrated.
  /// - Throws: ``LibraryError`` `notFound` if the history has no such change.
  func undoChange(_ number: Int64) throws {
    guard let change = try container.historyEntry(number).map(LibraryChange.init) else {
      throw LibraryError.noChange(number)
    }
    try requireDone(change)
    let items = try differences(of: change).items
    guard !items.isEmpty else {
      throw LibraryError(
        .nothingToDo,
        "Change \(number) (\(change.title.imperative)) affected no items, so nothing was undone.")
    }
    try requireNoLaterChange(to: Set(items.map(\.id)), than: change)
    noteTitle(ChangeTitle(.undo, "change \(number): \(change.title.imperative)"))
    // Items that the change created are deleted last, because a restored path copies points from
    // them.
    for item in items where item.action != .created {
      // An item without further differences was already restored with another item, such as its
      // group.
      if try revertRows(of: item.id, toBefore: number), item.id.kind != .importRecord {
        try model(item.id).touch()
        try context.save()
      }
      if item.action == .deleted { created.append(item.id) } else { noteChange(item.id) }
    }
    let ids = items.filter { $0.action == .created }.map(\.id)
    try keepTitles(of: ids)
    try context.deleteItems(ids)
    deleted += ids
  }

  private func requireDone(_ change: LibraryChange) throws {
    switch change.state {
    case .done: return
    case .undone:
      throw LibraryError(
        .invalid, "Change \(change.id) (\(change.title.imperative)) has already been undone.",
        remedy: .listChanges)
    case .sealed:
      throw LibraryError(
        .invalid,
        "Change \(change.id) was made before the store was migrated, so it cannot be undone.",
        remedy: .restoreBackup)
    }
  }

  private func differences(of change: LibraryChange) throws -> ChangeDiff {
    var reader = ChangeDiffReader(container, change, itemsTold: .max)
    return try reader.read()
  }

  /// Checks that no later change affected the given items, their itinerary stops, or the members of
  /// the given groups.
  private func requireNoLaterChange(to ids: Set<ItemID>, than earlier: LibraryChange) throws {
    var conflicts: [String] = []
    var affected: [ItemID] = []
    // The history lists the newest change first.
    for later in try container.history().map(LibraryChange.init)
    where later.id > earlier.id && later.state == .done && !undoneChanges.contains(later.id) {
      let both = try itemsAffected(by: later, among: ids)
      guard !both.isEmpty else { continue }
      affected += both
      conflicts.append("\(later.id) (\(later.title.imperative))")
    }
    guard !conflicts.isEmpty else { return }
    let items = affected.unique
    throw LibraryError(
      .changedMeanwhile,
      """
      Change \(earlier.id) (\(earlier.title.imperative)) cannot be undone separately, because \
      later changes affected the same items, \(items.shortList()): \
      \(conflicts.joined(separator: ", ")).
      """,
      remedy: """
        Undo the later changes first, or restore the items to their state before change \(earlier.id).
        """, ids: items)
  }

  /// Returns the given items that a change affected, in ascending order.
  ///
  /// Point rows are not read, because a change to an item's points also writes the item's row.
  private func itemsAffected(
    by change: LibraryChange, among ids: Set<ItemID>
  ) throws -> [ItemID] {
    let kinds = Dictionary(uniqueKeysWithValues: ItemID.Kind.entities.map { ($0.name, $0.kind) })
    let changes = try container.changes(of: change.id, in: Set(kinds.keys))
    var affected: Set<ItemID> = []
    for (name, kind) in kinds {
      let rows = ChangedRows(changes, of: name)
      affected.formUnion((rows.changed + rows.deleted).map { ItemID(kind, $0) })
    }
    for link in try container.linkChanges(of: change.id) {
      for end in [link.first, link.second] {
        if let kind = kinds[end.entity] { affected.insert(ItemID(kind, end.key)) }
      }
    }
    for (column, kind) in [("location", ItemID.Kind.location), ("path", .path)] {
      for value in try container.insertedCounts(
        of: change.id, in: "ItineraryEntry", by: column
      ).keys {
        if case .integer(let key) = value { affected.insert(ItemID(kind, key)) }
      }
    }
    return affected.intersection(ids).sorted()
  }
}

extension LibraryError {
  static func noChange(_ number: Int64) -> LibraryError {
    LibraryError(
      .notFound, "The history has no change \(number); it may have expired.",
      remedy: .listChanges)
  }
}

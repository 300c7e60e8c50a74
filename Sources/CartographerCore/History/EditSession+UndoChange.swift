import CartographerModel
import Geodesy
import SwiftData

extension EditSession {
  /// Reverts a single change in the history by making a new change. Later changes are not reverted,
  /// unless the same edits also undo them; the newest change is then undone first.
  ///
  /// - Throws: ``LibraryError``: `changedMeanwhile` if a later change affected the same items; the error
  ///   lists these changes. `invalid` if the change was undone, or was made before the store was
  ///   migrated. `notFound` if the history has no such change.
  func undoChange(_ number: Int64) throws {
    guard let entry = try container.historyEntry(number).map(LibraryChange.init) else {
      throw LibraryError.noChange(number)
    }
    try requireDone(entry)
    let items = try differences(of: entry).items
    guard !items.isEmpty else {
      throw LibraryError(
        .nothingToDo,
        "Change \(number) (\(entry.title.imperative)) affected no items, so nothing was undone.")
    }
    try requireNoLaterChange(to: Set(items.map(\.id)), than: entry)
    noteTitle(ChangeTitle(.undo, "change \(number): \(entry.title.imperative)"))
    // Items that the change created are deleted last, because a restored path copies points from them.
    for item in items where item.action != .created {
      // An item without further differences was already restored with another item, such as its group.
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

  private func requireDone(_ entry: LibraryChange) throws {
    switch entry.state {
    case .done: return
    case .undone:
      throw LibraryError(
        .invalid, "Change \(entry.id) (\(entry.title.imperative)) is already undone.",
        remedy: .listChanges)
    case .sealed:
      throw LibraryError(
        .invalid,
        "Change \(entry.id) was made before the store was migrated, so it cannot be undone.",
        remedy: .restoreBackup)
    }
  }

  private func differences(of entry: LibraryChange) throws -> ChangeDiff {
    var reader = ChangeDiffReader(container, entry, itemsTold: .max)
    return try reader.read()
  }

  /// Checks that no later change affected the given items, their itinerary stops, or the members of
  /// the given groups.
  private func requireNoLaterChange(to ids: Set<ItemID>, than entry: LibraryChange) throws {
    var conflicts: [String] = []
    var affected: [ItemID] = []
    // The history lists the newest change first.
    for change in try container.history().map(LibraryChange.init)
    where change.id > entry.id && change.state == .done && !undoneChanges.contains(change.id) {
      let both = try itemsAffected(by: change, among: ids)
      guard !both.isEmpty else { continue }
      affected += both
      conflicts.append("\(change.id) (\(change.title.imperative))")
    }
    guard !conflicts.isEmpty else { return }
    let items = affected.unique
    throw LibraryError(
      .changedMeanwhile,
      """
      Change \(entry.id) (\(entry.title.imperative)) cannot be undone alone, because later changes \
      affected the same items, \(items.shortList()): \(conflicts.joined(separator: ", ")).
      """,
      remedy: """
        Undo the later changes first, or restore the items to their state before change \(entry.id).
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

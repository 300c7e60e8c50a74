import CartographerModel
import SwiftData

extension EditSession {
  /// Reverts a single change in the history by making a new change. Later changes are not reverted.
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
    try requireNoLaterChange(to: Set(items.map(\.id)), than: entry)
    noteTitle(ChangeTitle(.undo, "change \(number): \(entry.title.imperative)"))
    // Items that the change created are deleted last, because a restored path copies points from them.
    for item in items where item.action != .created {
      guard try context.revert(context.identifier(item.id), toBefore: number) else { continue }
      try context.refreshAllObjects()
      if item.id.kind != .importRecord { try model(item.id).touch() }
      try context.save()
      if item.action == .deleted { created.append(item.id) } else { noteChange(item.id) }
    }
    try delete(items.filter { $0.action == .created }.map(\.id))
  }

  private func requireDone(_ entry: LibraryChange) throws {
    switch entry.state {
    case .done: return
    case .undone:
      throw LibraryError(
        .invalid, "Change \(entry.id) (\(entry.title.imperative)) is already undone.",
        remedy: "List the changes in the history to see their states.")
    case .sealed:
      throw LibraryError(
        .invalid,
        "Change \(entry.id) was made before the store was migrated, so it cannot be undone.",
        remedy: "Restore the backup that was made before the migration.")
    }
  }

  private func differences(of entry: LibraryChange) throws -> ChangeDiff {
    var reader = ChangeDiffReader(container, entry, itemsTold: .max)
    return try reader.read()
  }

  /// Checks that no later change affected the given items or the membership of the given groups.
  private func requireNoLaterChange(to ids: Set<ItemID>, than entry: LibraryChange) throws {
    let later = try container.history().map(LibraryChange.init)
      .filter { $0.id > entry.id && $0.state == .done }
    var conflicts: [String] = []
    var affected: [ItemID] = []
    for change in later.reversed() {
      let touched = try differences(of: change).items.flatMap { [$0.id] + $0.joined + $0.left }
      let both = touched.unique.filter(ids.contains)
      guard !both.isEmpty else { continue }
      affected += both
      conflicts.append("\(change.id) (\(change.title.imperative))")
    }
    guard !conflicts.isEmpty else { return }
    let items = affected.unique
    let shown = items.prefix(8).map(\.description).joined(separator: ", ")
    let rest = items.count > 8 ? " and \(items.count - 8) more" : ""
    throw LibraryError(
      .changedMeanwhile,
      """
      Change \(entry.id) (\(entry.title.imperative)) cannot be undone alone, because later changes \
      affected the same items, \(shown)\(rest): \(conflicts.joined(separator: ", ")).
      """,
      remedy: "Undo the later changes first, or restore the items to their state before change "
        + "\(entry.id).", ids: items)
  }

  /// Deletes items that the undone change created.
  private func delete(_ ids: [ItemID]) throws {
    try keepTitles(of: ids.filter { $0.kind == .location || $0.kind == .path })
    func identifiers(_ kind: ItemID.Kind) -> [PersistentIdentifier] {
      ids.filter { $0.kind == kind }.map(context.identifier)
    }
    let (places, paths) = (identifiers(.location), identifiers(.path))
    let (groups, imports) = (identifiers(.group), identifiers(.importRecord))
    if !places.isEmpty {
      try context.deleteRows(
        of: Location.self, where: #Predicate { places.contains($0.persistentModelID) })
    }
    if !paths.isEmpty {
      try context.deleteRows(
        of: Path.self, where: #Predicate { paths.contains($0.persistentModelID) })
    }
    if !groups.isEmpty {
      try context.delete(
        model: AnnotationGroup.self, where: #Predicate { groups.contains($0.persistentModelID) })
    }
    if !imports.isEmpty {
      try context.deleteRows(
        of: ImportRecord.self, where: #Predicate { imports.contains($0.persistentModelID) })
    }
    deleted += ids
  }
}

extension LibraryError {
  static func noChange(_ number: Int64) -> LibraryError {
    LibraryError(
      .notFound, "The history has no change \(number); it may have expired.",
      remedy: "List the changes in the history to see their numbers.")
  }
}

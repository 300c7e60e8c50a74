import SwiftData

extension EditSession {
  /// Restores items to their state before a change in the history.
  func revert(_ ids: [ItemID], toBefore change: Int64) throws {
    let ids = ids.unique
    guard !ids.isEmpty else { throw LibraryError.nothingNamed }
    for id in ids {
      guard id.kind != .importRecord else {
        throw LibraryError(
          .invalid, "\(id) is an import; restore its items by their IDs instead.", ids: [id])
      }
      guard try revertRows(of: id, toBefore: change) else { continue }
      try model(id).touch()
      try context.save()
      noteChange(id)
    }
    noteTitle(ChangeTitle(.restore, "\(try phrase(ids)) to the state before change \(change)"))
  }

  /// Restores the rows of an item to their state before a change in the history.
  ///
  /// - Returns: Whether any row was changed.
  func revertRows(of id: ItemID, toBefore change: Int64) throws -> Bool {
    do {
      let isChanged = try context.revert(context.identifier(id), toBefore: change)
      // The rows were changed in the store directly, so objects that were read before are outdated.
      try context.refreshAllObjects()
      return isChanged
    } catch SwiftDataError.historyConflict {
      throw try refusal(id, change)
    }
  }

  private func refusal(_ id: ItemID, _ change: Int64) throws -> LibraryError {
    if try container.history().contains(where: { $0.id >= change && $0.state == .sealed }) {
      return LibraryError(
        .invalid,
        """
        Change \(change) was made before the store was migrated, so items cannot be restored to that \
        state.
        """,
        remedy:
          "Choose a later change, or restore the backup that was made before the migration.",
        ids: [id])
    }
    guard (try? model(id)) != nil else {
      return LibraryError(
        .notFound, "There is no \(id.kind.noun) \(id), and there was none before change \(change).",
        remedy: .listItems, ids: [id])
    }
    return LibraryError(
      .notFound,
      "\(id) did not exist before change \(change), so there is no earlier state to restore.",
      remedy: .listChanges, ids: [id])
  }
}

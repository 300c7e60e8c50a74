import SwiftData

extension EditSession {
  /// Makes items what they were before an entry of the history.
  func revert(_ ids: [ItemID], toBefore entry: Int64) throws {
    let ids = ids.unique
    guard !ids.isEmpty else { throw LibraryError.nothingNamed }
    for id in ids {
      guard id.kind != .importRecord else {
        throw LibraryError(
          .invalid, "\(id) is an import; bring its items back by their ids.", ids: [id])
      }
      let isChanged: Bool
      do {
        isChanged = try context.revert(context.identifier(id), toBefore: entry)
      } catch SwiftDataError.historyConflict {
        throw try refusal(id, entry)
      }
      // The rows were read before by no context of this session but as they are now.
      try context.refreshAllObjects()
      guard isChanged else { continue }
      try model(id).touch()
      try context.save()
      noteChange(id)
    }
    noteTitle("Restore \(try phrase(ids)) to before entry \(entry)")
  }

  private func refusal(_ id: ItemID, _ entry: Int64) throws -> LibraryError {
    if try container.history().contains(where: { $0.id >= entry && $0.state == .sealed }) {
      return LibraryError(
        .invalid,
        "Entry \(entry) was made before the store was migrated: it can be looked at, and not gone "
          + "back to.",
        remedy: "Choose a later entry; a backup from before the migration has the "
          + "rest: cartographer store restore.", ids: [id])
    }
    return LibraryError(
      .notFound,
      "\(id) was not there before entry \(entry), so there is nothing to bring back.",
      remedy: "Choose a later entry: cartographer log.", ids: [id])
  }
}

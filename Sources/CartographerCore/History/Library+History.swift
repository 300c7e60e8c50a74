import CartographerModel
import SwiftData

extension Library {
  /// Returns the changes in the history, oldest first.
  package func history(limit: Int = .max) throws -> [LibraryChange] {
    try LibraryError.translating {
      try container.history(limit: limit).reversed().map(LibraryChange.init)
    }
  }

  /// Undoes the latest change.
  ///
  /// - Parameter expected: The change to undo, or nil for the latest change.
  /// - Parameter progress: A closure that is called repeatedly with the progress.
  /// - Throws: `CancellationError` if the task is cancelled, in which case nothing is changed.
  ///   ``LibraryError`` `nothingToUndo` if there is no change to undo. ``LibraryError``
  ///   `changedMeanwhile` if the latest change is not the expected one, or if rows of the change
  ///   were modified later. The error lists the rows that were modified.
  package func undo(
    _ expected: LibraryChange.ID? = nil,
    progress: @Sendable (JobProgress) -> Void = { _ in }
  ) throws -> EditResult {
    try LibraryError.translating {
      let outcome = try container.undo(expected, telling: Self.told) { try tell($0, progress) }
      return EditResult(
        title: ChangeTitle(stored: outcome.entry.title), outcome.changes, isUndone: true,
        change: outcome.entry.id)
    }
  }

  /// Redoes the most recently undone change.
  ///
  /// The parameters are the same as for ``undo(_:progress:)``.
  package func redo(
    _ expected: LibraryChange.ID? = nil,
    progress: @Sendable (JobProgress) -> Void = { _ in }
  ) throws -> EditResult {
    try LibraryError.translating {
      let outcome = try container.redo(expected, telling: Self.told) { try tell($0, progress) }
      return EditResult(
        title: ChangeTitle(stored: outcome.entry.title), outcome.changes, isUndone: false,
        change: outcome.entry.id)
    }
  }

  /// Undoes the latest changes in a dry run, and then rolls the store back.
  ///
  /// - Parameter count: The number of changes to undo.
  ///   If the history has fewer changes, all of them are undone.
  /// - Returns: The results that ``undo(_:progress:)`` would return.
  /// - Throws: The errors that ``undo(_:progress:)`` would throw.
  package func dryRunUndo(_ count: Int) throws -> [EditResult] {
    try dryRun(redoing: false, count)
  }

  /// Redoes the most recently undone changes in a dry run, and then rolls the store back.
  package func dryRunRedo(_ count: Int) throws -> [EditResult] {
    try dryRun(redoing: true, count)
  }

  private func dryRun(redoing: Bool, _ count: Int) throws -> [EditResult] {
    try LibraryError.translating {
      try container.dryRun(redoing: redoing, count: count, telling: Self.told).map {
        EditResult(
          title: ChangeTitle(stored: $0.entry.title), $0.changes, isUndone: !redoing, change: nil)
      }
    }
  }

  /// The names of the entities whose items are listed in the result of an undo or redo: places,
  /// paths, groups and imports. Points are omitted, since a change can affect a million points.
  private static let told = Set(ItemID.Kind.entities.map(\.name))

  private func tell(_ share: Double, _ progress: (JobProgress) -> Void) throws {
    try Task.checkCancellation()
    progress(JobProgress(fraction: share, detail: ""))
  }
}

extension LibraryChange.State {
  init(_ state: JournalEntry.State) {
    switch state {
    case .done: self = .done
    case .undone: self = .undone
    case .sealed: self = .sealed
    }
  }
}

extension EditResult {
  /// Creates the result of a change from the modified rows.
  ///
  /// An edit of an item's points or memberships also writes the item's row, so the result lists
  /// every affected item.
  init(title: ChangeTitle, _ changes: JournalChanges, isUndone: Bool, change: Int64?) {
    var created: [ItemID] = []
    var changed: [ItemID] = []
    var deleted: [ItemID] = []
    for (name, kind) in ItemID.Kind.entities {
      let rows = ChangedRows(changes, of: name)
      created += rows.created().map { ItemID(kind, $0) }
      changed += rows.changed.map { ItemID(kind, $0) }
      deleted += rows.deleted.map { ItemID(kind, $0) }
    }
    self.init(
      title: title, changed: changed, created: isUndone ? deleted : created,
      deleted: isUndone ? created : deleted, undo: change)
  }
}

import CartographerModel
import SwiftData

extension Library {
  /// The history, newest last.
  package func history(limit: Int = .max) throws -> [HistoryEntry] {
    try LibraryError.translating {
      try container.history(limit: limit).reversed().map(HistoryEntry.init)
    }
  }

  /// Takes back the newest change.
  ///
  /// - Parameters:
  ///   - expected: The entry that is to be taken back; nil for whichever is the newest.
  ///   - progress: Told now and then how far it is.
  /// - Throws: `CancellationError` in a task that is cancelled meanwhile; nothing is changed
  ///   then. ``LibraryError``: `nothingToUndo`; `changedMeanwhile` naming the rows that are no longer
  ///   what the change left, or where another change is the newest.
  package func undo(
    _ expected: HistoryEntry.ID? = nil,
    progress: @Sendable (JobProgress) -> Void = { _ in }
  ) throws -> EditResult {
    try LibraryError.translating {
      let outcome = try container.undo(expected, telling: Self.told) { try tell($0, progress) }
      return EditResult(
        title: outcome.entry.title, outcome.changes, isUndone: true, entry: outcome.entry.id)
    }
  }

  /// Makes the last change that was undone again.
  ///
  /// The parameters are as of ``undo(_:progress:)``.
  package func redo(
    _ expected: HistoryEntry.ID? = nil,
    progress: @Sendable (JobProgress) -> Void = { _ in }
  ) throws -> EditResult {
    try LibraryError.translating {
      let outcome = try container.redo(expected, telling: Self.told) { try tell($0, progress) }
      return EditResult(
        title: outcome.entry.title, outcome.changes, isUndone: false, entry: outcome.entry.id)
    }
  }

  /// What the result of a change names; of a million points it names none.
  private static let told = Set(ItemID.Kind.entities.map(\.name))

  private func tell(_ share: Double, _ progress: (JobProgress) -> Void) throws {
    try Task.checkCancellation()
    progress(JobProgress(fraction: share, detail: ""))
  }
}

extension HistoryEntry.State {
  init(_ state: JournalEntry.State) {
    switch state {
    case .done: self = .done
    case .undone: self = .undone
    case .sealed: self = .sealed
    }
  }
}

extension EditResult {
  /// The items of an entry's rows. An edit of points or memberships writes its items' rows too, so
  /// that these name everything concerned.
  init(title: String, _ changes: JournalChanges, isUndone: Bool, entry: Int64?) {
    var created: [ItemID] = []
    var changed: [ItemID] = []
    var deleted: [ItemID] = []
    for (name, kind) in ItemID.Kind.entities {
      let rows = EntryRows(changes, of: name)
      created += rows.created().map { ItemID(kind, $0) }
      changed += rows.changed.map { ItemID(kind, $0) }
      deleted += rows.deleted.map { ItemID(kind, $0) }
    }
    self.init(
      title: title, changed: changed, created: isUndone ? deleted : created,
      deleted: isUndone ? created : deleted, undo: entry)
  }
}

import Foundation
import SwiftData

/// The numbers of items that a change created, edited and deleted, and the ids of these items.
package struct ChangeSummary: Sendable, Equatable {
  package var change: LibraryChange
  package var created = 0
  package var changed = 0
  package var deleted = 0
  /// The ids of the affected items, created items first. Only a limited number of ids is listed.
  package var ids: [ItemID] = []

  /// The number of affected items.
  package var count: Int { created + changed + deleted }

  /// Creates a change's summary from the database rows that the change modified.
  ///
  /// - Parameter limit: The maximum number of ids in ``ids``.
  init(_ change: LibraryChange, _ changes: JournalChanges, idsAtMost limit: Int) {
    self.change = change
    var (made, others): ([ItemID], [ItemID]) = ([], [])
    for (name, kind) in ItemID.Kind.entities {
      let rows = ChangedRows(changes, of: name)
      created += rows.createdCount
      deleted += rows.deleted.count
      changed += rows.changed.count
      made += rows.created(first: limit).map { ItemID(kind, $0) }
      others += (rows.changed.prefix(limit) + rows.deleted.prefix(limit)).map { ItemID(kind, $0) }
    }
    ids = Array((made + others).prefix(limit))
  }
}

/// The limits of the history: the maximum number of changes, and the maximum number of rows in all
/// changes together.
package struct HistoryLimits: Sendable, Equatable {
  package var changes: Int
  package var rows: Int

  package init(changes: Int = 1_000, rows: Int = 5_000_000) {
    self.changes = changes
    self.rows = rows
  }
}

/// The current size of the stored history, and its limits.
package struct HistoryBounds: Sendable, Equatable {
  package var changes: Int
  /// The number of copies of database rows in the history. Each copy of a row holds the row's state
  /// before or after a change.
  package var images: Int
  /// The number of the oldest change in the history. Nil if the history is empty.
  package var oldest: Int64?
  package var maximumChanges: Int
  package var maximumImages: Int

  /// Whether old changes have been removed from the history. Changes are removed when they expire,
  /// when they are erased, and when new changes are made after an undo.
  package var isCut: Bool { (oldest ?? 1) > 1 }
}

extension Library {
  /// Returns the changes in the history, newest first, with the affected items.
  ///
  /// - Parameter limit: The maximum number of changes to return.
  /// - Parameter idsAtMost: The maximum number of item ids to return for each change.
  /// - Complexity: O(*n*) for *n* changed rows in the history.
  ///   Rows of points are not counted, because they are not read.
  package func changeSummaries(
    limit: Int = .max, idsAtMost: Int = .max
  ) throws -> [ChangeSummary] {
    try LibraryError.translating {
      let items = Set(ItemID.Kind.entities.map(\.name))
      return try history(limit: limit).reversed().map {
        ChangeSummary($0, try container.changes(of: $0.id, in: items), idsAtMost: idsAtMost)
      }
    }
  }

  package func historyBounds() throws -> HistoryBounds {
    try LibraryError.translating {
      let bounds = try container.historyBounds()
      return HistoryBounds(
        changes: bounds.entries, images: bounds.images, oldest: bounds.oldest,
        maximumChanges: bounds.maximumEntries, maximumImages: bounds.maximumImages)
    }
  }

  /// Returns the change with the given number. If the number is nil, returns the latest change that
  /// has not been undone.
  ///
  /// - Throws: ``LibraryError`` `notFound` if there is no such change.
  package func change(numbered id: Int64?) throws -> LibraryChange {
    try LibraryError.translating {
      if let id {
        if let entry = try container.historyEntry(id) { return LibraryChange(entry) }
        throw LibraryError.noChange(id)
      }
      guard let change = try history().last(where: { $0.state == .done }) else {
        throw LibraryError(
          .notFound, "The history is empty, or all of its changes have been undone.",
          remedy: .listChanges)
      }
      return change
    }
  }
}

extension LibraryChange {
  init(_ entry: JournalEntry) {
    self.init(
      id: entry.id, title: ChangeTitle(stored: entry.title), time: entry.date,
      state: State(entry.state),
      rows: entry.rows)
  }
}

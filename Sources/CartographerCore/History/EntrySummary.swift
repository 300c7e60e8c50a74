import Foundation
import SwiftData

/// The numbers of items that a change created, edited and deleted, and the items.
package struct EntrySummary: Sendable, Equatable {
  package var entry: HistoryEntry
  package var created = 0
  package var changed = 0
  package var deleted = 0
  /// The items, up to a limit: created items before edited and deleted ones.
  package var ids: [ItemID] = []

  /// How many items it concerned.
  package var count: Int { created + changed + deleted }

  /// - Parameter limit: The largest number of items in ``ids``.
  init(_ entry: HistoryEntry, _ changes: JournalChanges, idsAtMost limit: Int) {
    self.entry = entry
    var (made, others): ([ItemID], [ItemID]) = ([], [])
    for (name, kind) in ItemID.Kind.entities {
      let rows = EntryRows(changes, of: name)
      created += rows.createdCount
      deleted += rows.deleted.count
      changed += rows.changed.count
      made += rows.created(first: limit).map { ItemID(kind, $0) }
      others += (rows.changed.prefix(limit) + rows.deleted.prefix(limit)).map { ItemID(kind, $0) }
    }
    ids = Array((made + others).prefix(limit))
  }
}

/// How much of the history is kept: changes, and rows that they touched, of all together.
package struct HistoryLimits: Sendable, Equatable {
  package var entries: Int
  package var rows: Int

  package init(entries: Int = 1_000, rows: Int = 5_000_000) {
    self.entries = entries
    self.rows = rows
  }
}

/// How much history the store has, and how much it keeps.
package struct HistoryBounds: Sendable, Equatable {
  package var entries: Int
  /// Rows as they were before and after changes.
  package var images: Int
  /// The oldest entry there is.
  package var oldest: Int64?
  package var maximumEntries: Int
  package var maximumImages: Int

  /// Whether there are no older entries any more: forgotten, erased, or undone before others were made.
  package var isCut: Bool { (oldest ?? 1) > 1 }
}

extension Library {
  /// Returns the changes of the history with their items, newest first.
  ///
  /// - Parameters:
  ///   - limit: The largest number of changes.
  ///   - idsAtMost: The largest number of items named for each change.
  /// - Complexity: O(images of items in the entries); those of points are not looked at.
  package func entrySummaries(
    limit: Int = .max, idsAtMost: Int = .max
  ) throws -> [EntrySummary] {
    try LibraryError.translating {
      let items = Set(ItemID.Kind.entities.map(\.name))
      return try history(limit: limit).reversed().map {
        EntrySummary($0, try container.changes(of: $0.id, in: items), idsAtMost: idsAtMost)
      }
    }
  }

  package func historyBounds() throws -> HistoryBounds {
    try LibraryError.translating {
      let bounds = try container.historyBounds()
      return HistoryBounds(
        entries: bounds.entries, images: bounds.images, oldest: bounds.oldest,
        maximumEntries: bounds.maximumEntries, maximumImages: bounds.maximumImages)
    }
  }

  /// An entry of the history; the newest that is done where none is named.
  ///
  /// - Throws: ``LibraryError`` `notFound`.
  package func historyEntry(_ id: Int64?) throws -> HistoryEntry {
    try LibraryError.translating {
      if let id {
        if let entry = try container.historyEntry(id) { return HistoryEntry(entry) }
        throw LibraryError(
          .notFound, "There is no entry \(id) in the history, or no longer.",
          remedy: "See: cartographer log")
      }
      guard let entry = try history().last(where: { $0.state == .done }) else {
        throw LibraryError(
          .notFound, "The history has no change that is done.", remedy: "See: cartographer log")
      }
      return entry
    }
  }
}

extension HistoryEntry {
  init(_ entry: JournalEntry) {
    self.init(
      id: entry.id, title: entry.title, time: entry.date, state: State(entry.state),
      rows: entry.rows)
  }
}

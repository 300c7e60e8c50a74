import Foundation

/// An entry in a store's history: a transaction and its title.
///
/// ```swift
/// for entry in try container.history(limit: 10) { print(entry.title, entry.date, entry.rows) }
/// ```
public struct JournalEntry: Sendable, Equatable, Identifiable {
  /// The state of a history entry: done, undone or sealed (made before a migration).
  ///
  /// ```swift
  /// let undoable = try container.history().filter { $0.state == .done }
  /// ```
  public enum State: Sendable {
    case done
    case undone
    /// The entry was made before a migration, so it is listed but can no longer be undone.
    case sealed
  }

  public let id: Int64
  /// The history entry's title, which was set by the transaction.
  public let title: String
  /// The time when the transaction began.
  public let date: Date
  public let state: State
  /// The number of distinct rows and links that the transaction inserted, changed or deleted.
  public let rows: Int
}

/// The result of undoing or redoing a history entry.
///
/// ```swift
/// let outcome = try container.undo()
/// print("Undid \(outcome.entry.title): \(outcome.changes.changed)")
/// ```
public struct JournalOutcome: Sendable {
  /// The history entry as it was before the undo or redo.
  public let entry: JournalEntry
  /// The rows that the undo or redo affected.
  public let changes: JournalChanges
}

/// The rows that a history entry affected, indexed by the name that their entity had when the entry
/// was made. Inserted rows are given as key ranges, since there can be millions of them.
///
/// ```swift
/// let changes = try container.changes(of: entry.id)
/// print(changes.inserted["Place"]?.count ?? 0)
/// ```
public struct JournalChanges: Sendable, Equatable {
  /// The key ranges of the inserted rows, indexed by entity.
  public internal(set) var inserted: [String: ClosedRange<Int64>] = [:]
  /// The keys of the changed rows in ascending order, indexed by entity.
  public internal(set) var changed: [String: [Int64]] = [:]
  public internal(set) var deleted: [String: [Int64]] = [:]
}

import Foundation

/// One entry of a store's history: a transaction, by its title.
public struct JournalEntry: Sendable, Equatable, Identifiable {
  /// Where an entry stands.
  public enum State: Sendable {
    case done
    case undone
    /// Made before a migration: listed, no longer undoable.
    case sealed
  }

  public let id: Int64
  /// What was done, as the transaction named it.
  public let title: String
  /// When the transaction began.
  public let date: Date
  public let state: State
  /// The rows and links inserted, changed and deleted, each once.
  public let rows: Int
}

/// What undoing or redoing an entry did.
public struct JournalOutcome: Sendable {
  /// The entry, as it was before.
  public let entry: JournalEntry
  /// The rows it concerned.
  public let changes: JournalChanges
}

/// The rows an entry concerns, by the names that entities had when it was made. Inserted rows are named in full; a range may hold a million.
public struct JournalChanges: Sendable, Equatable {
  /// The keys inserted, by entity.
  public internal(set) var inserted: [String: ClosedRange<Int64>] = [:]
  /// The keys changed or deleted, by entity, in order.
  public internal(set) var changed: [String: [Int64]] = [:]
  public internal(set) var deleted: [String: [Int64]] = [:]
}

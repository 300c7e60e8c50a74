import Foundation

/// A migration step, reported as it happens so that a program can show progress, write a log or
/// cancel the migration.
///
/// Events are delivered on the thread that opens the container, in the order in which the cases are
/// declared. The events within a stage are repeated for every stage. There are no events if no
/// migration is needed. Later versions may add cases.
///
/// ```swift
/// configuration.onMigrationEvent = { event in print("Migration step: \(event)") }
/// ```
public enum MigrationEvent: Sendable, Hashable {
  /// The store is locked, so no other process can use it until the migration ends.
  case locked
  /// The backup is about to be written beside the store.
  case backupBegan
  /// The backup was written under a temporary name.
  case backupCopied
  /// The backup was read back, and its contents match the store's.
  case backupVerified
  /// The backup was renamed to its final name. The associated value is the backup's URL.
  case backupMade(URL)
  /// The transaction that contains all stages began.
  case transactionBegan
  /// A migration stage began.
  case stageBegan(from: Schema.Version, to: Schema.Version)
  /// The `willMigrate` closure of a custom stage is about to run.
  case willMigrateBegan
  /// The `willMigrate` closure of a custom stage ended.
  case willMigrateEnded
  /// An entity's new columns were created, either in the old table or in a new table beside it.
  case tableExpanded(entity: String)
  /// The links of a many-to-many relationship were written to their new table. The associated value
  /// is the relationship's name, in the form `Entity.property`.
  case linksMade(String)
  /// The `didMigrate` closure of a custom stage is about to run.
  case didMigrateBegan
  /// The `didMigrate` closure of a custom stage ended.
  case didMigrateEnded
  /// The old tables are about to be removed.
  case contractBegan
  /// A migration stage ended.
  case stageEnded(from: Schema.Version, to: Schema.Version)
  /// The migrated store is about to be checked.
  case verificationBegan
  /// The commit is about to begin. This is the last event at which the migration can be cancelled.
  case commitBegan
  /// The transaction is committed, and the store has the new version.
  case committed
  /// The transaction's changes were copied from the write-ahead log to the store's main file (a
  /// checkpoint).
  case checkpointed
  /// The oldest backups were removed, so that only the configured number remains.
  case pruned
  /// The migrated store is open.
  case finished
}

/// A callable value that delivers a migration's events to the configured handler.
struct MigrationProgress {
  /// A wrapper for an error thrown by the event handler. The wrapper distinguishes this error from
  /// a failure of the store.
  struct Cancellation: Error {
    let reason: any Error
  }

  let handler: (@Sendable (MigrationEvent) throws -> Void)?

  /// Delivers an event to the handler. If the handler throws, the migration is rolled back and ends
  /// with that error.
  func callAsFunction(_ event: MigrationEvent) throws {
    do {
      try handler?(event)
    } catch {
      throw Cancellation(reason: error)
    }
  }

  /// Delivers an event after the commit. Errors from the handler are ignored, because the migration
  /// can no longer be cancelled.
  func reportAfterCommit(_ event: MigrationEvent) { try? handler?(event) }
}

import Foundation

/// A step of a migration, reported as it happens, for a progress display, a log or a cancellation.
///
/// Events are delivered on the thread that opens the container, in the order of the cases. The
/// events of a stage repeat for each stage. There are no events if no migration is needed. Later
/// versions may add cases.
///
/// ```swift
/// configuration.onMigrationEvent = { event in
///   if case .stageBegan(let from, let to) = event { print("Migrating \(from) → \(to)") }
/// }
/// ```
public enum MigrationEvent: Sendable, Hashable {
  /// The store is locked: no other process has it open or can open it until the migration ends.
  case locked
  /// The backup is about to be written beside the store.
  case backupBegan
  /// The backup was written under a temporary name.
  case backupCopied
  /// The backup was read again and has the same content as the store.
  case backupVerified
  /// The backup has its final name.
  case backupMade(URL)
  /// The transaction that contains all stages began.
  case transactionBegan
  /// A stage of the migration began.
  case stageBegan(from: Schema.Version, to: Schema.Version)
  /// The `willMigrate` closure of a custom stage is about to run.
  case willMigrateBegan
  /// The `willMigrate` closure of a custom stage ended.
  case willMigrateEnded
  /// The table of an entity has its new columns, either in a new table beside the old one or in
  /// place.
  case tableExpanded(entity: String)
  /// The links of a many-to-many relationship, named `Entity.property`, are in their new table.
  case linksMade(String)
  /// The `didMigrate` closure of a custom stage is about to run.
  case didMigrateBegan
  /// The `didMigrate` closure of a custom stage ended.
  case didMigrateEnded
  /// The old tables are about to be removed.
  case contractBegan
  /// A stage of the migration ended.
  case stageEnded(from: Schema.Version, to: Schema.Version)
  /// The migrated store is about to be checked.
  case verificationBegan
  /// The commit is about to begin. This is the last event at which the migration can be cancelled.
  case commitBegan
  /// The transaction is committed, and the store has the new version.
  case committed
  /// The transaction's write-ahead log is checkpointed into the store's file.
  case checkpointed
  /// The oldest backups, beyond the number to be kept, were removed.
  case pruned
  /// The migrated store is open.
  case finished
}

/// Delivers the events of one migration to the configured handler.
struct MigrationProgress {
  /// A wrapper for an error that a handler threw, so that it is not treated as a failure of the
  /// store.
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

  /// Delivers an event after which cancellation is impossible; an error that the handler throws is
  /// ignored.
  func reportAfterCommit(_ event: MigrationEvent) { try? handler?(event) }
}

import Foundation

/// A step of a migration, told as it happens: to show progress, to log, or to cancel.
///
/// Events come on the thread that opens the container, in the order of the cases; those of a stage
/// repeat for each. Nothing is told where nothing has to be migrated. The set is open.
public enum MigrationEvent: Sendable, Hashable {
  /// Nobody else has the store open, and nobody may open it until the migration is over.
  case locked
  /// The backup is about to be written beside the store.
  case backupBegan
  /// The backup is written, under a name of its own for now.
  case backupCopied
  /// The backup was read again and has what the store has.
  case backupVerified
  /// The backup has its name.
  case backupMade(URL)
  /// The transaction of all stages began.
  case transactionBegan
  case stageBegan(from: Schema.Version, to: Schema.Version)
  case willMigrateBegan
  case willMigrateEnded
  /// The table of an entity has its new shape, beside the old or in its place.
  case tableExpanded(entity: String)
  /// The pairs of a many-to-many relationship, `Entity.property`, are in their new table.
  case linksMade(String)
  case didMigrateBegan
  case didMigrateEnded
  /// The old tables are about to be taken away.
  case contractBegan
  case stageEnded(from: Schema.Version, to: Schema.Version)
  /// The migrated store is about to be checked.
  case verificationBegan
  /// The last moment to cancel: what follows makes the new store the one there is.
  case commitBegan
  /// The store is the new one.
  case committed
  /// The log of the transaction is folded into the store's file.
  case checkpointed
  /// Backups beyond those to be kept are gone.
  case pruned
  /// The store is open.
  case finished
}

/// Tells the events of one migration to whoever asked for them.
struct MigrationProgress {
  /// Wraps what a handler threw, so that nothing on the way takes it for a failure of the store.
  struct Cancellation: Error {
    let reason: any Error
  }

  let handler: (@Sendable (MigrationEvent) throws -> Void)?

  /// Tells an event; the migration ends, undone, with what the handler throws.
  func callAsFunction(_ event: MigrationEvent) throws {
    do {
      try handler?(event)
    } catch {
      throw Cancellation(reason: error)
    }
  }

  /// Tells an event that comes too late to cancel; what the handler throws is dropped.
  func tell(_ event: MigrationEvent) { try? handler?(event) }
}

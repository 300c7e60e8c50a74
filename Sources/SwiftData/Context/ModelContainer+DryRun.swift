import Foundation

extension ModelContainer {
  /// Migrates a private copy of a store as a dry run, and reports the result. The store itself
  /// stays unchanged.
  ///
  /// The migration plan's closures run on the copy. Other processes may have the store open during
  /// the dry run. The report's ``MigrationReport/backup`` is nil.
  ///
  /// - Parameter url: The store's URL. Stores of any schema version are accepted.
  /// - Parameter schema: The schema to migrate to.
  /// - Parameter migrationPlan: The migration plan, or nil to migrate without a plan.
  /// - Parameter folder: The folder for the copy (default: the system's temporary folder).
  ///   The folder needs free space of about three times the store's size. The copy is removed at
  ///   the end.
  /// - Returns: The migration report. Nil if the store needs no migration.
  /// - Throws: The ``SwiftDataError`` that opening the store would throw.
  public static func dryRunMigration(
    of url: URL, for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    in folder: URL? = nil
  ) throws -> MigrationReport? {
    let work = try ScratchFolder(
      named: ScratchFolder.dryRun, in: folder ?? FileManager.default.temporaryDirectory)
    defer { work.remove() }
    let copy = try StoreBackup.make(of: url, to: work.url.appendingPathComponent("copy.store"))
    let opened = try StoreOpener(
      schema: schema, plan: migrationPlan, configuration: ModelConfiguration(url: copy),
      isDryRun: true
    ).open()
    try opened.store.close()
    return opened.report
  }
}

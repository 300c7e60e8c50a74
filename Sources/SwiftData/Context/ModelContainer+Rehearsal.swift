import Foundation

extension ModelContainer {
  /// Migrates a private copy of a store and tells what that did; the store itself stays as it is.
  ///
  /// The plan's closures run, on the copy. Others may have the store open meanwhile.
  ///
  /// - Parameters:
  ///   - url: A store of any version.
  ///   - schema: What it would be opened with.
  ///   - migrationPlan: The plan it would be opened with; nil for none.
  ///   - folder: Where the copy is made and removed again, the system's folder for temporary files
  ///     unless given. It needs some three times the store's size.
  /// - Returns: The report, without a backup; nil for a store that needs no migration.
  /// - Throws: ``SwiftDataError``, as opening the store would.
  public static func rehearseMigration(
    of url: URL, for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    in folder: URL? = nil
  ) throws -> MigrationReport? {
    let work = try ScratchFolder(
      named: ScratchFolder.rehearsal, in: folder ?? FileManager.default.temporaryDirectory)
    defer { work.remove() }
    let copy = try StoreBackup.make(of: url, to: work.url.appendingPathComponent("copy.store"))
    let opened = try StoreOpener(
      schema: schema, plan: migrationPlan, configuration: ModelConfiguration(url: copy),
      isRehearsal: true
    ).open()
    try opened.store.close()
    return opened.report
  }
}

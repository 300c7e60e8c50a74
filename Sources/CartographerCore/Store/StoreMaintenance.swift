import CartographerModel
import Foundation
import SwiftData

/// What is done to a store as a whole, while no library has it open here.
package enum StoreMaintenance {
  static func requireFile(_ url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw LibraryError(
        .notFound, "There is no store at \(url.path); check the path.",
        remedy: "Name an existing store by --store.")
    }
  }

  /// Copies a store of any version into one file, verified before it counts.
  ///
  /// - Parameter destination: Nil for a name beside the store, with its version and the time.
  /// - Throws: ``LibraryError``: `notFound`, `badData`, `cannotWrite`.
  package static func backup(of url: URL, to destination: URL? = nil) throws -> URL {
    try LibraryError.translating {
      try requireFile(url)
      if let destination, FileManager.default.fileExists(atPath: destination.path) {
        throw LibraryError(
          .cannotWrite, "\(destination.path) exists; choose another name for the backup.")
      }
      return try StoreBackup.make(of: url, to: destination)
    }
  }

  /// Puts a backup in a store's place.
  ///
  /// - Returns: The copy kept of the store that was replaced; nil if there was none.
  /// - Throws: ``LibraryError``: `notFound`, `badData` for a backup that is no store, `busy` while
  ///   any program has the store open.
  package static func restore(_ backup: URL, to url: URL) throws -> URL? {
    try LibraryError.translating {
      try requireFile(backup)
      return try StoreBackup.restore(backup, to: url)
    }
  }

  /// Migrates a store to the latest version.
  ///
  /// - Returns: The report; nil for a store that is of the latest version.
  package static func migrate(_ url: URL) throws -> MigrationSummary? {
    try LibraryError.translating {
      try requireFile(url)
      let container = try open(url)
      defer { try? container.close() }
      return container.migrationReport.map(MigrationSummary.init)
    }
  }

  /// Migrates a copy in a folder of its own, which is then removed: the store stays as it is.
  ///
  /// - Parameter folder: Where the copy is made; it needs twice the store's size.
  package static func rehearseMigration(of url: URL, in folder: URL) throws -> MigrationSummary? {
    try LibraryError.translating {
      try requireFile(url)
      return try ModelContainer.rehearseMigration(
        of: url, for: Schema(versionedSchema: CurrentSchema.self),
        migrationPlan: CartographerMigrationPlan.self, in: folder
      ).map(MigrationSummary.init)
    }
  }

  private static func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: CurrentSchema.self),
      migrationPlan: CartographerMigrationPlan.self, configurations: ModelConfiguration(url: url))
  }
}

import CartographerModel
import Foundation
import SwiftData

/// Operations on a whole store, such as backup and migration, that do not open the store as a
/// library.
package enum StoreMaintenance {
  static func requireFile(_ url: URL) throws {
    guard try StoreLocation.file(url).exists() else { throw LibraryError.noStore(at: url) }
  }

  /// Copies a store of any version to a single file and verifies the copy.
  ///
  /// - Parameter destination: The file to write, or nil for a new file in the store's folder.
  ///   The name of the new file contains the store's version and the time.
  /// - Throws: ``LibraryError`` `notFound` if the store does not exist.
  /// - Throws: ``LibraryError`` `badData` if the store is not valid.
  /// - Throws: ``LibraryError`` `cannotWrite` if the destination exists or cannot be written.
  package static func backup(of url: URL, to destination: URL? = nil) throws -> URL {
    try LibraryError.translating {
      try requireFile(url)
      try requireFree(destination)
      return try StoreBackup.make(of: url, to: destination)
    }
  }

  /// Replaces a store with a backup.
  ///
  /// - Returns: The URL of a copy of the replaced store, or nil if no store was replaced.
  /// - Throws: ``LibraryError`` `notFound` if the backup does not exist.
  /// - Throws: ``LibraryError`` `badData` if the backup is not a valid store.
  /// - Throws: ``LibraryError`` `busy` if the store is open in any program.
  package static func restore(_ backup: URL, to url: URL) throws -> URL? {
    try LibraryError.translating {
      try requireFile(backup)
      _ = try StoreLocation.file(url).exists()
      return try StoreBackup.restore(backup, to: url)
    }
  }

  /// Checks, without changing anything, that ``restore(_:to:)`` would succeed.
  ///
  /// - Throws: The errors that ``restore(_:to:)`` would throw.
  package static func dryRunRestore(_ backup: URL, to url: URL) throws {
    try LibraryError.translating {
      try requireFile(backup)
      _ = try StoreLocation.file(url).exists()
      try StoreBackup.dryRunRestore(backup, to: url)
    }
  }

  /// Checks, without changing anything, that the store is valid and that no file exists at the
  /// backup's destination path.
  ///
  /// - Returns: The store's version.
  package static func dryRunBackup(of url: URL, to destination: URL?) throws -> String {
    try LibraryError.translating {
      try requireFile(url)
      try requireFree(destination)
    }
    return try StoreInfo(at: url).schemaVersion
  }

  private static func requireFree(_ destination: URL?) throws {
    guard let destination, FileManager.default.fileExists(atPath: destination.path) else { return }
    throw LibraryError(
      .cannotWrite, "\(destination.path) already exists; choose another name for the backup.")
  }

  /// Removes a store to which no change was ever committed. A store with changes is kept.
  ///
  /// - Throws: ``LibraryError`` `busy` if the store is open in any program.
  package static func removeUnused(_ url: URL) throws {
    try LibraryError.translating { try StoreRemoval.removeUnused(url) }
  }

  /// Migrates a store to the latest version.
  ///
  /// - Returns: The summary of the migration, or nil if the store is already at the latest version.
  package static func migrate(_ url: URL) throws -> MigrationSummary? {
    try LibraryError.translating {
      try requireFile(url)
      let container = try open(url)
      defer { try? container.close() }
      return container.migrationReport.map(MigrationSummary.init)
    }
  }

  /// Performs a migration dry run on a temporary copy of a store, and then removes the copy.
  ///
  /// - Parameter folder: The folder for the copy.
  ///   The folder needs free disk space equal to twice the store's size.
  package static func dryRunMigration(of url: URL, in folder: URL) throws -> MigrationSummary? {
    try LibraryError.translating {
      try requireFile(url)
      return try ModelContainer.dryRunMigration(
        of: url, for: Schema(versionedSchema: CurrentSchema.self),
        migrationPlan: CartographerMigrationPlan.self, in: folder
      ).map(MigrationSummary.init)
    }
  }

  /// The name prefix of folders that hold private copies of stores.
  private static let copies = "cartographer"

  /// Copies a store into a folder that only the current user can read. The caller must remove the
  /// copy.
  package static func privateCopy(
    of url: URL, in folder: URL = FileManager.default.temporaryDirectory
  ) throws -> PrivateCopy {
    try LibraryError.translating {
      let scratch = try ScratchFolder(named: copies, in: folder)
      do {
        let copy = try backup(of: url, to: scratch.url.appending(path: "copy.store"))
        return PrivateCopy(scratch: scratch, store: copy)
      } catch {
        scratch.remove()
        throw error
      }
    }
  }

  /// Removes private copies left behind by processes that were killed.
  package static func clearPrivateCopies(
    in folder: URL = FileManager.default.temporaryDirectory
  ) {
    for name in [copies, ScratchFolder.dryRun] {
      ScratchFolder.clearLeftovers(named: name, in: folder)
    }
  }

  private static func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: CurrentSchema.self),
      migrationPlan: CartographerMigrationPlan.self, configurations: ModelConfiguration(url: url))
  }
}

/// A copy of a store in a folder that only the folder's owner can read.
package struct PrivateCopy {
  let scratch: ScratchFolder
  package let store: URL

  /// Removes the copy and its folder.
  package func remove() { scratch.remove() }
}

import CartographerModel
import Foundation
import SwiftData

/// What is done to a store as a whole, while no library has it open here.
package enum StoreMaintenance {
  static func requireFile(_ url: URL) throws {
    guard try StoreLocation.file(url).exists() else { throw LibraryError.noStore(at: url) }
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
      _ = try StoreLocation.file(url).exists()
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

  /// The name prefix of the folders of private copies.
  private static let copies = "cartographer"

  /// Copies a store into a private folder. The caller must remove the copy.
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

  /// Removes the private copies that killed processes left behind.
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

/// A copy of a store in a folder that only its owner may read.
package struct PrivateCopy {
  let scratch: ScratchFolder
  package let store: URL

  /// Removes the copy and its folder.
  package func remove() { scratch.remove() }
}

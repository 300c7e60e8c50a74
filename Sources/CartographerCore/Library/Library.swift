import CartographerModel
import Foundation
import SwiftData

/// The user's places, paths and groups in one store: every use case of the program.
///
/// Only values leave it. Edits run one at a time; reading many points, importing and exporting run
/// beside them, each in a context of its own.
package actor Library {
  package nonisolated let location: StoreLocation
  nonisolated let container: ModelContainer
  nonisolated let importMemory = ImportMemory()
  /// The time of now, given by the caller, since this module never looks at a clock.
  nonisolated let clock: @Sendable () -> Date
  /// What was migrated when the store was opened; nil if nothing was.
  package nonisolated var migrationReport: MigrationReport? { container.migrationReport }
  package nonisolated var isWritable: Bool { container.isWritable }

  private init(
    location: StoreLocation, container: ModelContainer, clock: @escaping @Sendable () -> Date
  ) {
    self.location = location
    self.container = container
    self.clock = clock
  }

  /// Opens a store, making one where there is none and migrating one of an older version.
  ///
  /// A store whose file or folder cannot be written is opened for reading.
  ///
  /// - Parameters:
  ///   - readOnly: Never to write; a missing store is then an error.
  ///   - history: How much of the history is left by what is written through the library.
  /// - Throws: ``LibraryError``: `badData` for a file that is no store of ours, newer or damaged,
  ///   `busy` when a migration must wait for another process, `readOnly` when one is due and the
  ///   store cannot be written, `notFound` for a missing store that may not be made.
  package static func open(
    at location: StoreLocation, readOnly: Bool = false, history: HistoryLimits = HistoryLimits(),
    clock: @escaping @Sendable () -> Date
  ) async throws -> Library {
    try LibraryError.translating {
      let schema = Schema(versionedSchema: CurrentSchema.self)
      var configuration: ModelConfiguration
      switch location {
      case .memory: configuration = ModelConfiguration(isStoredInMemoryOnly: true)
      case .file(let url):
        if try !location.exists(), readOnly { throw LibraryError.noStore(at: url) }
        configuration = ModelConfiguration(url: url, allowsSave: !readOnly)
      }
      configuration.historyEntriesKept = history.entries
      configuration.historyRowsKept = history.rows
      let container = try ModelContainer(
        for: schema, migrationPlan: CartographerMigrationPlan.self, configurations: configuration)
      return Library(location: location, container: container, clock: clock)
    }
  }

  /// Closes the store. Nothing of the library may be used after.
  package func close() throws {
    try LibraryError.translating { try container.close() }
  }

  /// A number that grows with every committed change of any process. Cheap.
  package func revision() throws -> Int64 {
    try LibraryError.translating { try container.revision() }
  }
}

extension ItemID.Kind {
  /// The items of the store by the model each kind is.
  static let entities: [(name: String, kind: ItemID.Kind)] = [
    ("Location", .location), ("Path", .path), ("AnnotationGroup", .group),
    ("ImportRecord", .importRecord),
  ]
}

extension ModelContext {
  func identifier(_ id: ItemID) -> PersistentIdentifier {
    switch id.kind {
    case .location: identifier(of: Location.self, key: id.key)
    case .path: identifier(of: Path.self, key: id.key)
    case .group: identifier(of: AnnotationGroup.self, key: id.key)
    case .importRecord: identifier(of: ImportRecord.self, key: id.key)
    }
  }
}

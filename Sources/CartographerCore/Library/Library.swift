import CartographerModel
import Foundation
import SwiftData

/// A library in one store: the user's places, paths and groups, and the operations on them.
///
/// The library's interface uses only values and never exposes model objects. Edits run one at a
/// time. Long reads, imports and exports run concurrently with edits, each in a separate context.
package actor Library {
  package nonisolated let location: StoreLocation
  nonisolated let container: ModelContainer
  nonisolated let importMemory = ImportMemory()
  /// The function that returns the current time. The caller supplies this function, so that tests
  /// can set the time.
  nonisolated let clock: @Sendable () -> Date
  /// The report on the migration that was performed when the store was opened. Nil if no migration
  /// was needed.
  package nonisolated var migrationReport: MigrationReport? { container.migrationReport }
  package nonisolated var isWritable: Bool { container.isWritable }

  private init(
    location: StoreLocation, container: ModelContainer, clock: @escaping @Sendable () -> Date
  ) {
    self.location = location
    self.container = container
    self.clock = clock
  }

  /// Opens a store. A missing store is created, and a store of an older version is migrated.
  ///
  /// If the file or the folder is not writable, the store is opened read-only.
  ///
  /// - Parameter readOnly: Whether to open the store read-only. If so, a missing store is an error.
  /// - Parameter history: The history limits that apply to changes made through the library.
  /// - Throws: ``LibraryError`` `badData` if the file is damaged or is not a Cartographer store.
  ///   ``LibraryError``: `badData` if a newer version of this program wrote the store; `busy` if a
  ///   migration must wait for another process; `readOnly` if a read-only store needs a migration;
  ///   `notFound` if the store is missing and must not be created.
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
      configuration.historyEntriesKept = history.changes
      configuration.historyRowsKept = history.rows
      let container = try ModelContainer(
        for: schema, migrationPlan: CartographerMigrationPlan.self, configurations: configuration)
      return Library(location: location, container: container, clock: clock)
    }
  }

  /// Closes the store. The library must not be used afterwards.
  package func close() throws {
    try LibraryError.translating { try container.close() }
  }

  /// Returns the store's revision, which increases with every change committed by any process.
  ///
  /// Reading the revision is cheap.
  package func revision() throws -> Int64 {
    try LibraryError.translating { try container.revision() }
  }
}

extension ItemID.Kind {
  /// The names of the store's entities that represent items, each with its item kind.
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

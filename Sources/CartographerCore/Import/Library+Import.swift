import CartographerModel
import Foundation
import GeoFormats
import SwiftData

extension Library {
  /// Imports one file in one transaction and as one change in the undo history.
  ///
  /// The file is read as a stream. Nothing is imported if the file is rejected, if the task is
  /// cancelled, or if the store cannot be written.
  ///
  /// - Returns: The import report.
  ///   If the file is rejected, no error is thrown, but the report's status indicates the
  ///   rejection.
  /// - Throws: ``LibraryError`` `notFound`, `noPermission` or `inputOutput` for an unreadable file.
  ///   ``LibraryError`` `notFound` or `ambiguous` if a specified group is missing or not unique.
  ///   ``LibraryError`` `readOnly` or `busy` if the store is read-only or locked.
  ///   `CancellationError` if the task is cancelled.
  /// - Complexity: O(*n*) time, where *n* is the file's size in bytes.
  ///   The memory use does not depend on the file's size.
  package nonisolated func importFile(
    _ input: ImportInput, options: ImportOptions = ImportOptions(),
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> ImportReport {
    try await JobThread.run { [container, importMemory, clock] flag in
      let meter = ProgressMeter(detail: input.shortName, flag: flag, report: progress)
      let received = try input.received(options, meter)
      let run = ImportRun(container, importMemory, clock: clock, input: received, options: options)
      return try run.run(meter)
    }
  }

  /// Speeds up the import of many files by not flushing the store to disk until ``endImports()`` is
  /// called.
  package nonisolated func beginImports() throws {
    try LibraryError.translating { try container.deferFlushes() }
  }

  /// Flushes to disk everything imported since ``beginImports()``, and waits until the data is
  /// written.
  package nonisolated func endImports() throws {
    try LibraryError.translating { try container.flush() }
  }

  /// Returns when each file or archive with one of the given names was last imported, indexed by
  /// absolute path. An archive's time is that of the latest import of one of its files.
  ///
  /// - Complexity: O(*n*), where *n* is the number of imports.
  @concurrent
  package nonisolated func importTimes(
    ofFilesNamed names: Set<String>
  ) async throws -> [String: Date] {
    try LibraryError.translating {
      let context = ModelContext(container)
      var times: [String: Date] = [:]
      for record in try context.fetch(FetchDescriptor<ImportRecord>())
      where record.source.split(separator: "/").contains(where: { names.contains(String($0)) }) {
        let isAbsolute = record.source.hasPrefix("/")
        let path =
          isAbsolute ? record.source : try StoredItems(context).header(of: record)?.path
        guard let path else { continue }
        // In the path of a file in an archive, the archive's path is followed by the path inside.
        var end = path.endIndex
        while let slash = path[..<end].lastIndex(of: "/") {
          if names.contains(String(path[path.index(after: slash)..<end])) {
            let known = times[String(path[..<end])] ?? record.time
            times[String(path[..<end])] = max(known, record.time)
          }
          end = slash
        }
      }
      return times
    }
  }

  /// Returns the imports, oldest first.
  package func imports() throws -> [ImportListing] {
    try LibraryError.translating {
      let context = ModelContext(container)
      return try context.fetch(FetchDescriptor<ImportRecord>()).map { record in
        let id = ItemID(.importRecord, record.persistentModelID.primaryKey)
        return ImportListing(
          id: id, source: record.source, sha256: record.sha256, time: record.time,
          creator: record.creator, format: record.format, version: record.version,
          items: try ImportedItems(of: id, in: context).all)
      }
    }
  }
}

/// An import of one file, as shown in the list of imports.
package struct ImportListing: Sendable, Equatable, Identifiable {
  package var id: ItemID
  /// The name of the file as specified by the user.
  package var source: String
  package var sha256: String
  package var time: Date
  /// The name of the program that wrote the file, as stated in the file.
  package var creator: String?
  /// The file format's identifier. Nil for an import made before store version 4.
  package var format: String?
  /// The version of the file format, as stated in the file.
  package var version: String?
  /// The import's remaining items, including items in the trash.
  package var items: [ItemID]
}

/// The items of one import, in file order.
struct ImportedItems {
  let locations: [ItemID]
  let paths: [ItemID]
  /// The items' indexes in the file.
  private let positions: Set<Int64>

  var all: [ItemID] { locations + paths }

  /// Returns whether all items of the file still exist and belong to this import.
  ///
  /// - Parameter count: The number of items in the file, or nil if it is not known.
  func isWhole(_ count: Int?) -> Bool {
    guard !all.isEmpty else { return false }
    // Items have no positions in imports made before version 4 of the store.
    guard let last = positions.max() else { return true }
    return positions.count == count ?? Int(last) + 1
  }

  init(of record: ItemID, in context: ModelContext) throws {
    let record = context.identifier(record)
    var positions: Set<Int64> = []
    try context.forEachChunk(
      of: Location.self, [.integer(\.position)],
      where: #Predicate { $0.importRecord?.persistentModelID == record && $0.position != nil }
    ) { positions.formUnion($0.integers(0)) }
    try context.forEachChunk(
      of: Path.self, [.integer(\.position)],
      where: #Predicate { $0.importRecord?.persistentModelID == record && $0.position != nil }
    ) { positions.formUnion($0.integers(0)) }
    self.positions = positions
    locations = try context.fetchIdentifiers(
      FetchDescriptor<Location>(
        predicate: #Predicate { $0.importRecord?.persistentModelID == record },
        sortBy: [SortDescriptor(\.position)])
    ).map { ItemID(.location, $0.primaryKey) }
    paths = try context.fetchIdentifiers(
      FetchDescriptor<Path>(
        predicate: #Predicate { $0.importRecord?.persistentModelID == record },
        sortBy: [SortDescriptor(\.position)])
    ).map { ItemID(.path, $0.primaryKey) }
  }
}

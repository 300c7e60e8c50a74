import CartographerModel
import Foundation
import GeoFormats
import SwiftData

extension Library {
  /// Imports one file as one transaction and one entry of the history.
  ///
  /// The file is read as a stream; nothing of it is kept when it is refused, when the task is
  /// cancelled or when the store cannot take it.
  ///
  /// - Returns: The report; a file that is refused is one whose status says so, not an error.
  /// - Throws: ``LibraryError``: `notFound`, `noPermission` or `inputOutput` for a file that cannot
  ///   be read, `notFound` or `ambiguous` for a group, `readOnly`, `busy`; `CancellationError`.
  /// - Complexity: O(bytes) in time; memory does not grow with the file.
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

  /// Lets the imports of many files end before the disk has them, until ``endImports()``.
  package nonisolated func beginImports() throws {
    try LibraryError.translating { try container.deferFlushes() }
  }

  /// Waits until the disk has all that was imported.
  package nonisolated func endImports() throws {
    try LibraryError.translating { try container.flush() }
  }

  /// As ``importFile(_:options:progress:)``, in the words of the editor.
  package nonisolated func importFile(
    _ input: ImportInput, groups: [ItemID],
    progress: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> ImportSummary {
    let options = ImportOptions(groups: groups.map(\.description))
    return try await importFile(input, options: options, progress: progress).summary
  }

  /// What was imported, oldest first.
  package func imports() throws -> [ImportEntry] {
    try LibraryError.translating {
      let context = ModelContext(container)
      return try context.fetch(FetchDescriptor<ImportRecord>()).map { record in
        let id = ItemID(.importRecord, record.persistentModelID.primaryKey)
        return ImportEntry(
          id: id, source: record.source, sha256: record.sha256, time: record.time,
          creator: record.creator, version: record.version,
          items: try ImportedItems(of: id, in: context).all)
      }
    }
  }
}

/// One import of one file.
package struct ImportEntry: Sendable, Equatable, Identifiable {
  package var id: ItemID
  /// The file's name as it was given.
  package var source: String
  package var sha256: String
  package var time: Date
  /// The program that wrote the file and the version of its format, as the file states them.
  package var creator: String?
  package var version: String?
  /// What it brought and is still there, in the trash or not.
  package var items: [ItemID]
}

/// The items that came by one import, in the file's order.
struct ImportedItems {
  let locations: [ItemID]
  let paths: [ItemID]
  /// Their places in the file.
  private let positions: Set<Int64>

  var all: [ItemID] { locations + paths }

  /// Whether all that the file has is still there, and not with a later import of it.
  ///
  /// - Parameter count: How many items the file has, where the import knows.
  func isWhole(_ count: Int?) -> Bool {
    guard !all.isEmpty else { return false }
    // Before version 4 no item knew its place.
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

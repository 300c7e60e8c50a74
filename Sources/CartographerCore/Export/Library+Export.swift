import Foundation
import GeoFormats
import SwiftData

extension Library {
  /// Writes items to a GPX file, which appears under its name only when it is whole. What is written
  /// is the store of one moment, whatever is changed meanwhile. A file whose name ends in `.gz` is
  /// packed.
  ///
  /// - Parameters:
  ///   - ids: Places, paths, groups and imports, which stand for their items; everything outside the
  ///     trash when empty. An item in the trash is written only when named itself. An import alone
  ///     is written as it came, where nothing of it was edited since.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Throws: ``LibraryError``: `notFound` for an item, `invalid` for a name that says another format,
  ///   `cannotWrite`; `CancellationError`.
  package nonisolated func export(
    _ ids: [ItemID], to url: URL, replacing: Bool, options: ExportOptions = ExportOptions(),
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> ExportReport {
    try await JobThread.run { [container] flag in
      try ExportRun.run(container, ids: ids, options: options) { run in
        let packing = try FilePacking(of: url)
        let sink = try FileSink(url, isReplacing: replacing)
        let packed = packing == .gzip ? try GzipSink(into: sink) : nil
        let target: any ByteSink = if let packed { packed } else { sink }
        let meter = ProgressMeter(detail: url.lastPathComponent, flag: flag, report: progress)
        var report = try run.write(to: target, meter)
        // A file of nothing would still tell by its name what was to be left out.
        report.isWritten = report.points > 0 || !options.isFiltering && !run.isEmptyLibrary
        if report.isWritten {
          try packed?.finish()
          try sink.finish()
        }
        return report
      }
    }
  }

  /// As ``export(_:to:replacing:options:progress:)``, handing the bytes to a closure as they come.
  package nonisolated func export(
    _ ids: [ItemID], options: ExportOptions = ExportOptions(),
    writing body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> ExportReport {
    try await JobThread.run { [container] flag in
      try ExportRun.run(container, ids: ids, options: options) { run in
        var report = try run.write(
          to: ClosureSink(body), ProgressMeter(detail: "export", flag: flag, report: progress))
        report.isWritten = report.points > 0 || !options.isFiltering && !run.isEmptyLibrary
        return report
      }
    }
  }
}

/// An item that an export would write.
package struct ExportedItem: Sendable, Equatable {
  package var id: ItemID
  /// Of the place, or the first of a path's points.
  package var time: Date?
}

extension Library {
  /// What an export of these would write, in its order.
  @concurrent
  package nonisolated func exportedItems(_ ids: [ItemID]) async throws -> [ExportedItem] {
    try LibraryError.translating {
      let context = ModelContext(container)
      let selection = try ExportSelection(ids, in: context)
      return try (selection.places + selection.paths).map { item in
        ExportedItem(id: item.id, time: try StoredItems(context).time(of: item.id))
      }
    }
  }
}

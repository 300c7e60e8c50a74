import Foundation
import GeoFormats
import SwiftData

extension Library {
  /// Exports items to a file.
  ///
  /// The file appears under its final name only once it is complete. The export reads a consistent
  /// snapshot of the store. A file whose name ends in `.gz` is compressed.
  ///
  /// - Parameter ids: The ids to export, or an empty list for everything outside the trash.
  ///   The ids can belong to places, paths, groups and imports. A group or import stands for its
  ///   items. An item in the trash is exported only by its own id. If the only id is an import's
  ///   id, the import's items are written as in the imported file, except for edited items.
  /// - Parameter replacing: Whether an existing file may be replaced.
  /// - Parameter isDryRun: Whether the export is a dry run, which leaves no file behind.
  /// - Throws: ``LibraryError`` `notFound` if an item does not exist.
  /// - Throws: ``LibraryError`` `cannotWrite` if the file cannot be written.
  /// - Throws: ``LibraryError`` `invalid` if the format or extension is not supported for export.
  /// - Throws: `CancellationError` if the task is cancelled.
  package nonisolated func export(
    _ ids: [ItemID], to url: URL, replacing: Bool, isDryRun: Bool = false,
    options: ExportOptions = ExportOptions(),
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> ExportReport {
    let type = try ExportFileType(of: url, options.format)
    var options = options
    options.format = type.format
    options.fileExtension = options.fileExtension ?? type.fileExtension
    return try await JobThread.run { [container, options] flag in
      try ExportRun.run(container, ids: ids, options: options) { run in
        let sink = try FileSink(url, isReplacing: replacing)
        let packed = type.isPacked ? try PackedSink(.gzip, into: sink) : nil
        let target: any ByteSink = if let packed { packed } else { sink }
        let meter = ProgressMeter(detail: url.lastPathComponent, flag: flag, report: progress)
        var report = try run.write(to: target, meter)
        // No file is written if everything was filtered out, since its name alone could reveal
        // private data.
        report.isWritten = report.points > 0 || !options.isFiltering && !run.isEmptyLibrary
        if report.isWritten, !isDryRun {
          try packed?.finish()
          try sink.finish()
        }
        return report
      }
    }
  }

  /// Returns the format of an exported file. If no format was chosen, the file name's extension
  /// determines the format.
  ///
  /// - Throws: ``LibraryError`` `invalid` if files in this format cannot be exported.
  package static func exportFormat(of url: URL, _ chosen: FileFormat? = nil) throws -> FileFormat {
    try ExportFileType(of: url, chosen).format
  }

  /// Exports items and passes the bytes to a closure instead of writing a file. See
  /// ``export(_:to:replacing:options:progress:)``.
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
  /// The place's time, or the time of the path's first point.
  package var time: Date?
}

extension Library {
  /// Returns the items that an export would write, in the order in which they would appear in the
  /// file.
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

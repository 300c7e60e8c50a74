import Foundation
import SwiftData

extension Library {
  /// Writes items to a GPX 1.1 file, which appears under its name only when it is whole.
  ///
  /// - Parameters:
  ///   - ids: Places, paths and groups, which stand for their members; everything outside the
  ///     trash when empty. An item in the trash is written only when named itself.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Returns: The places and points written.
  /// - Throws: ``LibraryError``: `notFound` for an item, `cannotWrite`; `CancellationError`.
  package nonisolated func export(
    _ ids: [ItemID], to url: URL, replacing: Bool,
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> Int {
    try await JobThread.run { [container] flag in
      let run = try ExportRun(container, ids: ids)
      let sink = try FileSink(url, isReplacing: replacing)
      let meter = ProgressMeter(detail: url.lastPathComponent, flag: flag, report: progress)
      let count = try run.write(to: sink, meter)
      try sink.finish()
      return count
    }
  }

  /// As ``export(_:to:replacing:progress:)``, handing the bytes to a closure as they come.
  package nonisolated func export(
    _ ids: [ItemID], writing body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> Int {
    try await JobThread.run { [container] flag in
      let run = try ExportRun(container, ids: ids)
      return try run.write(
        to: ClosureSink(body), ProgressMeter(detail: "export", flag: flag, report: progress))
    }
  }
}

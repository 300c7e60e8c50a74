import Foundation
import SwiftData

/// The reason why changes can no longer be saved to the file of an open store.
package enum LibraryLoss: Sendable, Equatable {
  /// The file at the store's path no longer exists.
  case removed
  /// A different file has replaced the store's file at its path.
  case replaced
}

extension Library {
  /// The reason why changes can no longer be saved to the store's file. Nil if changes can still be
  /// saved.
  ///
  /// The check is cheap, since it compares only the file's identity.
  package nonisolated var loss: LibraryLoss? {
    switch container.storeLoss {
    case .removed: .removed
    case .replaced: .replaced
    case nil: nil
    }
  }

  /// Saves the whole library and its history in a new store, and returns the new library. The
  /// library can be saved even if its own file was removed or replaced.
  ///
  /// - Throws: ``LibraryError`` if a file exists at the path, or if the file cannot be written.
  package func saved(at url: URL) async throws -> Library {
    let folder = url.deletingLastPathComponent()
    guard FileManager.default.isWritableFile(atPath: folder.path) else {
      throw LibraryError(
        .cannotWrite, "The folder \(folder.path) does not exist or is not writable.",
        remedy: "Choose a file in another folder.")
    }
    try LibraryError.translating { try container.copyOpenStore(to: url) }
    let configuration = container.configurations.first
    let limits = configuration.map {
      HistoryLimits(changes: $0.historyEntriesKept, rows: $0.historyRowsKept)
    }
    return try await Library.open(at: .file(url), history: limits ?? HistoryLimits(), clock: clock)
  }
}

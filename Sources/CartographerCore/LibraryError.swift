import Foundation
import GeoFormats
import SwiftData

/// An error from a library operation, with the reason and a remedy.
package struct LibraryError: Error, CustomStringConvertible, LocalizedError {
  package enum Code: String, Sendable, CaseIterable {
    /// The file, item, group or point does not exist.
    case notFound
    /// Several items have the given name. ``LibraryError/ids`` contains their IDs.
    case ambiguous
    /// The request is not valid, for example because a name is empty.
    case invalid
    /// A file or the store has invalid content.
    case badData
    /// Another process has locked the store.
    case busy
    case readOnly
    /// The user has no permission to read a file.
    case noPermission
    /// The output cannot be written.
    case cannotWrite
    case inputOutput
    /// The item to be edited has changed since the caller read it.
    case changedMeanwhile
    case nothingToUndo
    /// The request is valid, but nothing would change.
    case nothingToDo
    /// Any other error, which indicates a bug in this program.
    case failed
  }

  package let code: Code
  /// The message for the user: the problem and, if possible, the remedy.
  package let message: String
  /// The remedy as a separate sentence. Nil if the message already includes the remedy.
  package let remedy: Remedy?
  /// The ids of the items to which the error relates.
  package let ids: [ItemID]
  package let cause: (any Error)?

  package init(
    _ code: Code, _ message: String, remedy: Remedy? = nil, ids: [ItemID] = [],
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.ids = ids
    self.cause = cause
  }

  /// Whether the error concerns the store rather than another file. For example, the disk with the
  /// store may be full.
  package var isOfStore: Bool { cause is SwiftDataError }

  package var description: String { message }
  package var errorDescription: String? { message }
}

extension LibraryError {
  /// Converts an error thrown by a lower-level module to a `LibraryError`. Cancellation errors are
  /// returned unchanged.
  package static func from(_ error: any Error) -> any Error {
    switch error {
    case is LibraryError, is CancellationError: error
    case let error as SwiftDataError: LibraryError(error)
    case let error as GeoFormatsError: LibraryError(error)
    default: LibraryError(.failed, String(describing: error), cause: error)
    }
  }

  package static func noStore(at url: URL) -> LibraryError {
    LibraryError(
      .notFound, "There is no store at \(url.path); check the path.",
      remedy: "Specify an existing store, or import a file to create one.")
  }

  /// Runs a closure and converts errors from lower-level modules to `LibraryError`.
  static func translating<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      throw from(error)
    }
  }

  init(_ error: SwiftDataError) {
    let code: Code =
      switch error.code {
      case .notAStore, .backwardMigration, .unknownSchema, .corruptStore: .badData
      case .storeBusy: .busy
      case .storeReadOnly: .readOnly
      case .inputOutput: .inputOutput
      case .backupFailed: .cannotWrite
      case .historyConflict: .changedMeanwhile
      case .nothingToUndo: .nothingToUndo
      default: .failed
      }
    self.init(
      code, error.message, remedy: error.code == .corruptStore ? .restoreBackup : nil,
      ids: error.samples.compactMap(Self.item), cause: error)
  }

  /// Returns the id of the item that a database row represents. The result is nil if the row does
  /// not represent an item. Errors name rows in the form `Location 12`.
  private static func item(_ row: String) -> ItemID? {
    let words = row.split(separator: " ")
    guard words.count == 2, let key = Int64(words[1]),
      let entity = ItemID.Kind.entities.first(where: { $0.name == words[0] })
    else { return nil }
    return ItemID(entity.kind, key)
  }

  init(_ error: GeoFormatsError) {
    let code: Code =
      switch error.code {
      case .cannotOpen:
        switch error.errorNumber {
        case ENOENT, ENOTDIR, EISDIR: .notFound
        case EACCES, EPERM: .noPermission
        default: .inputOutput
        }
      case .cannotRead: error.errorNumber == EISDIR ? .notFound : .inputOutput
      case .unwritableValue: .badData
      case .outOfMemory, .wrongOrder: .failed
      }
    let remedy: Remedy? =
      switch code {
      case .notFound where error.errorNumber != EISDIR:
        error.place?.contains { "*?[".contains($0) } == true
          ? "No file matches this pattern; check the folder and the pattern."
          : "Check the path of the file."
      case .noPermission: "Check the permissions of the file and its folder."
      default: nil
      }
    self.init(code, error.description, remedy: remedy, cause: error)
  }
}

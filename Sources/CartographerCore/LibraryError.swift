import Foundation
import GeoFormats
import SwiftData

/// What could not be done with the library, and what to do about it.
package struct LibraryError: Error, CustomStringConvertible, LocalizedError {
  package enum Code: String, Sendable, CaseIterable {
    /// No such file, item, group or point.
    case notFound
    /// A name that several items bear; ``LibraryError/ids`` lists them.
    case ambiguous
    /// What was asked for makes no sense, such as a name without letters.
    case invalid
    /// A file, or the store, is not what it should be.
    case badData
    /// Another process holds the store.
    case busy
    case readOnly
    /// A file that may not be read.
    case noPermission
    /// The output cannot be written.
    case cannotWrite
    case inputOutput
    /// The target changed since the caller last looked.
    case changedMeanwhile
    case nothingToUndo
    /// The rest: a fault of this program.
    case failed
  }

  package let code: Code
  /// What went wrong and what to do, for a person.
  package let message: String
  /// What to do, where that can be said by itself.
  package let remedy: String?
  /// The items concerned.
  package let ids: [ItemID]
  package let cause: (any Error)?

  package init(
    _ code: Code, _ message: String, remedy: String? = nil, ids: [ItemID] = [],
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.ids = ids
    self.cause = cause
  }

  package var description: String { message }
  package var errorDescription: String? { message }
}

extension LibraryError {
  /// Any error of the modules below in this module's terms. A cancellation stays what it is.
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
      remedy: "Name an existing store by --store, or import a file to begin one.")
  }

  /// Runs a body, turning errors of the modules below into this module's.
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
    self.init(code, error.message, ids: error.samples.compactMap(Self.item), cause: error)
  }

  /// The item of a row named as `Location 12`.
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
    self.init(code, error.description, cause: error)
  }
}

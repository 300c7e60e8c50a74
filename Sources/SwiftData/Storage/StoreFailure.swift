import Foundation
import GRDB

/// Functions that translate SQLite's errors into ``SwiftDataError``.
enum StoreFailure {
  static func error(from failure: DatabaseError) -> SwiftDataError {
    let text = failure.message ?? "\(failure.resultCode)"
    switch failure.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return SwiftDataError(
        .storeBusy, "Another process is writing to the store; try again.", underlying: failure)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      return SwiftDataError(
        .storeReadOnly,
        "Cannot write to the store; check the permissions of its file and folder.",
        underlying: failure)
    case .SQLITE_FULL:
      return SwiftDataError(
        .inputOutput, "The disk is full; nothing was changed. Free up disk space, and try again.",
        underlying: failure)
    case .SQLITE_IOERR, .SQLITE_CANTOPEN:
      return SwiftDataError(
        .inputOutput,
        "The store could not be read or written (\(text)); check the disk and the permissions.",
        underlying: failure)
    case .SQLITE_CORRUPT:
      return SwiftDataError(
        .corruptStore, "The store is damaged (\(text)); restore a backup.", underlying: failure)
    case .SQLITE_NOTADB:
      return SwiftDataError(
        .notAStore, "The file is not an SQLite database; choose another file.", underlying: failure)
    case .SQLITE_CONSTRAINT:
      return constraint(failure, text)
    case .SQLITE_RANGE:
      return SwiftDataError(.invalidValue, text.capitalisedFirst + ".", underlying: failure)
    case .SQLITE_ERROR where text.hasPrefix("no such "):
      return SwiftDataError(
        .corruptStore, "The store lacks a table or column (\(text)); restore a backup.",
        underlying: failure)
    default:
      return SwiftDataError(.inputOutput, "SQLite: \(text).", underlying: failure)
    }
  }

  private static func constraint(_ failure: DatabaseError, _ text: String) -> SwiftDataError {
    let columns = (text.split(separator: ":").last ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces).split(separator: ".").map(String.init)
    }
    let entity = columns.first?.first
    let names = columns.compactMap { $0.count == 2 ? $0[1] : nil }
    let property = names.isEmpty ? nil : names.joined(separator: ", ")
    let table = entity ?? ""
    let combined = names.joined(separator: ", ")
    let name =
      names.count > 1
      ? "\(table): the combination of \(combined)"
      : [entity, property].compactMap { $0 }.joined(separator: ".")
    switch failure.extendedResultCode {
    case .SQLITE_CONSTRAINT_NOTNULL:
      return SwiftDataError(
        .modelValidationFailure, "\(name) must have a value; set it before saving.",
        entity: entity, property: property, underlying: failure)
    case .SQLITE_CONSTRAINT_UNIQUE:
      return SwiftDataError(
        .uniqueViolation,
        "\(name) must be unique, but two objects have the same value; change one of the values.",
        entity: entity, property: property, underlying: failure)
    case .SQLITE_CONSTRAINT_FOREIGNKEY:
      return SwiftDataError(
        .modelValidationFailure,
        "An object has a relationship to an object that is being deleted. "
          + "First delete the object that has the relationship, or clear the relationship.",
        underlying: failure)
    default:
      return SwiftDataError(.modelValidationFailure, "SQLite: \(text).", underlying: failure)
    }
  }

  /// Runs a closure and rethrows GRDB's errors as ``SwiftDataError``.
  static func translating<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let failure as DatabaseError {
      throw error(from: failure)
    }
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

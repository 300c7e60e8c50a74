import CartographerCore
import TerminalUI

/// A failure of a command, as reported to the user.
struct Failure: Error {
  let status: ExitStatus
  /// The error code for scripts, such as `notFound`.
  let code: String
  /// The description of the error, in one or more sentences.
  var message: String
  /// Advice to the user on how to fix the error. Nil if the message already contains advice, or if
  /// only general advice applies.
  let remedy: String?
  /// The IDs of the items that caused the error or are affected by it.
  let ids: [ItemID]
  /// The number of the script line that failed, counted from 1. Nil if the failure did not
  /// occur in a script.
  var line: Int?
  /// The path of the file that could not be imported, as given on the command line. Nil if the
  /// failure does not concern an import file.
  var file: String?
  /// The code of the diagnostic about a rejected import file, such as `input.unknown`.
  var diagnostic: String?

  init(
    _ status: ExitStatus, code: String, _ message: String, remedy: String? = nil,
    ids: [ItemID] = []
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.remedy = remedy
    self.ids = ids
  }

  static func usage(_ message: String, remedy: String? = nil) -> Failure {
    Failure(.usage, code: "usage", message, remedy: remedy)
  }

  /// Creates a failure from any error.
  init(_ error: any Error) {
    if let failure = error as? Failure {
      self = failure
      return
    }
    if let error = error as? TerminalError {
      self = .usage(error.description, remedy: error.remedy)
      return
    }
    switch LibraryError.from(error) {
    case is CancellationError:
      self.init(.interrupted, code: "interrupted", "Interrupted; nothing was changed.")
    case let error as LibraryError: self.init(error)
    default: self.init(.failed, code: "failed", String(describing: error))
    }
  }

  init(_ error: LibraryError) {
    self.init(
      ExitStatus(error.code), code: error.code.rawValue, error.message,
      remedy: error.remedy?.words, ids: error.ids)
  }

  /// Returns the JSON document `{"error": …}` that describes the failure. If there are several
  /// failures, the document also has the member `errors` with all of them.
  func json(among failures: [Failure] = []) -> JSONValue {
    .object([
      member, ("errors", failures.count > 1 ? .array(failures.compactMap(\.member.1)) : nil),
    ])
  }

  /// Returns a copy of the failure with a sentence added to its message.
  func adding(_ sentence: String) -> Failure {
    var failure = self
    failure.message += " \(sentence)"
    return failure
  }

  /// The JSON member `"error"` that describes the failure.
  var member: (String, JSONValue?) {
    (
      "error",
      .object([
        ("code", .string(code)), ("message", .string(message)),
        ("remedy", .string(remedy ?? status.generalRemedy)),
        ("ids", ids.isEmpty ? nil : .strings(ids)), ("line", line.map(JSONValue.count)),
        ("file", .text(file)), ("diagnostic", .text(diagnostic)),
      ])
    )
  }
}

extension ExitStatus {
  /// The general advice for JSON output, used for failures without specific advice.
  fileprivate var generalRemedy: String {
    switch self {
    case .done, .differences, .failed:
      "Run the command again with CARTOGRAPHER_LOG=debug, and read the log file."
    case .conflict: "Check the current state of the items before you repeat the command."
    case .usage: "To see the arguments and options of a command: cartographer help COMMAND"
    case .badData: "Check that the file is complete and undamaged."
    case .noInput: "Check that the name and the path are spelled correctly."
    case .unavailable: "Install the missing program."
    case .cannotWrite: "Choose another file, or check its folder and the free disk space."
    case .inputOutput: "Check the disk or device, and try again."
    case .busy: "Try again later."
    case .noPermission: "Check the permissions of the file and its folder."
    case .interrupted: "Run the command again."
    }
  }

  init(_ code: LibraryError.Code) {
    self =
      switch code {
      case .notFound: .noInput
      case .ambiguous, .invalid: .usage
      case .badData: .badData
      case .busy: .busy
      case .readOnly, .noPermission: .noPermission
      case .cannotWrite: .cannotWrite
      case .inputOutput: .inputOutput
      case .nothingToUndo, .nothingToDo: .done
      case .changedMeanwhile: .conflict
      case .failed: .failed
      }
  }
}

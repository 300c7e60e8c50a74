/// Why a terminal could not be used.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    case notATerminal
    case unknownTerminal
    case launchFailed
  }

  package let code: Code
  /// What went wrong and what to do about it.
  package let message: String
  /// The system's reason, where it gave one.
  package let cause: String?

  package init(code: Code, message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  package var description: String {
    cause.map { "\(message) (\($0))" } ?? message
  }
}

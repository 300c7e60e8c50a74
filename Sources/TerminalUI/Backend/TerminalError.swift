/// An error that occurs when the program uses a terminal, such as an unknown terminal type.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    case notATerminal
    case unknownTerminal
    case launchFailed
  }

  package let code: Code
  /// The message for the user, which states the problem and its remedy.
  package let message: String
  /// The reason given by the operating system, if any.
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

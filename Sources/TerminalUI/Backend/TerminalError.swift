/// An error that prevents the use of a terminal, such as an unknown terminal type.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    case notATerminal
    case unknownTerminal
    case unsuitableTerminal
    case launchFailed
  }

  package let code: Code
  /// A message that describes the problem to the user.
  package let message: String
  /// Advice on how to fix the problem. Nil if the message already contains advice.
  package let remedy: String?
  /// The reason given by the operating system, if any.
  package let cause: String?

  package init(code: Code, message: String, remedy: String? = nil, cause: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.cause = cause
  }

  package var description: String {
    cause.map { "\(message) (\($0))" } ?? message
  }
}

/// An error in the environment of a test, with advice.
package struct TestSupportError: Error, CustomStringConvertible {
  package enum Code: Sendable {
    case missing
    case differs
    case timedOut
    case unreadable
  }

  package let code: Code
  package let message: String
  package let cause: (any Error)?

  package init(code: Code, message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  package var description: String {
    cause.map { "\(message) (\($0))" } ?? message
  }
}

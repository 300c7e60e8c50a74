/// A failure outside the file's own content: reading, writing, or a misuse of a writer.
///
/// What is wrong *in* a file is a ``Diagnostic``, never an error.
public struct GeoFormatsError: Error, CustomStringConvertible {
  /// What failed, to switch on.
  public enum Code: String, Sendable {
    /// The file cannot be opened.
    case cannotOpen
    /// Reading failed part way.
    case cannotRead
    /// No memory for the parser.
    case outOfMemory
    /// A writer was called out of the order its format needs.
    case wrongOrder
    /// A value that the format cannot hold.
    case unwritableValue
  }

  public let code: Code
  /// What went wrong and what to do.
  public let message: String
  /// The system's error number, where it is the cause.
  public let errorNumber: Int32?
  /// The file or the element concerned.
  public let place: String?

  public init(code: Code, message: String, errorNumber: Int32? = nil, place: String? = nil) {
    self.code = code
    self.message = message
    self.errorNumber = errorNumber
    self.place = place
  }

  public var description: String {
    if let place {
      "\(place): \(message)"
    } else {
      message
    }
  }
}

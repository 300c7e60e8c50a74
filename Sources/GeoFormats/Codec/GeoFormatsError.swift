/// An error that is not caused by a file's content: a failed read or write, or the incorrect use of
/// a writer.
///
/// A problem in the content of a file is a ``Diagnostic``, never an error.
public struct GeoFormatsError: Error, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Sendable {
    /// The file could not be opened.
    case cannotOpen
    /// Reading failed before the end of the file.
    case cannotRead
    /// There is not enough memory to parse, compress or decompress a file.
    case outOfMemory
    /// A writer's methods were called in the wrong order. For example, a point was written outside
    /// a path.
    case wrongOrder
    /// A value cannot be written in the output format.
    case unwritableValue
  }

  public let code: Code
  /// The description of the failure and the recommended action.
  public let message: String
  /// The system's error number. Nil if the system did not cause the failure.
  public let errorNumber: Int32?
  /// The location of the error: a file path or an element name.
  public let place: String?

  public init(code: Code, message: String, errorNumber: Int32? = nil, place: String? = nil) {
    self.code = code
    self.message = message
    self.errorNumber = errorNumber
    self.place = place
  }

  /// Returns the error that a writer throws if its methods are called in the wrong order.
  static func wrongOrder(_ message: String) -> GeoFormatsError {
    GeoFormatsError(code: .wrongOrder, message: message)
  }

  public var description: String {
    if let place {
      "\(place): \(message)"
    } else {
      message
    }
  }
}

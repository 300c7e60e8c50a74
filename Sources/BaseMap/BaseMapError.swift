/// A problem with the base map file.
public struct BaseMapError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// The file does not exist or cannot be read.
    case cannotRead
    /// The file is not a base map, or it was made for another version of the program.
    case wrongFormat
    /// Part of the file, or the whole file, is damaged.
    case damaged
  }

  public let code: Code
  public let path: String
  /// A message that describes the problem and recommends an action.
  public let message: String

  public var description: String { "\(path): \(message)" }
}

/// A codec's report that it repaired, skipped, kept or rejected a part of a file, with the position
/// of that part.
///
/// A codec reports a diagnostic for each part of a file that it changes, leaves out or finds
/// unusual.
public struct Diagnostic: Hashable, Sendable {
  /// The codec's response to a problem in the file.
  public enum Action: String, Hashable, Sendable {
    /// The element was read, but its value was corrected or left empty.
    case repaired
    /// The element was left out.
    case skipped
    /// The element was read unchanged, although it is unusual.
    case kept
    /// The whole file was rejected.
    case refused
  }

  /// The line number in the file, counted from 1, or nil if the position is unknown.
  public var line: Int?
  /// The column number in the line, counted from 1 in characters, or nil if the position is
  /// unknown.
  public var column: Int?
  /// The name of the affected element as the file spells it, such as `trkpt`.
  public var element: String?
  public var code: Code
  public var action: Action
  /// A sentence that describes the problem to the user.
  ///
  /// The message can quote a short passage from the file, with control characters replaced.
  public var message: String

  public init(
    line: Int? = nil, column: Int? = nil, element: String? = nil, code: Code, action: Action,
    message: String
  ) {
    self.line = line
    self.column = column
    self.element = element
    self.code = code
    self.action = action
    self.message = message
  }
}

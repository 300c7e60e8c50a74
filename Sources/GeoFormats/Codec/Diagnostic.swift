/// One thing a codec repaired, left out, kept with a remark, or refused, and where it stood.
///
/// Nothing in a file is changed or dropped without one of these.
public struct Diagnostic: Hashable, Sendable {
  /// What the codec did about it.
  public enum Action: String, Hashable, Sendable {
    /// The thing was read with a corrected or an absent value.
    case repaired
    /// The thing was left out.
    case skipped
    /// The thing was read as it stands, though it is odd.
    case kept
    /// The file was not taken at all.
    case refused
  }

  /// The line in the source, from 1, or nil where no place can be given.
  public var line: Int?
  /// The column in the line, from 1, in characters of the encoding.
  public var column: Int?
  /// The element concerned as the file spells it, such as `trkpt`.
  public var element: String?
  public var code: Code
  public var action: Action
  /// What was wrong, in a sentence fit to show.
  ///
  /// It may quote a short piece of the file, with its control characters replaced.
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

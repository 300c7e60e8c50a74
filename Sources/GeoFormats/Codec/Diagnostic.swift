/// A report about a problem in a file. A diagnostic contains the problem's position and the codec's
/// response: it repaired, skipped or kept the affected element, or rejected the file.
///
/// A codec reports a diagnostic for each part of a file that is changed, omitted or unusual.
public struct Diagnostic: Hashable, Sendable {
  /// The codec's response to a problem in the file.
  public enum Action: String, Hashable, Sendable {
    /// The element was read, but its value was corrected or left empty.
    case repaired
    /// The element was omitted.
    case skipped
    /// The element was read unchanged, although it is unusual.
    case kept
    /// The whole file was rejected.
    case refused
  }

  /// A position in a file, such as a line number or a record number, depending on the file's
  /// format. Unknown parts are nil.
  public struct Place: Hashable, Sendable {
    /// The line number, counted from 1.
    public var line: Int?
    /// The column number in the line, in characters, counted from 1.
    public var column: Int?
    /// The number of the record in a binary file, counted from 1.
    public var record: Int?
    /// The byte offset in the decompressed file, counted from 0.
    public var byteOffset: Int?
    /// The name of the affected element as spelled in the file, such as `trkpt`. In a JSON file,
    /// the element's path, such as `$.features[3].geometry`.
    public var element: String?

    public init(
      line: Int? = nil, column: Int? = nil, record: Int? = nil, byteOffset: Int? = nil,
      element: String? = nil
    ) {
      self.line = line
      self.column = column
      self.record = record
      self.byteOffset = byteOffset
      self.element = element
    }
  }

  /// A kind of content, such as a field or a message type, with the number of its occurrences.
  public struct Count: Hashable, Sendable {
    public let name: String
    public let count: Int
  }

  /// The position of the problem in the file.
  public var place: Place
  public var code: Code
  public var action: Action
  /// A sentence that describes the problem to the user.
  ///
  /// The message can quote a short passage from the file, with control characters replaced.
  public var message: String
  /// The action that resolves the problem. Nil if none exists, or if the message already includes
  /// it.
  public var remedy: Remedy?
  /// All kinds of content to which the diagnostic applies, most frequent first. The message may
  /// name only the most frequent kinds. Empty if the message names all kinds.
  public var counts: [Count] = []

  /// Creates a diagnostic at the given position.
  ///
  /// - Parameter remedy: The remedy, or nil for the code's usual remedy, such as lifting a limit.
  public init(
    at place: Place, code: Code, action: Action, message: String, remedy: Remedy? = nil
  ) {
    self.place = place
    self.code = code
    self.action = action
    self.message = message
    self.remedy = remedy ?? .implied(by: code, action)
  }

  /// Creates a diagnostic at the given line and column.
  ///
  /// - Parameter remedy: The remedy, or nil for the code's usual remedy, such as lifting a limit.
  public init(
    line: Int? = nil, column: Int? = nil, element: String? = nil, code: Code, action: Action,
    message: String, remedy: Remedy? = nil
  ) {
    self.init(
      at: Place(line: line, column: column, element: element), code: code, action: action,
      message: message, remedy: remedy)
  }

  /// The line number in the file, counted from 1.
  public var line: Int? { place.line }
  /// The column number in the line, in characters, counted from 1.
  public var column: Int? { place.column }
  /// The name of the affected element as spelled in the file.
  public var element: String? { place.element }
}

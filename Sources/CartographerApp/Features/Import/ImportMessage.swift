/// The message about the result of an import. On a narrow screen, its least important parts are
/// omitted or abbreviated.
struct ImportMessage: Sendable {
  /// The kinds of message parts that can be omitted or abbreviated, least important first.
  enum Part: CaseIterable {
    case points, damage, towns, leftOut, unchanged, grouped
    case incompleteFiles, counts, cancelled, failedFiles
  }

  /// The message's parts, in order. The kind is nil for a part that is always shown.
  private var parts: [(kind: Part?, text: String, abbreviation: String)] = []

  init(_ text: String) { parts = [(nil, text, "")] }

  mutating func append(_ kind: Part, _ text: String) { parts.append((kind, text, "")) }

  /// Appends a semicolon and a part of the message, unless the part's count is 0.
  ///
  /// - Parameter abbreviation: The text that replaces the part on a narrow screen. Empty if the
  ///   part is omitted.
  mutating func append(_ kind: Part, _ count: Int, _ text: String, abbreviation: String = "") {
    guard count > 0 else { return }
    parts.append((kind, "; \(text)", abbreviation.isEmpty ? "" : "; \(abbreviation)"))
  }

  /// The whole message.
  var text: String { parts.map(\.text).joined() }

  /// Shortened versions of the message, longest first, which omit or abbreviate the least important
  /// parts.
  var shorterTexts: [String] {
    var omitted: Set<Part> = []
    var texts = [text]
    for kind in Part.allCases {
      omitted.insert(kind)
      let shorter = parts.map { part in
        part.kind.map(omitted.contains) == true ? part.abbreviation : part.text
      }.joined()
      if shorter != texts.last { texts.append(shorter) }
    }
    return Array(texts.dropFirst())
  }
}

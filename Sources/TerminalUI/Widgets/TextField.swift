/// A text field in one row of the screen. The field edits a single line or, as for notes, text with
/// line breaks.
///
/// The field stores the typed text unchanged. The text is made printable only when it is drawn.
package struct TextField: Hashable, Sendable {
  /// The maximum number of characters that can be inserted at once. The rest of a longer text is
  /// ignored, so that large pastes do not slow down drawing and editing.
  package static let pasteLimitCharacters = 4_096
  /// The maximum number of characters in one insertion into a field that keeps line breaks.
  package static let longPasteLimitCharacters = 65_536

  /// A change to the field's text or a movement of its cursor.
  package enum Edit: Hashable, Sendable {
    case insert(String)
    case moveToStart
    case moveToEnd
    case moveLeft
    case moveRight
    case moveWordLeft
    case moveWordRight
    case deleteBefore
    case deleteAfter
    case deleteToStart
    case deleteToEnd
    case deleteWordBefore
  }

  package private(set) var text: String
  /// The cursor's position: the number of characters before the cursor.
  package private(set) var position: Int
  /// Whether the field still contains its unedited initial text. Text that is typed or pasted next
  /// then replaces the initial text; any other edit keeps it.
  package private(set) var isPrefilled = false
  /// Whether line breaks in inserted text are kept, as in notes, instead of becoming spaces.
  package private(set) var keepsLines = false

  package init(_ text: String = "") {
    self.text = text
    position = text.count
  }

  /// Creates a field with initial text. The first typed or pasted text replaces the initial text,
  /// unless the user edits the initial text first.
  ///
  /// - Parameter keepsLines: Whether inserted line breaks stay line breaks.
  package init(prefilled text: String, keepsLines: Bool = false) {
    self.init(text)
    isPrefilled = !text.isEmpty
    self.keepsLines = keepsLines
  }

  /// The maximum number of characters that can be inserted into this field at once.
  package var pasteLimit: Int {
    keepsLines ? Self.longPasteLimitCharacters : Self.pasteLimitCharacters
  }

  package var isEmpty: Bool { text.isEmpty }

  /// Replaces the field's text and moves the cursor to the end, for example to complete the typed
  /// text.
  package mutating func replace(with text: String) {
    let keepsLines = keepsLines
    self = TextField(text)
    self.keepsLines = keepsLines
  }

  /// Replaces the field's text, for example with a parameter's value. The next typed or pasted text
  /// replaces the new text.
  package mutating func prefill(with text: String) {
    self = TextField(prefilled: text, keepsLines: keepsLines)
  }

  /// Applies an edit to the field at the cursor.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text in the field.
  package mutating func apply(_ edit: Edit) {
    if case .insert(let text) = edit { return insert(text) }
    isPrefilled = false
    switch edit {
    case .insert: break
    case .moveToStart: position = 0
    case .moveToEnd: position = text.count
    case .moveLeft: position = max(position - 1, 0)
    case .moveRight: position = min(position + 1, text.count)
    case .moveWordLeft: position = wordStart(before: position)
    case .moveWordRight: position = wordEnd(after: position)
    case .deleteBefore: delete(max(position - 1, 0)..<position)
    case .deleteAfter: delete(position..<min(position + 1, text.count))
    case .deleteToStart: delete(0..<position)
    case .deleteToEnd: delete(position..<text.count)
    case .deleteWordBefore: delete(wordStart(before: position)..<position)
    }
  }

  /// Inserts text into the field at the cursor. If the field still contains its unedited initial
  /// text, replaces that text.
  ///
  /// Tabs in the inserted text become spaces, as do line breaks unless ``keepsLines`` is true.
  /// Characters beyond ``pasteLimit`` are ignored.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text in the field.
  package mutating func insert(_ inserted: String) {
    if isPrefilled, !inserted.isEmpty { replace(with: "") }
    // Scalars have a separate limit, since a character can have any number of combining marks.
    let scalars = String(inserted.unicodeScalars.prefix(4 * pasteLimit))
    var head = String(text.prefix(position))
    let rest = text.dropFirst(position)
    for character in scalars.prefix(pasteLimit) {
      let written: Character =
        character.isNewline ? (keepsLines ? "\n" : " ") : character == "\t" ? " " : character
      head.append(written)
    }
    // The characters are counted after joining, since a combining mark merges with the previous
    // one.
    position = head.count
    text = head + rest
    position = min(position, text.count)
  }

  private mutating func delete(_ range: Range<Int>) {
    let head = text.prefix(range.lowerBound)
    text = String(head + text.dropFirst(range.upperBound))
    position = min(range.lowerBound, text.count)
  }

  private func wordStart(before position: Int) -> Int {
    let head = Array(text.prefix(position))
    var index = head.count
    while index > 0, head[index - 1].isWhitespace { index -= 1 }
    while index > 0, !head[index - 1].isWhitespace { index -= 1 }
    return index
  }

  private func wordEnd(after position: Int) -> Int {
    let characters = Array(text)
    var index = position
    while index < characters.count, characters[index].isWhitespace { index += 1 }
    while index < characters.count, !characters[index].isWhitespace { index += 1 }
    return index
  }
}

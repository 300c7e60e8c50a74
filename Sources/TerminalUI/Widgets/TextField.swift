/// A text field with a single line.
///
/// The field stores the typed text unchanged; it is made printable only when drawn.
package struct TextField: Hashable, Sendable {
  /// The largest number of characters per insertion; the rest is dropped, so that large pastes do
  /// not slow down drawing and editing.
  package static let pasteLimitCharacters = 4_096

  package private(set) var text: String
  /// The number of characters before the cursor.
  package private(set) var position: Int

  package init(_ text: String = "") {
    self.text = text
    position = text.count
  }

  package var isEmpty: Bool { text.isEmpty }

  /// Replaces the text and moves the cursor to the end, as completion does.
  package mutating func replace(with text: String) {
    self = TextField(text)
  }

  /// Handles a key, if it has a meaning in a text field.
  ///
  /// Typed characters are inserted at the cursor. The control keys are ctrl-a and ctrl-e (home and
  /// end), ctrl-b and ctrl-f (left and right), ctrl-k and ctrl-u (delete to the end and to the start),
  /// ctrl-w (delete the previous word) and ctrl-d (delete the next character).
  ///
  /// - Returns: Whether the key was handled.
  package mutating func handle(_ stroke: KeyStroke) -> Bool {
    if let typed = stroke.typed {
      insert(String(typed))
      return true
    }
    if stroke.modifiers == .control, case .character(let character) = stroke.key {
      return handleControl(character)
    }
    if stroke.modifiers == .control || stroke.modifiers == .alt {
      switch stroke.key {
      case .left: position = wordStart(before: position)
      case .right: position = wordEnd(after: position)
      case .backspace: delete(wordStart(before: position)..<position)
      default: return false
      }
      return true
    }
    guard stroke.modifiers.isEmpty else { return false }
    switch stroke.key {
    case .left: position = max(position - 1, 0)
    case .right: position = min(position + 1, text.count)
    case .home: position = 0
    case .end: position = text.count
    case .backspace: delete(max(position - 1, 0)..<position)
    case .delete: delete(position..<min(position + 1, text.count))
    default: return false
    }
    return true
  }

  /// Inserts text at the cursor.
  ///
  /// Line ends and tabs in the text become spaces. Characters beyond ``pasteLimitCharacters`` are
  /// dropped.
  ///
  /// - Complexity: O(*n*) in the length of the field.
  package mutating func insert(_ inserted: String) {
    // Scalars have a separate limit, since a character can have any number of combining marks.
    let scalars = String(inserted.unicodeScalars.prefix(4 * TextField.pasteLimitCharacters))
    var head = String(text.prefix(position))
    let rest = text.dropFirst(position)
    for character in scalars.prefix(TextField.pasteLimitCharacters) {
      head.append(character.isNewline || character == "\t" ? " " : character)
    }
    // The characters are counted after joining, since a combining mark merges with the previous
    // one.
    position = head.count
    text = head + rest
    position = min(position, text.count)
  }

  private mutating func handleControl(_ character: Character) -> Bool {
    switch character {
    case "a": position = 0
    case "e": position = text.count
    case "b": position = max(position - 1, 0)
    case "f": position = min(position + 1, text.count)
    case "d": delete(position..<min(position + 1, text.count))
    case "k": delete(position..<text.count)
    case "u": delete(0..<position)
    case "w": delete(wordStart(before: position)..<position)
    default: return false
    }
    return true
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

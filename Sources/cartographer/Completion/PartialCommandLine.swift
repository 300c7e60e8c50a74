/// An unfinished command line, split into words as in a shell.
struct PartialCommandLine {
  /// The complete words before the cursor, without quotes and backslashes.
  private(set) var words: [String] = []
  /// The word at the cursor, without quotes and backslashes.
  private(set) var current = ""
  /// The word at the cursor as the user typed it.
  private(set) var typed = ""
  /// The quotation mark that is still open at the cursor. Nil if none is open.
  private(set) var quote: Character?

  /// Splits the text between the start of the line and the cursor.
  init(_ line: String) {
    var rest = line[...]
    while let character = rest.popFirst() {
      if quote == nil, character == " " || character == "\t" {
        if !typed.isEmpty { words.append(current) }
        (current, typed) = ("", "")
        continue
      }
      typed.append(character)
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else if character == "\\", quote != "'", let next = rest.popFirst() {
        typed.append(next)
        if quote == "\"", !"\"\\$`".contains(next) { current.append("\\") }
        current.append(next)
      } else {
        current.append(character)
      }
    }
  }

  /// Returns the text to insert for a completed word. Special characters are escaped as the open
  /// quotation mark requires, or with backslashes if no quotation mark is open.
  ///
  /// - Parameter word: The complete word, without quotes.
  /// - Parameter fragment: The end of ``typed``, which the shell replaces with the inserted text.
  ///   This part is shorter than the word if the word contains a character such as a colon.
  func completed(_ word: String, replacing fragment: String) -> String {
    let kept = typed.hasSuffix(fragment) ? String(typed.dropLast(fragment.count)) : ""
    let rest = word.dropFirst(PartialCommandLine(kept).current.count)
    switch quote {
    case "'": return String(rest).replacing("'", with: "'\\''")
    case "\"": return Self.escaped(rest) { "\"\\$`".contains($0) }
    default: return Self.escaped(rest) { $0.isASCII && !Self.plain.contains($0) }
    }
  }

  /// The ASCII characters that have no special meaning in a shell.
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=@%+,-")

  private static func escaped(_ text: Substring, if isSpecial: (Character) -> Bool) -> String {
    String(text.flatMap { isSpecial($0) ? ["\\", $0] : [$0] })
  }
}

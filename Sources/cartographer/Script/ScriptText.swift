/// The commands of a script, split into words as in a shell.
///
/// Quotes (`'…'` and `"…"`) preserve spaces, and `\` escapes the next character. A `#` at the start
/// of a word begins a comment. A `\` at the end of a line continues the command on the next line.
/// There are no other shell features.
struct ScriptText {
  private(set) var commands: [ScriptCommand] = []

  private var characters: Substring.UnicodeScalarView
  private var line = 1
  private var words: [String] = []
  private var firstLine = 1
  private var word: String.UnicodeScalarView?

  /// Splits the text of a script into commands.
  ///
  /// - Throws: ``Failure`` with the line number of an unclosed quote.
  init(_ text: String, name: String) throws {
    characters = text[...].unicodeScalars
    if characters.first == "\u{FEFF}" { characters.removeFirst() }
    while let character = characters.popFirst() {
      switch character {
      case "\n": endLine()
      case "\r": continue
      case " ", "\t": endWord()
      case "#" where word == nil: skipComment()
      case "\\": escape()
      case "'", "\"": try quote(character, name)
      default: append(character)
      }
    }
    endLine()
  }

  private mutating func append(_ character: Unicode.Scalar) {
    if word == nil, words.isEmpty { firstLine = line }
    var scalars = word ?? String.UnicodeScalarView()
    scalars.append(character)
    word = scalars
  }

  private mutating func endWord() {
    if let word { words.append(String(word)) }
    word = nil
  }

  private mutating func endLine() {
    endWord()
    if !words.isEmpty { commands.append(ScriptCommand(line: firstLine, words: words)) }
    words = []
    line += 1
  }

  private mutating func skipComment() {
    while let next = characters.first, next != "\n" { characters.removeFirst() }
  }

  private mutating func escape() {
    var next = characters.popFirst()
    if next == "\r", characters.first == "\n" { next = characters.popFirst() }
    guard let next else { return }
    if next == "\n" {
      line += 1
      endWord()
    } else {
      append(next)
    }
  }

  private mutating func quote(_ mark: Unicode.Scalar, _ name: String) throws {
    let begun = line
    if word == nil, words.isEmpty { firstLine = line }
    if word == nil { word = String.UnicodeScalarView() }
    while let character = characters.popFirst() {
      if character == mark { return }
      if character == "\n" { line += 1 }
      if character == "\\",
        mark == "\"",
        let next = characters.first,
        next == "\"" || next == "\\"
      {
        append(characters.popFirst() ?? next)
      } else {
        append(character)
      }
    }
    throw Failure.usage(
      "\(name):\(begun): the quote \(mark) is not closed.",
      remedy: "Close the quote, or write \\\(mark) for the character itself.")
  }
}

/// A command of a script, split into words.
struct ScriptCommand: Equatable {
  /// The line of the command's first word, counted from 1.
  var line: Int
  var words: [String]
}

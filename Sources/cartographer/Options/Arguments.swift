import CartographerCore
import Geodesy

/// The words of a command line put in the order the parser wants: verb first, global options last.
struct Arguments {
  private(set) var words: [String]
  /// Whether errors are to be JSON, known even where the words cannot be parsed.
  private(set) var wantsJSON = false

  private static let flags: Set<String> = ["--json", "--quiet", "--no-color"]
  private static let valued = "--store"
  /// Options whose values are what somebody wrote, and may begin with anything.
  private static let texts: Set<String> = [
    "--name", "--notes", "--note", "--title", "--comment", "--details", "--symbol", "--type",
    "--rename", "--group", "--query",
  ]

  init(_ given: some Sequence<String>) {
    var kept: [String] = []
    var global: [String] = []
    var rest = Array(given)[...]
    while let word = rest.popFirst(), word != "--" {
      if Self.flags.contains(word) {
        wantsJSON = wantsJSON || word == "--json"
        if !global.contains(word) { global.append(word) }
      } else if word == Self.valued, let value = rest.first, value != "--" {
        rest.removeFirst()
        global.append("\(Self.valued)=\(value)")
      } else if word.hasPrefix("\(Self.valued)=") {
        global.append(word)
      } else if Self.beginsAsNumber(word), let option = kept.last, Self.texts.contains(option) {
        kept[kept.count - 1] = "\(option)=\(word)"
      } else {
        kept.append(Self.isNumber(word) ? "\u{2212}" + word.dropFirst() : word)
      }
      if rest.first == "--" { break }
    }
    words = Self.folded(kept) + global + rest
  }

  // MARK: Many ids

  /// No word of a command line has it in it.
  private static let idSeparator: Character = "\0"
  /// More ids than this, one after the other, become one word.
  private static let mostSingleIDs = 64
  /// Verbs whose words are file names.
  private static let fileVerbs: Set<String> = ["import", "open"]

  /// Words in which many ids in a row are one: the parser takes time in the square of their number.
  private static func folded(_ words: [String]) -> [String] {
    guard words.count > mostSingleIDs, !fileVerbs.contains(firstOperand(of: words) ?? "") else {
      return words
    }
    var folded: [String] = []
    var ids: [String] = []
    func endIDs() {
      if ids.count > mostSingleIDs {
        // The first may be the value of an option or the group that the others are added to.
        folded += ids.prefix(2)
        folded.append(ids.dropFirst(2).joined(separator: String(idSeparator)))
      } else {
        folded += ids
      }
      ids = []
    }
    for word in words {
      if ItemID(word) != nil {
        ids.append(word)
      } else {
        endIDs()
        folded.append(word)
      }
    }
    endIDs()
    return folded
  }

  /// The words that were given, of words as the parser has them.
  static func unfolded(_ words: [String]) -> [String] {
    words.flatMap { word in
      word.contains(idSeparator) ? word.split(separator: idSeparator).map(String.init) : [word]
    }
  }

  /// The first word that is neither an option nor the value of one.
  static func firstOperand(of words: [String]) -> String? {
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if word == "-" || !word.hasPrefix("-") {
        return word
      } else {
        isValue = word == "--glyphs"
      }
    }
    return nil
  }

  private static func beginsAsNumber(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return second.isASCII && second.isNumber || second == "."
  }

  /// Whether a word is a number below 0 to its end, or several: `-33.9 18.4`, `-5m`, `-1h30`.
  ///
  /// It is a coordinate or a measure, not an option: its sign becomes a typographic minus, which
  /// those who read numbers know. A text such as `-5 degrees` or `-5.gpx` stays as it is.
  private static func isNumber(_ word: String) -> Bool {
    guard beginsAsNumber(word) else { return false }
    return word.split { !$0.isLetter }.allSatisfy { letters in
      ["n", "s", "e", "w"].contains(letters.lowercased()) || (try? Quantity("1\(letters)")) != nil
    }
  }
}

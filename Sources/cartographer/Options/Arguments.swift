import CartographerCore
import Foundation
import Geodesy

/// The command-line arguments in the order that the parser expects: the command first, the global
/// options last.
struct Arguments {
  private(set) var words: [String]
  /// Whether errors are reported as JSON. This property is set even if the argument parser rejects
  /// the arguments.
  private(set) var wantsJSON = false

  /// The arguments whose leading hyphens were replaced with a typographic minus before parsing.
  private var signedWords: [String] = []

  private static let flags: Set<String> = ["--json", "--quiet", "-q", "--no-color"]
  private static let valued: Set<String> = [
    "--store", "--color", "--coordinates", "--time-zone", "--units",
  ]
  /// The options whose values are positions, which can consist of several words, as in
  /// `--move 45.98 6.89`.
  private static let positions: Set<String> = ["--move", "--near", "--privacy-zone"]
  /// The options whose values are free text, which can begin with a minus sign.
  private static let texts: Set<String> = [
    "--name", "--notes", "--note", "--title", "--comment", "--details", "--symbol", "--type",
    "--rename", "--group", "--add-to", "--query",
  ]

  init(_ given: some Sequence<String>) {
    var kept: [String] = []
    var global: [String] = []
    var rest = Array(given)[...]
    while let word = rest.popFirst(), word != "--" {
      if word == "-0", Self.isNullOption(after: kept, printsIDs: given.contains("--ids")) {
        kept.append("--null")
      } else if Self.flags.contains(word) {
        wantsJSON = wantsJSON || word == "--json"
        if !global.contains(word) { global.append(word) }
      } else if Self.valued.contains(word), let value = rest.first, value != "--" {
        rest.removeFirst()
        global.append("\(word)=\(value)")
      } else if Self.valued.contains(where: { word.hasPrefix("\($0)=") }) {
        global.append(word)
      } else if word == "-V", kept.isEmpty {
        kept.append("--version")
      } else if Self.beginsAsNumber(word), let option = kept.last, Self.texts.contains(option) {
        kept[kept.count - 1] = "\(option)=\(word)"
      } else {
        var word = word
        if Self.isNumber(word) {
          word = "\u{2212}" + word.dropFirst()
          signedWords.append(word)
        }
        kept.append(word)
      }
      if rest.first == "--" { break }
    }
    words = Self.folded(Self.joiningPositions(kept)) + global + rest
  }

  /// Returns a message in which arguments appear as the user typed them.
  func asTyped(_ message: String) -> String {
    signedWords.reduce(message) { $0.replacing($1, with: "-" + $1.dropFirst()) }
  }

  /// Checks that no file name looks like an option to the parser, as `-dash.gpx` does.
  ///
  /// - Throws: ``Failure`` with advice on how to write the file name.
  func checkFileNames() throws {
    let given = words.prefix { $0 != "--" }
    let extensions = Set(FileFormat.all.flatMap(\.fileExtensions))
    for (index, word) in given.enumerated()
    where word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2 {
      let isOutput = index > 0 && ["-o", "--output"].contains(given[index - 1])
      let isNamed =
        !word.hasPrefix("-o")
        && (FileManager.default.fileExists(atPath: word)
          || extensions.contains(URL(filePath: word).pathExtension.lowercased()))
      guard isOutput || isNamed else { continue }
      throw Failure.usage(
        "'\(word)' begins with a hyphen, so it is read as an option.",
        remedy: "To specify a file with this name, write ./\(word)")
    }
  }

  /// Joins the words of each position that follows an option, as in `--near 45.98 6.89:500m`. In
  /// the result, each such position is one argument.
  private static func joiningPositions(_ words: [String]) -> [String] {
    var joined: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      joined.append(word)
      guard positions.contains(word),
        let count = CoordinateWords.countOfPosition(at: rest.prefix { !$0.hasPrefix("-") })
      else { continue }
      joined.append(rest.prefix(count).joined(separator: " "))
      rest = rest.dropFirst(count)
    }
    return joined
  }

  /// The colour setting for help pages, as requested by the command-line arguments.
  var colours: ColourUse {
    if words.contains("--no-color") { return .never }
    let value = words.last { $0.hasPrefix("--color=") }?.dropFirst("--color=".count)
    return value.flatMap { ColourUse(rawValue: String($0)) } ?? .auto
  }

  // MARK: Folding of many IDs

  /// The separator between item IDs combined into one argument. The separator is NUL, because
  /// command-line arguments cannot contain this character.
  private static let idSeparator: Character = "\0"
  /// The maximum number of consecutive item IDs that are passed as separate arguments. If there are
  /// more, they are combined into one argument.
  private static let mostSingleIDs = 64
  /// The first words of the commands that accept the option `-0`, except `near`.
  private static let listNames: Set<String> = ["list", "ls", "find", "imports", "group", "trash"]
  /// Returns whether `-0` after the given words means the option `--null` rather than a coordinate.
  /// In `near`, `-0` is the option if the command prints IDs, unless it follows a latitude.
  private static func isNullOption(after words: [String], printsIDs: Bool) -> Bool {
    let command = firstOperand(of: words) ?? ""
    guard command == "near" else { return listNames.contains(command) }
    return printsIDs && !(words.count == 2 && CoordinateWords.isNumber(words[1]))
  }
  /// The commands whose arguments are file names, which can look like item IDs.
  private static let fileCommands: Set<String> = ["import", "open"]

  /// Combines each long sequence of item IDs into one argument.
  ///
  /// The parsing time grows quadratically with the number of arguments. Parsing thousands of
  /// separate IDs would take too long.
  private static func folded(_ words: [String]) -> [String] {
    guard words.count > mostSingleIDs, !fileCommands.contains(firstOperand(of: words) ?? "") else {
      return words
    }
    var folded: [String] = []
    var ids: [String] = []
    func endIDs() {
      if ids.count > mostSingleIDs {
        // The first ID may be the value of an option, or the group that the others are added to.
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

  /// Returns the arguments as typed, with combined item IDs separated again. An argument `-` is
  /// replaced with the lines of standard input.
  ///
  /// - Throws: ``Failure`` if standard input cannot be read.
  static func unfolded(_ words: [String]) throws -> [String] {
    try separated(words).flatMap { try $0 == "-" ? StandardInputItems.words() : [$0] }
  }

  /// Returns the arguments as the user typed them, with combined item IDs separated again.
  static func separated(_ words: [String]) -> [String] {
    words.flatMap { word in
      word.contains(idSeparator) ? word.split(separator: idSeparator).map(String.init) : [word]
    }
  }

  /// Returns the first positional argument. Returns nil if all words are options or their values.
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

  /// Returns whether an argument begins with a minus sign and consists of numbers and units, such
  /// as `-33.9 18.4`, `-5m` or `-1h30`.
  ///
  /// Negative coordinates and quantities must not be mistaken for options. Their sign is replaced
  /// with a typographic minus, which the number parsers accept and the argument parser does not
  /// mistake for an option. Other text such as `-5 degrees` or `-5.gpx` stays unchanged.
  private static func isNumber(_ word: String) -> Bool {
    guard beginsAsNumber(word) else { return false }
    return word.split { !$0.isLetter }.allSatisfy { letters in
      ["n", "s", "e", "w"].contains(letters.lowercased()) || (try? Quantity("1\(letters)")) != nil
    }
  }
}

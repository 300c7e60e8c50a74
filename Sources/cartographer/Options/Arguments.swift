/// The words of a command line put in the order the parser wants: verb first, global options last.
struct Arguments {
  private(set) var words: [String]
  /// Whether errors are to be JSON, known even where the words cannot be parsed.
  private(set) var wantsJSON = false

  private static let flags: Set<String> = ["--json", "--quiet", "--no-color"]
  private static let valued = "--store"

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
      } else {
        kept.append(Self.withoutLeadingMinus(word))
      }
      if rest.first == "--" { break }
    }
    words = kept + global + rest
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

  /// `-33.9 18.4` is a coordinate, not an option: its sign becomes a typographic minus, which the
  /// parser of coordinates reads as well.
  private static func withoutLeadingMinus(_ word: String) -> String {
    guard word.hasPrefix("-"), let second = word.dropFirst().first, second.isASCII,
      second.isNumber || second == "."
    else { return word }
    return "\u{2212}" + word.dropFirst()
  }
}

/// A word in the text of a search query. A comparison sign and the number after it, such as
/// `>2000`, form one word.
struct QueryWord: Equatable {
  var text: String
  /// The number of characters before the word in the search text.
  var offset: Int
  var isQuoted: Bool

  /// Splits a search text into words.
  ///
  /// - Complexity: O(*n*), where *n* is the number of characters.
  static func words(of text: String) -> [QueryWord] {
    let characters = Array(text)
    var words: [QueryWord] = []
    var index = 0
    while index < characters.count {
      if characters[index].isWhitespace {
        index += 1
        continue
      }
      let start = index
      if characters[index] == "\"" {
        let end = characters[(start + 1)...].firstIndex(of: "\"") ?? characters.count
        words.append(
          QueryWord(text: String(characters[start + 1..<end]), offset: start, isQuoted: true))
        index = min(end + 1, characters.count)
        continue
      }
      while index < characters.count, !characters[index].isWhitespace { index += 1 }
      words.append(
        QueryWord(text: String(characters[start..<index]), offset: start, isQuoted: false))
    }
    return joined(words)
  }

  /// Joins words that belong together but are separated by spaces, as in `> 2000 m`. A comparison
  /// sign is joined with the number after it, a number with its unit, and a field name with its
  /// comparison sign.
  private static func joined(_ words: [QueryWord]) -> [QueryWord] {
    var joined: [QueryWord] = []
    for word in words {
      guard let last = joined.last, !last.isQuoted, !word.isQuoted,
        last.isOpen || word.startsWithSign && PointQuery.isName(last.text)
          || last.endsWithNumber && QuantityReader.units[word.text.lowercased()] != nil
      else {
        joined.append(word)
        continue
      }
      let space = word.offset - last.offset - last.text.count
      joined[joined.count - 1].text += String(repeating: " ", count: space) + word.text
    }
    return joined
  }

  private static let signs: Set<Character> = ["<", ">", "=", "≥", "≤"]

  private var hasSign: Bool { text.contains(where: Self.signs.contains) }
  private var startsWithSign: Bool { text.first.map(Self.signs.contains) ?? false }
  /// Whether the word ends with a comparison sign, which must be followed by a number.
  private var isOpen: Bool { text.last.map(Self.signs.contains) ?? false }
  private var endsWithNumber: Bool {
    hasSign && (text.last.map { ("0"..."9").contains($0) } ?? false)
  }
}

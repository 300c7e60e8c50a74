import TerminalUI

/// Functions that normalise town names for comparison.
package enum TownName {
  /// Returns a name in lower case without accents. Hyphens and full stops are replaced with spaces.
  /// Vowel signs in Arabic and Hebrew names and the Arabic definite article are removed.
  static func folded(_ name: String) -> String {
    let folded = withoutVariants(SearchFolding.folded(name))
    guard folded.utf8.contains(where: isSeparator) else { return folded }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(folded.utf8.count)
    for byte in folded.utf8 {
      if !isSeparator(byte) {
        bytes.append(byte)
      } else if let last = bytes.last, last != UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: " "))
      }
    }
    if bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Unifies spelling variants, such as vowel signs and hyphens, in Arabic, Hebrew and Japanese
  /// names.
  private static func withoutVariants(_ folded: String) -> String {
    // All variants are above U+0590. In UTF-8, such characters begin with a byte of at least 0xD6.
    guard folded.utf8.contains(where: { $0 >= 0xD6 }) else { return folded }
    var scalars = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      switch scalar.value {
      // Points of Hebrew and Arabic vowels, the elongation sign, and joiners.
      case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, 0x640, 0x64B...0x65F, 0x670,
        0x200C, 0x200D:
        continue
      case 0x622, 0x623, 0x625, 0x671: scalars.append("\u{627}")
      case 0x624: scalars.append("\u{648}")
      case 0x626, 0x649, 0x6CC: scalars.append("\u{64A}")
      case 0x629, 0x6BE, 0x6C0, 0x6C1, 0x6C3, 0x6D5: scalars.append("\u{647}")
      case 0x6A9: scalars.append("\u{643}")
      // The Hebrew and the Japanese hyphen.
      case 0x5BE, 0x2010, 0x30FB: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return withoutArticles(String(scalars))
  }

  /// Removes the Arabic definite article from words with at least two other letters.
  private static func withoutArticles(_ name: String) -> String {
    let article: [Unicode.Scalar] = ["\u{627}", "\u{644}"]
    guard name.unicodeScalars.contains(article[1]) else { return name }
    return name.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map {
      let hasArticle = $0.starts(with: article) && $0.count > 3
      return String($0.dropFirst(hasArticle ? 2 : 0))
    }
    .joined(separator: " ")
  }

  /// Returns whether a folded name contains a letter from a script other than Latin, Greek or
  /// Cyrillic.
  static func hasOtherScript(_ folded: String) -> Bool {
    folded.unicodeScalars.contains { $0.value >= 0x530 && $0.properties.isAlphabetic }
  }

  /// The Chinese, Japanese and Korean characters for city, county, district and village.
  private static let kindsOfTowns: Set<Character> = [
    "市", "县", "縣", "区", "區", "町", "村", "镇", "鎮", "乡", "鄉", "県", "都", "府", "州", "시", "군", "구", "읍",
  ]

  /// Returns whether a folded name consists of the given text and further words, or of the text and
  /// a Chinese, Japanese or Korean word for city, county or village. In the latter case, the given
  /// text must have at least two characters.
  static func isLonger(_ folded: String, than text: String) -> Bool {
    guard folded.hasPrefix(text) else { return false }
    let rest = folded.dropFirst(text.count)
    guard let first = rest.first else { return false }
    return first == " " || text.count > 1 && rest.count == 1 && kindsOfTowns.contains(first)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// Returns a normalised name that does not depend on abbreviations, accents, hyphens or capitals,
  /// such as `bourg saint maurice` for `Bourg-St-Maurice`.
  package static func comparable(_ name: String) -> String {
    let folded = folded(name)
    return expanded(folded) ?? folded
  }

  /// Abbreviated and translated words, and the words that replace them for comparison.
  private static let longForms = [
    "st": "saint", "sankt": "saint", "saint": "saint", "ste": "sainte", "sainte": "sainte",
    "mt": "mount", "mount": "mount",
  ]

  /// Returns a folded name without abbreviations, such as `bourg saint maurice` for `bourg st
  /// maurice`. Returns nil if the name contains neither an abbreviation nor its long form.
  ///
  /// The last word is not replaced, because it may be the beginning of a longer word. For example,
  /// `st` is the beginning of `stuttgart`.
  static func expanded(_ folded: String) -> String? {
    guard folded.utf8.contains(UInt8(ascii: " ")) else { return nil }
    var words = folded.split(separator: " ").map(String.init)
    var hasLongForm = false
    for index in words.indices.dropLast() {
      guard let long = longForms[words[index]] else { continue }
      words[index] = long
      hasLongForm = true
    }
    return hasLongForm ? words.joined(separator: " ") : nil
  }
}

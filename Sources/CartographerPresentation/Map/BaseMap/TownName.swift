import TerminalUI

/// Functions that convert the names of towns for comparison.
package enum TownName {
  /// Returns a name in lower case without accents. Hyphens and full stops become blanks.
  static func folded(_ name: String) -> String {
    let folded = SearchFolding.folded(name)
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

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// Returns a name in the form that is equal for all spellings with abbreviations, accents, hyphens
  /// and capitals: `bourg saint maurice` for `Bourg-St-Maurice`.
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
  /// The last word is not replaced, since it may be the beginning of another word: `st` begins
  /// `stuttgart`.
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

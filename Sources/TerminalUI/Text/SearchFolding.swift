import Foundation

/// Text folding for searches that ignore case, accents and character width.
package enum SearchFolding {
  /// Returns the text in a folded form for searching: `Zürich` and `ZURICH` become `zurich`, `ﬁ`
  /// becomes `fi`, and `Ø` becomes `o`.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let folded = text.precomposedStringWithCompatibilityMapping.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    guard folded.unicodeScalars.contains(where: { letters[$0] != nil }) else { return folded }
    return folded.unicodeScalars.map { letters[$0] ?? String($0) }.joined()
  }

  /// The replacements for letters that have no Unicode decomposition but are often typed as plain
  /// letters.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "þ": "th", "ð": "d",
    "ħ": "h",
  ]
}

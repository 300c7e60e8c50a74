import Foundation

/// The form in which texts are compared when a user searches: without case, accents or width.
package enum SearchFolding {
  /// `Zürich` and `ZURICH` both fold to `zurich`, `ﬁ` to `fi`, `Ø` to `o`.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let folded = text.precomposedStringWithCompatibilityMapping.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    guard folded.unicodeScalars.contains(where: { letters[$0] != nil }) else { return folded }
    return folded.unicodeScalars.map { letters[$0] ?? String($0) }.joined()
  }

  /// Letters Unicode does not take apart, but people type without their stroke.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "þ": "th", "ð": "d",
    "ħ": "h",
  ]
}

import Foundation

/// Text converted for searches that ignore case and accents, so that `zurich` is found in `Zürich`.
package struct FoldedText: Hashable, Sendable {
  private let utf8: [UInt8]

  package init(_ text: String) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      utf8 = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      return
    }
    // The order matters: decompose, remove the marks, then lowercase. `ẞ` and `ﬁ` become two
    // letters.
    let marked = text.decomposedStringWithCompatibilityMapping.unicodeScalars
    let bare = String(String.UnicodeScalarView(marked.filter { !$0.properties.isMark }))
    utf8 = Array(bare.lowercased().replacingOccurrences(of: "ß", with: "ss").foldingLetters.utf8)
  }

  package var isEmpty: Bool { utf8.isEmpty }

  /// Returns whether this text contains the given text. The empty text occurs in every text.
  ///
  /// - Complexity: O(*n* · *m*) in the worst case and O(*n*) for typical names.
  ///   *n* is the length of this text, and *m* is the length of the given text.
  package func contains(_ other: FoldedText) -> Bool {
    guard let first = other.utf8.first else { return true }
    let (length, wanted) = (utf8.count, other.utf8.count)
    guard wanted <= length else { return false }
    return utf8.withUnsafeBufferPointer { text in
      other.utf8.withUnsafeBufferPointer { pattern in
        var start = 0
        while start <= length - wanted {
          if text[start] == first {
            var index = 1
            while index < wanted, text[start + index] == pattern[index] { index += 1 }
            if index == wanted { return true }
          }
          start += 1
        }
        return false
      }
    }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isMark: Bool {
    switch generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }
}

extension String {
  /// The text with ASCII letters in place of letters that have no Unicode decomposition, such as
  /// `o` for `ø`.
  fileprivate var foldingLetters: String {
    String(
      flatMap { character -> String in
        switch character {
        case "ø": "o"
        case "ł": "l"
        case "đ", "ð": "d"
        case "þ": "th"
        case "æ": "ae"
        case "œ": "oe"
        case "ı": "i"
        default: String(character)
        }
      })
  }
}

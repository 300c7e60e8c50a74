import Foundation

/// The ASCII replacements for non-ASCII characters. All replacements are one column wide, so the
/// layout does not change.
enum AsciiGlyphs {
  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "│": "|", "┃": "|", "║": "|", "╎": "|", "╵": "'", "╷": ",", "╋": "+", "▌": "|", "▐": "|",
    "─": "-", "━": "=", "═": "=", "…": "~", "·": ".", "•": "*", "●": "o", "○": "o", "◆": "*",
    "◇": "*", "★": "*", "▲": "^", "▼": "v", "▸": ">", "▶": ">", "▾": "v", "◂": "<", "‹": "<",
    "›": ">", "«": "<", "»": ">", "↑": "^", "↓": "v", "←": "<", "→": ">", "✓": "v", "✗": "x",
    "✕": "x", "×": "x", "°": "d", "′": "'", "″": "\"", "–": "-", "—": "-", "−": "-", "‐": "-",
    "±": "~", "’": "'", "‘": "'", "“": "\"", "”": "\"", "▁": ".", "▂": ".", "▃": ".", "▄": ":",
    "▅": ":", "▆": ":", "▇": "#", "█": "#", "▓": "#", "▒": "=", "░": ".", "⏎": "$", "◌": "o",
    "ß": "s", "æ": "a", "Æ": "A", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
    "ı": "i", "œ": "o", "Œ": "O", "þ": "t", "ð": "d", "\u{A0}": " ", "\u{202F}": " ",
    "\u{2009}": " ", "≈": "~", "≥": ">",
  ]

  static func scalar(for text: String) -> Unicode.Scalar {
    guard let first = text.unicodeScalars.first else { return " " }
    if let sign = signs[first] { return sign }
    switch first.value {
    case 0..<0x80: return first
    case 0x2500...0x257F: return "+"
    case 0x2801...0x28FF:
      return DotGlyphs.scalar(for: UInt8(first.value - 0x2800), glyphs: .ascii)
    default:
      let base = text.decomposedStringWithCompatibilityMapping.unicodeScalars.first
      guard let base, (0x20..<0x7F).contains(base.value) else { return "?" }
      return base
    }
  }
}

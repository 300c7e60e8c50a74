/// What is sent for a character of a ``Surface``, so that every terminal gives it the same columns.
///
/// Terminals disagree on sequences of emoji: some join them, some do not. So of a joined or toned
/// emoji the first is shown, and a flag as the two letters of its country. No column moves.
struct TerminalCell {
  /// Each a base with its marks, and its columns.
  private(set) var parts: [(scalars: [UInt32], width: Int)] = []

  init(_ text: String, width: Int) {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first else { return }
    if CharacterWidth.isRegionalIndicator(first) {
      appendFlag(scalars, width: width)
      return
    }
    var kept: [UInt32] = [first.value]
    for scalar in scalars.dropFirst() {
      if scalar.value == 0x200D { break }
      if scalar.value == 0xFE0E || scalar.value == 0xFE0F || scalar.properties.isEmojiModifier {
        continue
      }
      kept.append(scalar.value)
    }
    parts = [(kept, width)]
  }

  private mutating func appendFlag(_ scalars: [Unicode.Scalar], width: Int) {
    let letters = scalars.filter(CharacterWidth.isRegionalIndicator).prefix(width).map {
      $0.value - 0x1F1E6 + 0x41
    }
    parts = letters.map { ([$0], 1) }
    let missing = width - parts.count
    if missing > 0 { parts.append(([0x20], missing)) }
  }
}

/// The text that is sent to the terminal for one character on a ``Surface``. The text is chosen so
/// that it has the same width in every terminal.
///
/// Because only some terminals display an emoji sequence as one joined emoji, only the first emoji
/// of a sequence is sent, without a skin tone, and a flag is sent as the two letters of its country
/// code.
struct TerminalCell {
  /// The parts of the character: base characters with their combining marks, each with its width in
  /// columns.
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

/// Functions that divide printable text into characters as terminals do.
///
/// An emoji sequence (joined emoji, a flag, a skin tone, a keycap) is one character that is two
/// columns wide. Any other grapheme cluster is split at each scalar that is not combining, since
/// terminals advance the cursor for each such scalar, for example for a Devanagari vowel sign.
enum GraphemeMeasure {
  static func forEach(in sanitised: String, _ body: (Grapheme) -> Void) {
    for character in sanitised {
      let scalars = character.unicodeScalars
      if scalars.count == 1, let scalar = scalars.first {
        body(Grapheme(text: String(character), width: max(CharacterWidth.columns(of: scalar), 1)))
      } else if isEmojiSequence(scalars) {
        body(Grapheme(text: String(character), width: 2))
      } else {
        split(scalars, body)
      }
    }
  }

  private static func split(
    _ scalars: Character.UnicodeScalarView, _ body: (Grapheme) -> Void
  ) {
    var text = ""
    var width = 0
    for scalar in scalars {
      let columns = CharacterWidth.columns(of: scalar)
      if columns > 0, width > 0 {
        body(Grapheme(text: text, width: width))
        text = ""
        width = 0
      }
      text.unicodeScalars.append(scalar)
      width += columns
    }
    body(Grapheme(text: text, width: max(width, 1)))
  }

  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    if CharacterWidth.isRegionalIndicator(first) { return true }
    return scalars.dropFirst().contains {
      $0.value == 0xFE0F || $0.value == 0x200D || $0.properties.isEmojiModifier
    }
  }
}

/// The set of characters that a terminal's font and encoding support.
///
/// A canvas has 2 × 4 dots per cell with every glyph set, but the characters that display the dots
/// differ.
package enum GlyphSet: String, CaseIterable, Sendable {
  /// Braille patterns, box drawing characters and arrows.
  case braille
  /// Quadrant blocks (for fonts that have no Braille patterns), box drawing characters and arrows.
  case block
  /// Only ASCII characters.
  case ascii
}

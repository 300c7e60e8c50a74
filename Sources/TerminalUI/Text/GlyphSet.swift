/// The set of characters that a terminal's font and encoding support.
///
/// The glyph set does not affect a canvas's resolution of 2 × 4 dots per cell, only the characters
/// that display the dots.
package enum GlyphSet: String, CaseIterable, Sendable {
  /// Braille patterns, box drawing characters and arrows.
  case braille
  /// Quadrant blocks (for fonts that have no Braille patterns), box drawing characters and arrows.
  case block
  /// Only ASCII characters.
  case ascii
}

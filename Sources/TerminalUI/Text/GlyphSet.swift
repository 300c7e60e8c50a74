/// The set of characters that a terminal's font and encoding support.
///
/// A canvas has the same 2 × 4 grid of dots per cell with each set; only the characters differ.
package enum GlyphSet: String, CaseIterable, Sendable {
  /// Braille patterns, box drawing characters and arrows.
  case braille
  /// Quadrant blocks for fonts without Braille, box drawing characters and arrows.
  case block
  /// Only ASCII characters.
  case ascii
}

/// What a terminal's font and encoding can be trusted with.
///
/// A canvas draws the same 2 × 4 grid of dots in each; only the characters differ.
package enum GlyphSet: String, CaseIterable, Sendable {
  /// Braille patterns, box drawing, arrows.
  case braille
  /// Quadrant blocks for fonts without Braille, box drawing, arrows.
  case block
  /// Nothing outside ASCII.
  case ascii
}

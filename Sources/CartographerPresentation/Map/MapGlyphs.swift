import TerminalUI

/// The characters a map is marked with.
struct MapGlyphs {
  let place: Unicode.Scalar
  let placeMarked: Unicode.Scalar
  let placeSelected: Unicode.Scalar
  /// A point of a path being edited.
  let handle: Unicode.Scalar
  /// A point that would be gone.
  let gone: Unicode.Scalar
  /// The point under the cursor.
  let pointCursor: Unicode.Scalar
  let crosshair: Unicode.Scalar
  let rulerEnd: Unicode.Scalar
  let barStroke: Character
  let north: DisplayText
  let ellipsis: DisplayText
  let horizontal: Unicode.Scalar
  let vertical: Unicode.Scalar
  /// Top left, top right, bottom left, bottom right.
  let corners: [Unicode.Scalar]

  init(_ glyphs: GlyphSet) {
    switch glyphs {
    case .braille, .block:
      place = "○"
      placeMarked = "●"
      placeSelected = "◆"
      handle = "•"
      gone = "·"
      pointCursor = "◉"
      crosshair = "╋"
      rulerEnd = "×"
      barStroke = "─"
      north = "N ↑"
      ellipsis = "…"
      horizontal = "─"
      vertical = "│"
      corners = ["┌", "┐", "└", "┘"]
    case .ascii:
      place = "o"
      placeMarked = "*"
      placeSelected = "@"
      handle = "x"
      gone = "."
      pointCursor = "X"
      crosshair = "+"
      rulerEnd = "x"
      barStroke = "-"
      north = "N ^"
      ellipsis = "~"
      horizontal = "-"
      vertical = "|"
      corners = ["+", "+", "+", "+"]
    }
  }
}

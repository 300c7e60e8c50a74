import TerminalUI

/// The characters that draw the symbols and lines on a map.
struct MapGlyphs {
  let place: Unicode.Scalar
  /// The symbols for the kinds of places, in the same order as ``PlaceSymbol/allCases``.
  private let symbols: [Unicode.Scalar]
  let placeMarked: Unicode.Scalar
  /// The symbol for a cluster of places, used where there is no room for the number of places.
  let cluster: Unicode.Scalar
  /// The symbol for a town on the base map.
  let town: Unicode.Scalar
  /// The symbol that fills seas and lakes. It differs from the symbols for towns and the dots of
  /// borders.
  let sea: Unicode.Scalar
  /// The distance, in cells, between two ``sea`` symbols in a row.
  let seaDistance: Int
  /// The dot that fills the cells of woods on the user's own maps.
  let woods: Unicode.Scalar
  /// The symbol for a mountain summit on the user's own maps.
  let peak: Unicode.Scalar
  /// The symbol for a place in a file that is shown without being imported.
  let filePlace: Unicode.Scalar
  let placeSelected: Unicode.Scalar
  /// The symbol for a point on the path being edited.
  let handle: Unicode.Scalar
  /// The symbol for a point that the previewed edit would remove.
  let gone: Unicode.Scalar
  /// The symbol for the current point.
  let pointCursor: Unicode.Scalar
  let crosshair: Unicode.Scalar
  /// The symbol for the position to which a point snaps.
  let snap: Unicode.Scalar
  let rulerEnd: Unicode.Scalar
  let pathStart: Unicode.Scalar
  let pathEnd: Unicode.Scalar
  /// The symbol for a distance mark on the selected path. The distance is written beside the
  /// symbol.
  let distanceMark: Unicode.Scalar
  /// The arrows on the selected path, in the order right, down, left, up.
  let arrows: [Unicode.Scalar]
  /// The symbols for the levels of a heat map, from lowest to highest.
  let heat: [Unicode.Scalar]
  let barStroke: Character
  let north: DisplayText
  let ellipsis: DisplayText
  let horizontal: Unicode.Scalar
  let vertical: Unicode.Scalar
  /// The corners of a box, in the order top left, top right, bottom left, bottom right.
  let corners: [Unicode.Scalar]

  init(_ glyphs: GlyphSet) {
    switch glyphs {
    case .braille, .block:
      place = "○"
      symbols = ["⌂", "Λ", "≈", "P", "ψ", "☼", "⚑", "△"]
      placeMarked = "●"
      cluster = "+"
      town = "·"
      sea = glyphs == .braille ? "⠂" : "."
      seaDistance = 2
      woods = "⠐"
      peak = "▲"
      filePlace = "◇"
      placeSelected = "◆"
      handle = "•"
      gone = "·"
      pointCursor = "◉"
      crosshair = "╋"
      snap = "◎"
      rulerEnd = "×"
      pathStart = "S"
      pathEnd = "E"
      distanceMark = "∘"
      arrows = ["▸", "▾", "◂", "▴"]
      heat = [glyphs == .braille ? "⠶" : "▖", "░", "▒", "▓", "█"]
      barStroke = "─"
      north = "N ↑"
      ellipsis = "…"
      horizontal = "─"
      vertical = "│"
      corners = ["┌", "┐", "└", "┘"]
    case .ascii:
      place = "o"
      symbols = ["H", "C", "W", "P", "F", "V", "!", "A"]
      placeMarked = "*"
      cluster = "+"
      town = "."
      sea = "~"
      seaDistance = 4
      woods = "."
      peak = "^"
      filePlace = "%"
      placeSelected = "@"
      handle = "x"
      gone = "."
      pointCursor = "X"
      crosshair = "+"
      snap = "&"
      rulerEnd = "x"
      pathStart = "S"
      pathEnd = "E"
      distanceMark = "="
      arrows = [">", "v", "<", "^"]
      heat = [":", "+", "*", "%", "#"]
      barStroke = "-"
      north = "N ^"
      ellipsis = "~"
      horizontal = "-"
      vertical = "|"
      corners = ["+", "+", "+", "+"]
    }
  }

  /// Returns the symbol for a kind of place, or the plain symbol if the kind is nil.
  func symbol(_ kind: PlaceSymbol?) -> Unicode.Scalar { kind.map { symbols[$0.rawValue] } ?? place }
}

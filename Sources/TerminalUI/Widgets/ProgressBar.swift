/// How far a piece of work is.
package struct ProgressBar {
  /// From 0 to 1; nil where the end is not known.
  package let fraction: Double?
  package let glyphs: GlyphSet

  package init(fraction: Double?, glyphs: GlyphSet = .braille) {
    self.fraction = fraction.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
    self.glyphs = glyphs
  }

  /// The share done, as `64%`; empty where it is not known.
  package var percentage: DisplayText {
    guard let fraction else { return .empty }
    return "\(Int((fraction * 100).rounded(.down)))%"
  }

  package func draw(into surface: inout Surface, in rect: Rect, style: Style = Style(.accent)) {
    let line = rect.line(0)
    let done = Int((Double(line.columns) * (fraction ?? 0)).rounded(.down))
    let parts = line.splitLeft(done)
    surface.fill(parts.left, with: glyphs == .ascii ? "#" : "▓", style: style)
    surface.fill(parts.rest, with: glyphs == .ascii ? "." : "░", style: Style(.dim))
  }
}

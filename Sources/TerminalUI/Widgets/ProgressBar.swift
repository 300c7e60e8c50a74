/// A progress bar that is drawn in one row.
package struct ProgressBar {
  /// The fraction of the work that is completed, from 0 to 1. Nil if the total is not known.
  package let fraction: Double?
  package let glyphs: GlyphSet

  package init(fraction: Double?, glyphs: GlyphSet = .braille) {
    self.fraction = fraction.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
    self.glyphs = glyphs
  }

  /// The percentage of the work that is completed, such as `64%`. Empty if the total is not known.
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

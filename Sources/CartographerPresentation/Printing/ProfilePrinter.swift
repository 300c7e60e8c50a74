import Geodesy
import TerminalUI

/// A printer that draws a path's elevation profile as lines of text.
package enum ProfilePrinter {
  /// Returns the profile as lines of text without trailing spaces.
  ///
  /// - Parameter colours: Whether to add SGR escape sequences for the colours.
  package static func lines(
    _ columns: TrackColumns, units: UnitSystem, columns width: Int, rows: Int,
    colours: Bool = false,
    ascii: Bool
  ) -> [String] {
    let chart = ProfileChart(ProfileData(columns), units: units, glyphs: ascii ? .ascii : .braille)
    let size = Size(columns: width, rows: rows)
    guard colours else { return chart.lines(size: size) }
    var surface = Surface(size: size)
    chart.render(into: &surface, surface.bounds)
    return ColouredLines(ascii ? surface.asciiOnly : surface).lines
  }
}

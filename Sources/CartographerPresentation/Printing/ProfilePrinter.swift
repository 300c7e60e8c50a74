import Geodesy
import TerminalUI

/// A printer that draws the elevation profile of a path as lines of text.
package enum ProfilePrinter {
  package static func lines(
    _ columns: TrackColumns, units: UnitSystem, columns width: Int, rows: Int, ascii: Bool
  ) -> [String] {
    ProfileChart(ProfileData(columns), units: units, glyphs: ascii ? .ascii : .braille)
      .lines(size: Size(columns: width, rows: rows))
  }
}

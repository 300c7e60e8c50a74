import Foundation
import Geodesy
import TerminalUI

/// How things are shown and entered: choices of the user, none of them stored with the data.
package struct Settings: Sendable, Equatable {
  package var units: UnitSystem
  package var notation: CoordinateNotation
  package var glyphs: GlyphSet
  /// The zone times are shown in; its offset stands beside them.
  package var zone: TimeZone
  package var isMouseOn: Bool
  /// Whether the map moves to a selected item that is outside its view.
  package var followsSelection = true
  /// How much, in metres, the elevation must turn for a climb or a fall to count.
  package var climbThresholdMetres = 5.0
  /// A folder of terrain tiles, which may begin in the user's home.
  package var terrainFolder: String?
  /// Whether the map has lines of latitude and longitude.
  package var showsGraticule = false
  /// Whether a narrow screen shows the profile under the map.
  package var showsProfile = false
  /// No frames, for screen readers and small terminals.
  package var isPlain: Bool

  package init(
    units: UnitSystem = .metric, notation: CoordinateNotation = .decimalDegrees,
    glyphs: GlyphSet = .braille, zone: TimeZone = .gmt, isMouseOn: Bool = true,
    isPlain: Bool = false
  ) {
    self.units = units
    self.notation = notation
    self.glyphs = glyphs
    self.zone = zone
    self.isMouseOn = isMouseOn
    self.isPlain = isPlain
  }
}

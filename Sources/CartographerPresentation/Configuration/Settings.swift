import Foundation
import Geodesy
import TerminalUI

/// The user's display and input settings, which are not stored in the library.
package struct Settings: Sendable, Equatable {
  package var units: UnitSystem
  package var notation: CoordinateNotation
  package var glyphs: GlyphSet
  /// The time zone for displayed times. Each time is followed by the zone's UTC offset.
  package var zone: TimeZone
  package var isMouseOn: Bool
  /// Whether the map moves to show a selected item that is out of view.
  package var followsSelection = true
  /// The climb threshold in metres: smaller changes in elevation count neither as climb nor as
  /// descent.
  package var climbThresholdMetres = 5.0
  /// The path of the terrain-tile folder, if one is set. The path may begin with `~`.
  package var terrainFolder: String?
  /// Whether the map shows lines of latitude and longitude.
  package var showsGraticule = false
  /// Whether the map shows direction arrows, end marks and distance marks along the selected path.
  package var showsPathMarks = true
  /// Whether the map shows the tracks in the list as a heat map.
  package var showsHeatMap = false
  /// The criterion by which the map colours paths and places. Nil if each item has its own colour.
  package var pathColour: PathColour?
  /// Whether the screen is drawn in colour.
  package var hasColours = true
  /// Whether drawn and moved points snap to places and paths.
  package var snapsPoints = true
  /// The base-map layers that are shown.
  package var mapLayers = Set(BaseMapScene.Layer.allCases)
  /// The paths of the user's own map files; a leading `~` means the home folder.
  package var mapFiles: [String] = []
  /// Whether an import names unnamed paths after the towns at their ends.
  package var namesByTowns = false
  /// Whether the profile is shown below the map on a narrow screen.
  package var showsProfile = false
  /// Whether the frames around panes are omitted, for screen readers and small terminals.
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

  /// The terrain-tile folder from which contours and shading are drawn. Nil if they are hidden or
  /// no folder is set.
  package var reliefFolder: String? { mapLayers.contains(.relief) ? terrainFolder : nil }
}

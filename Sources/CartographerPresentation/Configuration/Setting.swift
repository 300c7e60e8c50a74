import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// A setting in the configuration file. Most settings can also be changed with `:set`.
package struct Setting: Sendable {
  package let name: String
  /// The setting's allowed values, or an empty array if there is no fixed list of values.
  package let values: [String]
  package let title: String
  /// An example value, shown in the manual and in the example configuration file.
  package let example: String
  /// Whether the setting can be changed with `:set` while the editor is running.
  package let isLive: Bool
  /// Whether the value is the path of a terrain-tile folder. The editor applies the setting only if
  /// the folder exists.
  package let isTerrainFolder: Bool
  /// A closure that returns the reason why a value is invalid, or nil if the value is valid.
  package let refusal: @Sendable (String) -> String?
  package let apply: @Sendable (inout Settings, String) -> Void
  package let applyToTerminal: @Sendable (inout TerminalOptions, String) -> Void

  private init(
    _ name: String, _ title: String, values: [String] = [], example: String? = nil,
    isLive: Bool = true, isTerrainFolder: Bool = false,
    refusal: @escaping @Sendable (String) -> String? = { _ in nil },
    terminal: @escaping @Sendable (inout TerminalOptions, String) -> Void = { _, _ in },
    apply: @escaping @Sendable (inout Settings, String) -> Void = { _, _ in }
  ) {
    self.name = name
    self.title = title
    self.values = values
    self.example = example ?? values.first ?? ""
    self.isLive = isLive
    self.isTerrainFolder = isTerrainFolder
    self.refusal = refusal
    self.apply = apply
    applyToTerminal = terminal
  }

  private static func toggle(
    _ name: String, _ title: String,
    terminal: @escaping @Sendable (inout TerminalOptions, Bool) -> Void = { _, _ in },
    apply: @escaping @Sendable (inout Settings, Bool) -> Void = { _, _ in }
  ) -> Setting {
    Setting(
      name, title, values: ["on", "off"],
      terminal: { terminal(&$0, $1 == "on") }, apply: { apply(&$0, $1 == "on") })
  }

  package static let all: [Setting] = [
    Setting(
      "units", "Units of length, elevation and speed (default: metric)",
      values: UnitSystem.allCases.map(\.rawValue),
      apply: { $0.units = UnitSystem(rawValue: $1) ?? $0.units }),
    Setting(
      "coordinates", "Coordinate notation (default: degrees)",
      values: CoordinateNotation.all.map(\.id),
      apply: { $0.notation = CoordinateNotation.named($1) ?? $0.notation }),
    Setting(
      "zone", "Time zone for displayed times (default: the system's time zone)",
      example: "Europe/Zurich",
      refusal: { name in
        TimeZone(identifier: name) == nil
          ? "there is no time zone “\(name)”; enter one such as Europe/Zurich or UTC" : nil
      },
      apply: { $0.zone = TimeZone(identifier: $1) ?? $0.zone }),
    Setting(
      "threshold",
      "Minimum elevation change, such as 5m or 15ft, that counts as climb or descent (default: 5m)",
      example: "5m",
      refusal: { text in
        guard let metres = try? Quantity.metres(text), (0...1000).contains(metres) else {
          return "threshold must be a height from 0 to 1 000 m, such as 5m or 15ft, not “\(text)”"
        }
        return nil
      },
      apply: { settings, value in
        settings.climbThresholdMetres =
          (try? Quantity.metres(value)) ?? settings.climbThresholdMetres
      }),
    Setting(
      "tiles",
      """
      Folder with .hgt terrain tiles, used for elevations, for the climb of a path being drawn, \
      and for the contours and shading of the map
      """,
      example: "~/srtm", isTerrainFolder: true,
      apply: { $0.terrainFolder = $1.isEmpty ? nil : $1 }),
    toggle(
      "mouse", "Mouse input in the editor; off lets the terminal select text (default: on)",
      terminal: { $0.usesMouse = $1 }, apply: { $0.isMouseOn = $1 }),
    toggle(
      "graticule", "Lines of latitude and longitude on the map (default: off)",
      apply: { $0.showsGraticule = $1 }),
    toggle(
      "path-marks", "Direction arrows, end marks and distances on the selected path (default: on)",
      apply: { $0.showsPathMarks = $1 }),
    toggle(
      "heat-map", "Show a heat map (tracks per map cell) instead of lines (default: off)",
      apply: { $0.showsHeatMap = $1 }),
    Setting(
      "path-colour",
      """
      Quantity by which the selected path is coloured on the map, `group` to colour all paths and \
      places by their groups, or `day` to colour the paths of the open group by the days of its \
      itinerary (default: none)
      """,
      values: [PathColour.none] + PathColour.allCases.map(\.rawValue),
      apply: { $0.pathColour = PathColour(rawValue: $1) }),
    toggle(
      "snap", "Snap drawn and moved points to places and paths within two cells (default: on)",
      apply: { $0.snapsPoints = $1 }),
    Setting(
      "map-layers",
      """
      Map layers to show below the library's items, separated by commas: \
      \(BaseMapScene.Layer.list); none hides all layers (default: all)
      """,
      example: "coasts,names",
      refusal: { text in
        BaseMapScene.layers(text) == nil
          ? "map-layers must be none, all or a list of \(BaseMapScene.Layer.list), not “\(text)”"
          : nil
      },
      apply: { $0.mapLayers = BaseMapScene.layers($1) ?? $0.mapLayers }),
    Setting(
      "maps", "PMTiles and MBTiles files to draw on the map, separated by commas",
      example: "~/maps/alps.pmtiles", isLive: false,
      apply: { $0.mapFiles = Settings.list($1) }),
    toggle(
      "name-by-towns",
      "Name unnamed imported paths after the towns at their ends (default: off)",
      apply: { $0.namesByTowns = $1 }),
    toggle(
      "follow", "Move the map if the selected item is outside the view (default: on)",
      apply: { $0.followsSelection = $1 }),
    toggle(
      "profile", "Show the elevation profile below the map on a narrow screen (default: off)",
      apply: { $0.showsProfile = $1 }),
    toggle(
      "plain", "Draw no frames around panes, for screen readers and small terminals",
      apply: { $0.isPlain = $1 }),
    Setting(
      "glyphs", "Characters for drawing lines; ascii limits the whole screen to ASCII",
      values: GlyphSet.allCases.map(\.rawValue), isLive: false,
      terminal: { $0.isASCIIOnly = $0.isASCIIOnly || $1 == GlyphSet.ascii.rawValue },
      apply: { $0.glyphs = GlyphSet(rawValue: $1) ?? $0.glyphs }),
    Setting(
      "colours", "Maximum number of colours on the screen", values: ["256", "16", "none"],
      isLive: false,
      terminal: { options, value in
        options.colourLimit =
          switch value {
          case "none": .mono
          case "16": .sixteen
          default: .twoHundredFiftySix
          }
      }),
    Setting(
      "log", "Minimum severity of messages in the log file (default: error)",
      values: LogLevel.allCases.map(\.rawValue),
      isLive: false),
    Setting(
      "history.entries", "Maximum number of changes in the history (default: 1000)",
      example: "2000", isLive: false,
      refusal: { numberRefusal(of: $0, "history.entries", in: 1...1_000_000) }),
    Setting(
      "history.rows", "Maximum number of changed database rows in the history (default: 5000000)",
      example: "2000000", isLive: false,
      refusal: { numberRefusal(of: $0, "history.rows", in: 1000...1_000_000_000) }),
    Setting(
      "background", "Background assumed if the terminal does not report its background colour",
      values: ["dark", "light"],
      isLive: false, terminal: { $0.background = $1 == "light" ? .light : .dark }),
  ]

  private static func numberRefusal(
    of text: String, _ name: String, in range: ClosedRange<Int>
  ) -> String? {
    if let number = Int(text), range.contains(number) { return nil }
    return """
      \(name) must be a number from \(Numbers.grouped(range.lowerBound)) to \
      \(Numbers.grouped(range.upperBound)), not “\(text)”
      """
  }

  package static subscript(name: String) -> Setting? { all.first { $0.name == name } }

  /// Returns the reason why a value is invalid for this setting, or nil if the value is valid.
  package func problem(with value: String) -> String? {
    if values.isEmpty || values.contains(value) { return refusal(value) }
    let validValues = values.joined(separator: ", ")
    return "\(name) must be one of \(validValues), not “\(value)”"
  }
}

extension Settings {
  /// Returns the items of a comma-separated list, without surrounding spaces.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// Applies setting values, which must be valid and are keyed by setting name. Unknown names are
  /// ignored.
  package mutating func apply(_ values: [String: String]) {
    for setting in Setting.all {
      if let value = values[setting.name] { setting.apply(&self, value) }
    }
  }
}

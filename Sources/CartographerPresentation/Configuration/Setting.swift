import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// How something is shown: chosen in the configuration file, most of it with `:set` too.
package struct Setting: Sendable {
  package let name: String
  /// What it can be; empty where that cannot be listed.
  package let values: [String]
  package let title: String
  /// What the file's example gives it.
  package let example: String
  /// Whether the running editor can change it.
  package let isLive: Bool
  /// Why a value is none of this setting; nil where it is one.
  package let refusal: @Sendable (String) -> String?
  package let apply: @Sendable (inout Settings, String) -> Void
  package let applyToTerminal: @Sendable (inout TerminalOptions, String) -> Void

  private init(
    _ name: String, _ title: String, values: [String] = [], example: String? = nil,
    isLive: Bool = true,
    refusal: @escaping @Sendable (String) -> String? = { _ in nil },
    terminal: @escaping @Sendable (inout TerminalOptions, String) -> Void = { _, _ in },
    apply: @escaping @Sendable (inout Settings, String) -> Void = { _, _ in }
  ) {
    self.name = name
    self.title = title
    self.values = values
    self.example = example ?? values.first ?? ""
    self.isLive = isLive
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
      "units", "Units of lengths, heights and speeds", values: UnitSystem.allCases.map(\.rawValue),
      apply: { $0.units = UnitSystem(rawValue: $1) ?? $0.units }),
    Setting(
      "coordinates", "How positions are written", values: notations.map(\.name),
      apply: { settings, value in
        settings.notation =
          notations.first { $0.name == value }?.notation ?? settings.notation
      }),
    Setting(
      "zone", "The time zone of times that are shown; the system's where it is not given",
      example: "Europe/Zurich",
      refusal: { name in
        TimeZone(identifier: name) == nil
          ? "there is no time zone “\(name)”; write one such as Europe/Zurich or UTC" : nil
      },
      apply: { $0.zone = TimeZone(identifier: $1) ?? $0.zone }),
    Setting(
      "threshold",
      "How much the elevation must turn to end a climb or a fall; what is not over counts in full",
      example: "5m",
      refusal: { text in
        guard let metres = try? Quantity.metres(text), (0...1000).contains(metres) else {
          return "threshold is a height from 0 to 1 000 m, such as 5m or 15ft, not “\(text)”"
        }
        return nil
      },
      apply: { settings, value in
        settings.climbThresholdMetres =
          (try? Quantity.metres(value)) ?? settings.climbThresholdMetres
      }),
    Setting(
      "tiles",
      "A folder of .hgt tiles: of what is drawn the climb is told, and elevations come from it",
      example: "~/srtm",
      apply: { $0.terrainFolder = $1.isEmpty ? nil : $1 }),
    toggle(
      "mouse", "Whether the mouse is the editor's; off leaves it to the terminal, to select text",
      terminal: { $0.usesMouse = $1 }, apply: { $0.isMouseOn = $1 }),
    toggle(
      "graticule", "Lines of latitude and longitude on the map",
      apply: { $0.showsGraticule = $1 }),
    toggle(
      "follow", "Whether the map moves to a selected item that is outside its view",
      apply: { $0.followsSelection = $1 }),
    toggle(
      "profile", "The profile under the map of a narrow screen", apply: { $0.showsProfile = $1 }),
    toggle(
      "plain", "No frames, for screen readers and small terminals",
      apply: { $0.isPlain = $1 }),
    Setting(
      "glyphs", "What lines are drawn with; ascii sends nothing else to the terminal",
      values: GlyphSet.allCases.map(\.rawValue), isLive: false,
      terminal: { $0.isASCIIOnly = $0.isASCIIOnly || $1 == GlyphSet.ascii.rawValue },
      apply: { $0.glyphs = GlyphSet(rawValue: $1) ?? $0.glyphs }),
    Setting(
      "colours", "The most colours that are used", values: ["256", "16", "none"], isLive: false,
      terminal: { options, value in
        options.colourLimit =
          switch value {
          case "none": .mono
          case "16": .sixteen
          default: .twoHundredFiftySix
          }
      }),
    Setting(
      "log", "What is written to the program's log", values: LogLevel.allCases.map(\.rawValue),
      isLive: false),
    Setting(
      "history.entries", "How many changes the history keeps, the newest", example: "2000",
      isLive: false, refusal: { numberRefusal(of: $0, "history.entries", in: 1...1_000_000) }),
    Setting(
      "history.rows", "How many rows that changes touched it keeps, for all changes together",
      example: "2000000", isLive: false,
      refusal: { numberRefusal(of: $0, "history.rows", in: 1000...1_000_000_000) }),
    Setting(
      "background", "Of the terminal, where it cannot be asked", values: ["dark", "light"],
      isLive: false, terminal: { $0.background = $1 == "light" ? .light : .dark }),
  ]

  private static func numberRefusal(
    of text: String, _ name: String, in range: ClosedRange<Int>
  ) -> String? {
    if let number = Int(text), range.contains(number) { return nil }
    return "\(name) is a number from \(Numbers.grouped(range.lowerBound)) to "
      + "\(Numbers.grouped(range.upperBound)), not “\(text)”"
  }

  package static subscript(name: String) -> Setting? { all.first { $0.name == name } }

  private static let notations: [(name: String, notation: CoordinateNotation)] = [
    ("degrees", .decimalDegrees), ("minutes", .degreesDecimalMinutes),
    ("seconds", .degreesMinutesSeconds),
  ]

  /// Why a value cannot be taken; nil where it can.
  package func problem(with value: String) -> String? {
    if values.isEmpty || values.contains(value) { return refusal(value) }
    return "\(name) is one of \(values.joined(separator: ", ")), not “\(value)”"
  }
}

extension Settings {
  /// Applies the values of settings by their names; unknown names and values change nothing.
  package mutating func apply(_ values: [String: String]) {
    for setting in Setting.all {
      if let value = values[setting.name] { setting.apply(&self, value) }
    }
  }
}

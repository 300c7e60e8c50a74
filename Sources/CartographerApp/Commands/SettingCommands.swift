import Geodesy

/// How things are shown.
enum SettingCommands {
  static let all: [Command] = [
    Command(
      "units", "Kilometres or miles", keys: [.any: ", u"],
      argument: Command.Argument(
        name: "metric|imperial", isOptional: true, values: ["metric", "imperial"])
    ) { state, text in
      guard
        let units = text.isEmpty
          ? (state.settings.units == .metric ? .imperial : .metric) : UnitSystem(rawValue: text)
      else { return state.warn("units are metric or imperial, not “\(text)”") }
      state.settings.units = units
      state.toast = Toast("Units: \(units.rawValue)")
      return [state.saving]
    },
    Command("notation", "Next way to write coordinates", keys: [.any: ", o"]) { state, _ in
      state.settings.notation =
        switch state.settings.notation {
        case .decimalDegrees: .degreesDecimalMinutes
        case .degreesDecimalMinutes: .degreesMinutesSeconds
        case .degreesMinutesSeconds: .decimalDegrees
        }
      return []
    },
    Command("toggle-mouse", "Turn the mouse on or off", keys: [.any: ", m"]) { state, _ in
      state.setMouse(!state.settings.isMouseOn)
    },
    Command(
      "set", "Change a setting", keys: [:],
      argument: Command.Argument(
        name: "NAME VALUE",
        values: [
          "mouse on", "mouse off", "units metric", "units imperial", "graticule on",
          "graticule off", "profile on", "profile off",
        ])
    ) { state, text in state.set(text) },
  ]
}

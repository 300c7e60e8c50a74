import CartographerPresentation
import Geodesy

/// The editor's commands that change settings, such as the units and the mouse.
enum SettingCommands {
  static let all: [Command] = [
    Command(
      "units", "Switch between metric, imperial and nautical units", keys: [.any: ", u"],
      argument: Command.Argument(
        name: unitNames.joined(separator: "|"), isOptional: true, values: unitNames)
    ) { state, text in
      let next = unitNames.firstIndex(of: state.settings.units.rawValue).map {
        unitNames[($0 + 1) % unitNames.count]
      }
      return state.set("units \(text.isEmpty ? next ?? "metric" : text)")
    },
    Command("notation", "Switch to the next coordinate notation", keys: [.any: ", o"]) {
      state, _ in
      state.showNextNotation()
    },
    Command("toggle-mouse", "Turn the mouse on or off", keys: [.any: ", m"]) { state, _ in
      state.setMouse(!state.settings.isMouseOn)
    },
    Command(
      "set", "Change a setting", keys: [:],
      argument: Command.Argument(
        name: "NAME VALUE",
        values: Setting.all.filter(\.isLive).flatMap { setting in
          setting.values.map { "\(setting.name) \($0)" }
        })
    ) { state, text in state.set(text) },
  ]

  private static let unitNames = UnitSystem.allCases.map(\.rawValue)
}

import CartographerPresentation

/// The editor's commands that choose the profile's quantity, axis and zoom.
enum ProfileCommands {
  static let all: [Command] = [
    Command(
      "next-quantity", "Show the next quantity in the profile, such as speed",
      hint: "quantity", keys: [.profile: "v", .any: "z v"],
      argument: Command.Argument(
        name: names.joined(separator: "|"), isOptional: true, values: names),
      obstacle: Obstacle.noPath
    ) { state, text in state.showQuantity(text) },
    Command(
      "profile-axis", "Switch the profile between distance and time", hint: "axis",
      keys: [.profile: "a", .any: "z t"], obstacle: Obstacle.noPath
    ) { state, _ in state.turnProfileAxis() },
    Command(
      "profile-in", "Zoom the profile in around the current point", hint: "zoom in",
      keys: [.profile: ">", .any: "z i"], obstacle: Obstacle.noPath
    ) { state, _ in state.zoomProfile(in: true) },
    Command(
      "profile-out", "Zoom the profile out", hint: "zoom out",
      keys: [.profile: "<", .any: "z o"], obstacle: Obstacle.noPath
    ) { state, _ in state.zoomProfile(in: false) },
    Command("profile-on", "Scroll the profile forward", keys: [.profile: "L or shift-right"]) {
      state, _ in state.panProfile(by: 0.5)
    },
    Command("profile-back", "Scroll the profile back", keys: [.profile: "H or shift-left"]) {
      state, _ in state.panProfile(by: -0.5)
    },
  ]

  static let names = ["elevation", "speed", "slope", "heart", "cadence", "power", "temperature"]
}

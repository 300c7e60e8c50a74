import CartographerPresentation

/// The profile: what it shows, along what, and how much of it.
enum ProfileCommands {
  static let all: [Command] = [
    Command(
      "next-quantity", "Profile of the next: elevation, speed, slope, what sensors measured",
      hint: "quantity", keys: [.profile: "v", .any: "z v"],
      argument: Command.Argument(
        name: names.joined(separator: "|"), isOptional: true, values: names),
      obstacle: Obstacle.noPath
    ) { state, text in state.showQuantity(text) },
    Command(
      "profile-axis", "Profile along distance or along time", hint: "axis",
      keys: [.profile: "a", .any: "z t"], obstacle: Obstacle.noPath
    ) { state, _ in state.turnProfileAxis() },
    Command(
      "profile-in", "Zoom the profile in around the point", hint: "zoom in",
      keys: [.profile: ">", .any: "z i"], obstacle: Obstacle.noPath
    ) { state, _ in state.zoomProfile(in: true) },
    Command(
      "profile-out", "Zoom the profile out", hint: "zoom out",
      keys: [.profile: "<", .any: "z o"], obstacle: Obstacle.noPath
    ) { state, _ in state.zoomProfile(in: false) },
    Command("profile-on", "Move the profile on", keys: [.profile: "L or shift-right"]) {
      state, _ in state.panProfile(by: 0.5)
    },
    Command("profile-back", "Move the profile back", keys: [.profile: "H or shift-left"]) {
      state, _ in state.panProfile(by: -0.5)
    },
  ]

  static let names = ["elevation", "speed", "slope", "heart", "cadence", "power", "temperature"]
}

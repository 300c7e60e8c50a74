import CartographerPresentation

/// The editor's commands that choose the profile's quantity, axis and zoom, and that move along the
/// path.
enum ProfileCommands {
  static let walking: [Command] = [
    Command(
      "profile-right", "Go forward along the path", hint: "forward",
      keys: [.profile: "l or right or j or down"]
    ) {
      state, _ in
      state.moveAlongProfile(by: 1)
    },
    Command(
      "profile-left", "Go back along the path", hint: "backward",
      keys: [.profile: "h or left or k or up"]
    ) {
      state, _ in state.moveAlongProfile(by: -1)
    },
  ]

  static let view: [Command] = [
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
    Command(
      "profile-start", "Go to the start of the path", keys: [.profile: "g g or home"],
      obstacle: Obstacle.noPath
    ) { state, _ in state.moveAlongProfile(toEnd: false) },
    Command(
      "profile-end", "Go to the end of the path", keys: [.profile: "G or end"],
      obstacle: Obstacle.noPath
    ) { state, _ in state.moveAlongProfile(toEnd: true) },
    move("profile-half-page-on", "Move forward by half a profile width", "ctrl-d", 0.5),
    move("profile-half-page-back", "Move back by half a profile width", "ctrl-u", -0.5),
    move("profile-page-on", "Move forward by one profile width", "pagedown", 1),
    move("profile-page-back", "Move back by one profile width", "pageup", -1),
    Command(
      "profile-highest", "Go to the highest value in the profile", hint: "highest",
      keys: [.profile: "^"], obstacle: Obstacle.noPath
    ) { state, _ in state.goToExtreme(isHighest: true) },
    Command(
      "profile-lowest", "Go to the lowest value in the profile", hint: "lowest",
      keys: [.profile: "_"], obstacle: Obstacle.noPath
    ) { state, _ in state.goToExtreme(isHighest: false) },
    Command("profile-on", "Scroll the profile forward", keys: [.profile: "L or shift-right"]) {
      state, _ in state.panProfile(by: 0.5)
    },
    Command("profile-back", "Scroll the profile back", keys: [.profile: "H or shift-left"]) {
      state, _ in state.panProfile(by: -0.5)
    },
  ]

  /// Creates a command that moves the highlight by a fraction of the profile's visible section.
  private static func move(
    _ id: String, _ title: String, _ key: String, _ share: Double
  ) -> Command {
    Command(id, title, keys: [.profile: key], obstacle: Obstacle.noPath) { state, _ in
      state.moveAlongProfile(byWidths: share)
    }
  }

  static let names = ["elevation", "speed", "slope", "heart", "cadence", "power", "temperature"]
}

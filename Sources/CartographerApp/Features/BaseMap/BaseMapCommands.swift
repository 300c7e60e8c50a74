import CartographerPresentation

/// The editor's commands that show and hide the layers of the base map.
enum BaseMapCommands {
  static let all: [Command] = [
    Command("base-map", "Show or hide the base map", keys: [.any: ", b"]) { state, _ in
      state.toggleMapLayer(nil)
    },
    Command("base-map-names", "Show or hide the names on the base map", keys: [.any: ", t"]) {
      state, _ in state.toggleMapLayer(.names)
    },
    Command("base-map-borders", "Show or hide the borders on the base map", keys: [.any: ", f"]) {
      state, _ in state.toggleMapLayer(.borders)
    },
    Command(
      "base-map-rivers", "Show or hide the rivers and lakes on the base map", keys: [.any: ", w"]
    ) { state, _ in state.toggleMapLayer(.rivers) },
  ]
}

import CartographerPresentation

/// The editor's commands that show and hide the map layers drawn below the library's items.
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
    Command(
      "base-map-sea", "Show or hide the dots that fill seas and lakes",
      keys: [.any: ", e"]
    ) { state, _ in state.toggleMapLayer(.sea) },
    Command(
      "map-roads", "Show or hide the roads and footpaths on your own maps", keys: [.any: ", s"]
    ) {
      state, _ in state.toggleMapLayer(.roads)
    },
    Command(
      "map-areas", "Show or hide the woods and buildings on your own maps", keys: [.any: ", a"]
    ) { state, _ in state.toggleMapLayer(.areas) },
    Command("map-relief", "Show or hide contour lines and hill shading", keys: [.any: ", h"]) {
      state, _ in state.toggleMapLayer(.relief)
    },
    Command("map-files", "Show or hide the contents of --layer files", keys: [.any: ", x"]) {
      state, _ in state.toggleMapLayer(.files)
    },
  ]
}

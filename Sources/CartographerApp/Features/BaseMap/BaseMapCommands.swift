import CartographerPresentation

/// The editor's commands that show and hide the base map and its layers.
enum BaseMapCommands {
  static let all: [Command] = [
    toggle("base-map", nil, "the base map", key: "b"),
    toggle("base-map-names", .names, "the names on the base map", key: "t"),
    toggle("base-map-borders", .borders, "the borders on the base map", key: "f"),
    toggle("base-map-rivers", .rivers, "the rivers and lakes on the base map", key: "w"),
    toggle("base-map-sea", .sea, "the dots that fill seas and lakes", key: "e"),
  ]

  /// Returns the command that shows or hides a layer.
  static func toggle(
    _ id: String, _ layer: BaseMapScene.Layer?, _ contents: String, key: String
  ) -> Command {
    Command(id, "Show or hide \(contents)", keys: [.any: ", \(key)"]) { state, _ in
      state.toggleMapLayer(layer, contents, by: id)
    }
  }
}

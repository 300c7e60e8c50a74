import CartographerPresentation

/// The editor's commands that show and hide the map layers drawn below the library's items.
enum BaseMapCommands {
  static let all: [Command] = [
    toggle("base-map", nil, "the base map", key: "b"),
    toggle("base-map-names", .names, "the names on the base map", key: "t"),
    toggle("base-map-borders", .borders, "the borders on the base map", key: "f"),
    toggle("base-map-rivers", .rivers, "the rivers and lakes on the base map", key: "w"),
    toggle("base-map-sea", .sea, "the dots that fill seas and lakes", key: "e"),
    toggle("map-roads", .roads, "the roads and footpaths on your own maps", key: "s"),
    toggle("map-areas", .areas, "the woods and buildings on your own maps", key: "a"),
    toggle("map-relief", .relief, "contour lines and hill shading", key: "h"),
    toggle("map-files", .files, "the contents of --layer files", key: "x"),
  ]

  /// Returns the command that shows or hides a layer.
  private static func toggle(
    _ id: String, _ layer: BaseMapScene.Layer?, _ contents: String, key: String
  ) -> Command {
    Command(id, "Show or hide \(contents)", keys: [.any: ", \(key)"]) { state, _ in
      state.toggleMapLayer(layer, contents, by: id)
    }
  }
}

import CartographerPresentation

/// The editor's commands that show and hide the layers of the user's own maps.
enum UserMapsCommands {
  static let all: [Command] = [
    BaseMapCommands.toggle(
      "map-roads", .roads, "the roads and footpaths on your own maps", key: "s"),
    BaseMapCommands.toggle(
      "map-areas", .areas, "the woods and buildings on your own maps", key: "a"),
    BaseMapCommands.toggle("map-relief", .relief, "contour lines and hill shading", key: "h"),
    BaseMapCommands.toggle("map-files", .files, "the contents of --layer files", key: "x"),
  ]
}

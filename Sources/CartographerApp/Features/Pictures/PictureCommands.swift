/// The editor's command that writes a picture of the map.
enum PictureCommands {
  static let all: [Command] = [
    Command(
      "picture", "Write a picture of the map as .svg, .png or .html", hint: "picture", keys: [:],
      argument: Command.Argument(name: "FILE", isOptional: true, isPath: true),
      suggestion: PictureRequest.name
    ) { state, path in state.drawPicture(to: path) }
  ]
}

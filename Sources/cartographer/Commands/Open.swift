import ArgumentParser

/// The command that opens the editor. It is the default command.
struct Open: ConsoleCommand {
  static let scriptObstacle: String? = "the editor is interactive"

  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open the editor and offer to import files (the default command).")

  static let examples = [
    Example("cartographer", "Open the editor."),
    Example("cartographer day1.gpx", "Open the editor and offer to import a file."),
    Example(
      "cartographer --map alps.pmtiles", "Open the editor with your own map file."),
    Example("cartographer --store :memory:", "Open the editor with a temporary store."),
  ]

  @Argument(help: "The files to import; the editor asks for confirmation.", completion: .file())
  var files: [String] = []

  @Flag(
    name: .customLong("no-mouse"),
    help: "Turn off mouse support, so that the mouse selects text in the terminal.")
  var noMouse = false

  @Flag(help: "Draw no borders, for screen readers. Press g d for a description of the map.")
  var plain = false

  @Option(
    help:
      "The characters for drawing lines: braille, block or ascii (default: the setting `glyphs`, or braille)."
  )
  var glyphs: Glyphs?

  @OptionGroup var ownMaps: OwnMapOptions
  @OptionGroup var global: GlobalOptions

  enum Glyphs: String, CaseIterable, ExpressibleByArgument {
    case braille, block, ascii
  }

  func run(in session: Session) async throws {
    try await EditorLaunch(options: self, session: session).run()
  }
}

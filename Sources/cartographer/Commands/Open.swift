import ArgumentParser

/// What is meant where no verb is named.
struct Open: Verb {
  static let scriptObstacle: String? = "the editor is not for scripts"

  static let configuration = CommandConfiguration(
    abstract: "Open the editor, offering files for import: meant where no verb is named.")

  static let examples = [
    Example("cartographer", "The editor."),
    Example("cartographer day1.gpx", "The editor, offering to import a file."),
    Example("cartographer --store :memory:", "On a store that is gone afterwards."),
  ]

  @Argument(help: "Files the editor offers to import.", completion: .file())
  var files: [String] = []

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Flag(help: "No borders, for screen readers; describe (g d) says what the map shows.")
  var plain = false

  @Option(help: "What lines are drawn with: braille, block or ascii.")
  var glyphs: Glyphs?

  @OptionGroup var global: GlobalOptions

  enum Glyphs: String, CaseIterable, ExpressibleByArgument {
    case braille, block, ascii
  }

  func run(in session: Session) async throws {
    try await EditorLaunch(options: self, session: session).run()
  }
}

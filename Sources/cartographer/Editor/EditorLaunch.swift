import CartographerApp
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A launcher that starts the editor according to the command-line options.
struct EditorLaunch {
  let options: Open
  let session: Session

  func run() async throws {
    if session.global.json {
      throw Failure.usage("The editor has no JSON output.", remedy: "See: cartographer list --json")
    }
    for file in options.files where FileSink.isStore(URL(filePath: file)) {
      throw Failure.usage(
        "'\(file)' is a database, not a file to import.",
        remedy: "If it is a store, open it with: cartographer --store \(file)")
    }
    guard session.console.outputIsTerminal, Console.inputIsTerminal else {
      throw Failure.usage(
        "The editor needs a terminal.",
        remedy: "In scripts, use the non-interactive commands. See: cartographer --help")
    }
    for file in options.files where !FileManager.default.isReadableFile(atPath: file) {
      throw Failure(
        .noInput, code: "notFound", "The file '\(file)' does not exist or cannot be read.")
    }
    let userMaps = try options.ownMaps.userMaps(in: session)
    let environment = session.environment
    // Checked before the store is created, because a failure would leave an empty store behind.
    try Editor.checkTerminal()
    async let baseMap = Result { try InstalledBaseMap() }
    // The options contain the key bindings of all commands, which take some milliseconds to
    // prepare.
    async let defaults = EditorOptions.fromEnvironment(environment)
    let library = try await session.libraryForWriting(creating: true)
    var editor = editorOptions(await defaults, baseMap: await baseMap)
    editor.userMaps = userMaps
    guard let saved = try await Editor.run(library: library, options: editor) else { return }
    session.console.say(
      DisplayText("The store was removed or replaced; the library is now in \(saved.path)."))
  }

  /// Checks whether the key bindings in a configuration refer to existing editor commands.
  ///
  /// - Returns: The configuration and its valid key bindings.
  ///   The commands of the bindings are in the editor's notation. Problems in the key bindings are
  ///   added to the configuration's list of problems.
  static func checked(
    _ configuration: Configuration
  ) -> (configuration: Configuration, keys: [Configuration.KeyStatement]) {
    var configuration = configuration
    let keymap = Keymap(&configuration)
    return (configuration, keymap.statements)
  }

  private func editorOptions(
    _ defaults: EditorOptions, baseMap: Result<InstalledBaseMap, any Error>
  ) -> EditorOptions {
    var editor = defaults
    editor.storeName = session.storeName
    editor.offeredFiles = options.files
    do {
      editor.baseMap = try baseMap.get()
    } catch {
      editor.notices.append("\(error)")
    }
    editor.pngConverter = { [environment = session.environment] svg in
      try await EditorFailure.translating { try await PNGConverter(environment).png(svg) }
    }
    editor.findConverter = { [environment = session.environment] choice in
      try EditorConverter(choice, environment)
    }
    editor.sampleFolder = SampleTrip.folder()
    if let file = ConfigurationFile(session.environment) {
      editor.apply(session.configuration, from: file)
    }
    editor.logger = session.logger
    if let folder = options.ownMaps.relief { editor.choose("tiles", folder) }
    if options.plain { editor.choose("plain", "on") }
    if options.noMouse { editor.choose("mouse", "off") }
    if let notation = session.global.notation?.notation {
      editor.choose("coordinates", notation.id)
    }
    if let units = session.global.units { editor.choose("units", units.rawValue) }
    if let zone = session.global.zone { editor.choose("zone", zone.zone.identifier) }
    if session.global.colours == .never { editor.choose("colours", "none") }
    if let glyphs = options.glyphs { editor.choose("glyphs", glyphs.rawValue) }
    return editor
  }
}

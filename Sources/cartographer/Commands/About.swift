import ArgumentParser
import CartographerPresentation
import TerminalUI

struct About: Verb {
  static let scriptObstacle: String? = "it has nothing to do with the store"

  static let configuration = CommandConfiguration(
    abstract: "The version, the licence and whose work is in it.")

  static let examples = [Example("cartographer about", "")]

  @OptionGroup var global: GlobalOptions

  private static let credits: [(name: String, licence: String, use: String)] = [
    ("GRDB.swift", "MIT", "access to SQLite"),
    ("swift-argument-parser", "Apache 2.0", "the command line"),
    ("TOMLKit", "MIT", "the configuration file"),
    ("swift-log", "Apache 2.0", "the log"),
    ("swift-syntax", "Apache 2.0", "the macros, when it is built"),
    ("SQLite", "public domain", "the store"),
    ("expat", "MIT", "reading XML"),
    ("ncurses", "MIT (X11)", "the terminal"),
  ]

  func run(in session: Session) async throws {
    if global.json {
      let parts = Self.credits.map { part in
        JSONValue.object([
          ("name", .string(part.name)), ("licence", .string(part.licence)),
          ("use", .string(part.use)),
        ])
      }
      return try session.console.print(
        .object([
          ("name", .string("cartographer")), ("version", .string(Cartographer.version)),
          ("licence", .string("MIT")), ("parts", .array(parts)),
        ]))
    }
    var table = PrintableTable([.leading, .leading, .leading])
    for part in Self.credits {
      table.add([
        "  \(part.name)", DisplayText(part.licence), DisplayText(part.use),
      ])
    }
    try session.console.print("cartographer \(Cartographer.version), under the MIT licence.")
    try session.console.print("")
    try session.console.print("It stands on:")
    try session.console.print(table.lines)
  }
}

import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct About: Verb {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    abstract: "Print the version, the licence and the libraries used.")

  static let examples = [Example("cartographer about", "Print the version and the licences.")]

  @OptionGroup var global: GlobalOptions

  private static let credits: [(name: String, licence: String, use: String)] = [
    ("GRDB.swift", "MIT", "access to SQLite"),
    ("swift-argument-parser", "Apache 2.0", "the command line"),
    ("TOMLKit", "MIT", "the configuration file"),
    ("swift-log", "Apache 2.0", "the log"),
    ("swift-syntax", "Apache 2.0", "Swift macros, at build time"),
    ("SQLite", "public domain", "the store"),
    ("expat", "MIT", "reading XML"),
    ("zlib", "zlib", "gzip files"),
    ("libarchive", "BSD", "compressed files and archives"),
    ("OpenSSL", "Apache 2.0", "recognising imported files"),
    ("ncurses", "MIT (X11)", "the terminal"),
    ("Natural Earth", "public domain", "coasts, lakes, rivers and borders of the base map"),
    ("GeoNames", "CC BY 4.0", "towns of the base map, from geonames.org"),
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
          ("name", .string("cartographer")), ("version", .string(ProgramVersion.number)),
          ("commit", .text(ProgramVersion.commit)), ("licence", .string("MIT")),
          ("parts", .array(parts)),
          (
            "libraries",
            .array(
              ProgramVersion.libraries.map { library in
                .object([("name", .string(library.name)), ("version", .string(library.version))])
              })
          ),
        ]))
    }
    var table = PrintableTable([.leading, .leading, .leading])
    for part in Self.credits {
      table.add([
        "  \(part.name)", DisplayText(part.licence), DisplayText(part.use),
      ])
    }
    try session.console.print("cartographer \(ProgramVersion.number), under the MIT licence.")
    try session.console.print("")
    try session.console.print("Libraries and data used:")
    try session.console.print(table.lines)
  }
}

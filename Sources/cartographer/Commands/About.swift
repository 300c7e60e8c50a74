import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct About: ConsoleCommand {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    commandName: "about",
    abstract: "Print the version, the licence and the libraries used.")

  static let examples = [Example("cartographer about", "Print the version and the licences.")]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    var problems: [String] = []
    let maps = UserMaps(UserMaps.Sources(maps: session.configuredMaps))
      .credits(problems: &problems)
    // An unreadable map file must not hide the credits of the others.
    for problem in problems { session.console.say(DisplayText(problem)) }
    if global.json {
      let parts = Credit.all.map { part in
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
          (
            "maps",
            .array(
              maps.map { map in
                .object([
                  ("path", .string(map.path)), ("name", .text(map.name)),
                  ("credits", .text(map.credit)),
                ])
              })
          ),
        ]))
    }
    try session.console.print("cartographer \(ProgramVersion.number), under the MIT licence.")
    try session.console.print("")
    try session.console.print("Libraries and data used:")
    try session.console.print(Credit.lines)
    guard !maps.isEmpty else { return }
    try session.console.print("")
    try session.console.print("Your maps:")
    for map in maps {
      let title = DisplayText(map.name ?? URL(filePath: map.path).lastPathComponent)
      try session.console.print(
        "  \(title.string): \(DisplayText(map.credit ?? "no credits").string)")
    }
  }
}

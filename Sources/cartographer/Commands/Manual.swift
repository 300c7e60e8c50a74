import ArgumentParser
import CartographerPresentation
import Foundation
import TerminalUI

struct Manual: ConsoleCommand {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Show a page of the manual, or list the pages.",
    discussion: """
      On a terminal, a page is shown in the pager named by the environment variable PAGER \
      (default: less). With --roff, the man page is printed as roff source; `make install` \
      installs the man page.
      """)

  static let examples = [
    Example("cartographer manual", "List the pages."),
    Example("cartographer manual getting-started", "Read a page."),
    Example("cartographer manual --roff | man -l -", "Read the man page."),
  ]

  @Argument(
    help: ArgumentHelp(
      "The name of a page, or its first letters, such as map.", valueName: "page"),
    completion: .custom { _, _, _ in ManualFolder.installed?.names ?? [] })
  var page: String?

  @Flag(help: "Print the man page for all commands as roff source.")
  var roff = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    if roff { return try session.console.write(try ManualPage().text) }
    guard let manual = ManualFolder.installed else { throw Failure(ManualFolder.missing) }
    guard let page else { return try list(manual, session) }
    let text = try manual.page(manual.name(of: page))
    let isTerminal = session.console.outputIsTerminal
    let lines = ManualPrinter.lines(
      text, columns: 80, colours: isTerminal && session.usesColour)
    let whole = lines.joined(separator: "\n") + "\n"
    if isTerminal, Console.inputIsTerminal, Pager(session.environment).show(whole) { return }
    try session.console.write(whole)
  }

  private func list(_ manual: ManualFolder, _ session: Session) throws {
    let pages = try manual.names.map { (name: $0, title: try manual.page($0).title) }
    if global.json {
      return try session.console.print(
        .array(
          pages.map { page in
            .object([("name", .string(page.name)), ("title", .string(page.title))])
          }))
    }
    var table = PrintableTable([.leading, .leading])
    for page in pages { table.add([DisplayText(page.name), DisplayText(page.title)]) }
    try session.console.print(table.lines)
    session.console.say("cartographer manual PAGE shows a page.")
  }
}

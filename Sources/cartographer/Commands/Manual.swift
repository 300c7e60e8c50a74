import ArgumentParser
import TerminalUI

struct Manual: Verb {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    abstract: "Print the man page.",
    discussion: "The man page is printed as roff source. `make install` installs it.")

  static let examples = [
    Example("cartographer manual | man -l -", "Read the man page."),
    Example("cartographer manual > cartographer.1", "Save the man page to a file."),
  ]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    try session.console.write(try ManualPage().text)
  }
}

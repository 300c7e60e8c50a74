import ArgumentParser
import TerminalUI

struct Manual: Verb {
  static let scriptObstacle: String? = "it has nothing to do with the store"

  static let configuration = CommandConfiguration(
    abstract: "Print the man page.",
    discussion: "The source of a man page, in roff; `make install` installs it.")

  static let examples = [
    Example("cartographer manual | man -l -", "Read it."),
    Example("cartographer manual > cartographer.1", "Keep it."),
  ]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    try session.console.write(ManualPage().text)
  }
}

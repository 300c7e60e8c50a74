import ArgumentParser
import CartographerCore

struct Duplicate: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Make places and paths once more, with all they have.",
    discussion: "A copy is in the groups of what it was made of, and has a name of its own.")

  static let examples = [
    Example("cartographer duplicate P7", "To try something on the copy."),
    Example("cartographer duplicate L12 L13", "Two places."),
  ]

  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    try await session.apply(.duplicate(try await session.items(items, in: library)), to: library)
  }
}

import ArgumentParser
import CartographerCore

struct Delete: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Move places, paths and groups to the trash.",
    discussion: "`undo` or `trash restore` brings them back. A group's members stay.")

  static let examples = [
    Example("cartographer delete P7 \"Lac Blanc\"", "Two items."),
    Example("cartographer trash restore P7", "One of them back."),
  ]

  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let ids = try await session.items(items, in: library)
    try await session.apply(.trash(ids), to: library)
  }
}

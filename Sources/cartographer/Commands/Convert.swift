import ArgumentParser
import CartographerCore

struct Convert: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Make a route of a track, a path of places, or places of a path's points.",
    discussion: """
      A path becomes a path of the other kind and keeps its id; the segments of a track become one in a \
      route, and what other programs wrote beside its fields goes. Places that become a path stay, as \
      does a path of whose points places are made; with --replace they go to the trash.
      """)

  static let examples = [
    Example("cartographer convert P7 --to route", "A plan of a recording."),
    Example("cartographer convert L3 L9 L4 --to route --name Loop", "A route by three places."),
    Example("cartographer convert P8 --to place", "A place at each point of a route."),
  ]

  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String]

  @Option(name: .customLong("to"), help: "What it becomes: place, route or track.")
  var target: Conversion

  @Option(help: "The name of a path made of places.") var name: String?

  @Flag(help: "Move what others were made of to the trash.") var replace = false

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let ids = try await session.items(items, in: library)
    try await session.apply(target.edits(of: ids, name: name, replacing: replace), to: library)
  }
}

extension Conversion: ExpressibleByArgument {}

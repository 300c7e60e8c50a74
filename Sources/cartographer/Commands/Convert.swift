import ArgumentParser
import CartographerCore

struct Convert: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert between routes, tracks and places.",
    discussion: """
      A converted track or route keeps its ID. When a track becomes a route, its segments are \
      merged, and other programs' extensions are lost. When places are converted to a path, or \
      points to places, the originals are kept; with --replace, they are moved to the trash.
      """)

  static let examples = [
    Example("cartographer convert P7 --to route", "Turn a recorded track into a planned route."),
    Example(
      "cartographer convert L3 L9 L4 --to route --name Loop", "Make a route through three places."),
    Example("cartographer convert P8 --to place", "Make a place at each point of a route."),
  ]

  @OptionGroup var chosen: ItemArguments

  @Option(name: .customLong("to"), help: "The kind of item to convert to: place, route or track.")
  var target: Conversion

  @Option(
    help:
      "The name for the path created from places (default: the names of the first and last place)."
  ) var name: String?

  @Flag(help: "Move the original items to the trash.") var replace = false

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let ids = try await session.items(chosen, in: library)
    let edits = ids.isEmpty ? [] : try target.edits(of: ids, name: name, replacing: replace)
    try await session.apply(edits, of: ids, to: library)
  }
}

extension Conversion: ExpressibleByArgument {}

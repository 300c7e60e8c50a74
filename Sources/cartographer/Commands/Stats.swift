import ArgumentParser
import CartographerApp
import CartographerCore
import Foundation
import Geodesy

struct Stats: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Length, climb, times and speeds of paths.",
    discussion: """
      Lengths are geodesic on WGS 84 and never cross a gap. Ascent and descent count turns of at \
      least the threshold shown.
      """)

  static let examples = [
    Example("cartographer stats", "All paths, and their sum."),
    Example("cartographer stats P7 P9", "Two paths."),
    Example("cartographer stats --group \"Three days in the Alps\"", "A trip."),
    Example("cartographer stats --json", "In metres and seconds, for scripts."),
  ]

  @Argument(help: ArgumentHelp("Ids or names; all paths if none.", valueName: "item"))
  var items: [String] = []

  @Option(help: ArgumentHelp("The paths of a group.", valueName: "name|id"))
  var group: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let index = ItemIndex(try await library.snapshot())
    let chosen = try await session.chosen(items, group: group, in: library, index)
    let paths = chosen.filter { $0.kind == .path }
    if paths.isEmpty, !items.isEmpty {
      throw Failure.usage("Only paths have statistics.", remedy: "See: cartographer list paths")
    }
    let statistics = StatisticsTable(try await library.statistics(ofPaths: paths))
    if global.json {
      try session.console.print(statistics.json)
    } else {
      try session.console.print(statistics.lines)
    }
  }
}

import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Stats: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Length, climb, times and speeds of paths.",
    discussion: """
      Lengths are geodesic on WGS 84 and never cross a gap. Ascent and descent are counted between \
      turns: a climb ends where a fall of at least the threshold follows, and the other way round. \
      What comes before the first turn and after the last of each segment counts in full, however \
      little it is, so that ascent less descent is always the net: the last elevation less the \
      first. The same holds for each split and each day, which have such ends of their own, so \
      their sums may be more than the whole's. In JSON they are ascentMetres, descentMetres and \
      threshold.
      """)

  static let examples = [
    Example("cartographer stats", "All paths, and their sum."),
    Example("cartographer stats P7 P9", "Two paths."),
    Example("cartographer stats --group \"Three days in the Alps\"", "A trip."),
    Example(
      "cartographer stats P7 --splits 1km --slopes", "Kilometre by kilometre, and how steep."),
    Example("cartographer stats P7 --points 120..480 --threshold 10m", "A part of it."),
    Example("cartographer stats --json", "In metres and seconds, for scripts."),
  ]

  @Argument(help: ArgumentHelp("Ids or names; all paths if none.", valueName: "item"))
  var items: [String] = []

  @Option(help: ArgumentHelp("The paths of a group.", valueName: "name|id"))
  var group: String?

  @Option(
    help: ArgumentHelp(
      "How much the elevation must turn to end a climb or a fall; the ends count in full.",
      valueName: "length"))
  var threshold = "5m"
  @Option(help: ArgumentHelp("Only the points of these numbers, from 1.", valueName: "first..last"))
  var points: String?
  @Option(help: ArgumentHelp("Each stretch of so long: 1km, 1mi.", valueName: "length"))
  var splits: String?
  @Flag(help: "Each day, by the local clock.") var days = false
  @Flag(help: "How much of the way is how steep.") var slopes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let chosen = try await session.chosen(items, group: group, kinds: [.path], in: library)
    let paths = chosen.ids.filter { $0.kind == .path }
    if paths.isEmpty, !items.isEmpty {
      throw Failure.usage("Only paths have statistics.", remedy: "See: cartographer list paths")
    }
    let range = try points.map(PointRange.init)?.range
    if range != nil, paths.count != 1 {
      throw Failure.usage("--points is for one path; \(paths.count) are meant.")
    }
    let threshold = try Quantity.metres(argument: threshold)
    guard threshold >= 0 else { throw Failure.usage("--threshold cannot be negative.") }
    let options = StatisticsOptions(
      thresholdMetres: threshold, points: range,
      splitMetres: try splits.map { try Quantity.metres(argument: $0) },
      days: days ? session.zone : nil, hasSlopes: slopes)
    let statistics = StatisticsTable(
      try await library.statistics(ofPaths: paths, options), threshold: threshold,
      zone: session.zone)
    if global.json {
      try session.console.print(statistics.json)
    } else {
      try session.console.print(statistics.lines)
    }
  }
}

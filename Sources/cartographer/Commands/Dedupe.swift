import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Dedupe: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "dedupe",
    abstract: "Find duplicate places and merge them.",
    discussion: """
      Without --merge, the duplicates are only listed. With --merge, the oldest place is kept, and \
      its missing fields and groups are copied from its duplicates. Conflicting values are added \
      to its notes, and the duplicates are moved to the trash.
      """)

  static let examples = [
    Example("cartographer dedupe", "List places within 25 m of a place that was added earlier."),
    Example(
      "cartographer dedupe --group Alps --within 100m --same-name",
      "List the places in a group that have the same name and are within 100 m of each other."),
    Example("cartographer dedupe L3 L9 L14 --merge", "Merge the duplicates among three places."),
  ]

  @Argument(help: ArgumentHelp("IDs or names of places (default: all).", valueName: "item"))
  var items: [String] = []

  @Option(
    help: ArgumentHelp(
      "Check only the listed places that are in this group. If no places are listed, check all places in the group.",
      valueName: "name|id"))
  var group: String?
  @Option(help: ArgumentHelp("The maximum distance between duplicates.", valueName: "length"))
  var within = "25m"
  @Flag(
    name: .customLong("same-name"),
    help: "Treat places as duplicates only if they have the same name.")
  var sameName = false
  @Flag(help: "Merge each set of duplicates into one place.") var merge = false
  @Flag(name: .customLong("dry-run"), help: "List the duplicates without merging them.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func emptyDocument(in session: Session) -> JSONValue? {
    merge && !dryRun ? nil : Self.json([])
  }

  func run(in session: Session) async throws {
    let metres = try Quantity.metres(argument: within)
    guard metres >= 0 else { throw Failure.usage("The value of `--within` cannot be negative.") }
    // A dry run changes nothing, so it need not wait for other writers.
    let merges = merge && !dryRun
    let library =
      try await merges ? session.libraryForWriting() : session.libraryForReading()
    let words = items == ["all"] ? [] : items
    let (chosen, index) = try await session.chosen(
      words, group: group, kinds: [.location], in: library)
    let others = chosen.filter { $0.kind != .location }
    if !others.isEmpty {
      session.console.say("Only places are compared; ignored: \(others.shortList()).")
    }
    let places = chosen.compactMap(index.place)
    if merge, let gone = places.first(where: { $0.trashed != nil }) {
      throw LibraryError.inTrash(gone.id, gone.name)
    }
    let clusters = PlaceCluster.find(
      in: places, withinMetres: metres, sameName: sameName)
    if merges, !clusters.isEmpty {
      return try await session.apply(.mergePlaces(clusters), to: library)
    }
    // Scripts get the same JSON members whether or not there are duplicates.
    if merges, global.json {
      return try session.report(EditResult(title: ChangeTitle(.merge, "0 places")))
    }
    if global.json { return try session.console.print(Self.json(clusters)) }
    var table = PrintableTable([.leading, .leading, .leading, .trailing])
    for cluster in clusters {
      for (number, id) in ([cluster.kept] + cluster.others).enumerated() {
        guard let place = index.place(id) else { continue }
        let metres = index.place(cluster.kept).map {
          Geodesic.distanceMetres(from: $0.coordinate, to: place.coordinate)
        }
        table.add([
          number == 0 ? "" : "  =", DisplayText(id.description), DisplayText(place.name),
          DisplayText(
            number == 0 ? "" : metres.map { session.units.length(metres: $0) } ?? ""),
        ])
      }
    }
    try session.console.print(table.lines)
    let compared = Numbers.counted(places.count, "place")
    session.console.say(
      clusters.isEmpty
        ? "There are no duplicates among \(compared)."
        : "Nothing was changed. Add `--merge` to merge the duplicates.")
  }
  private static func json(_ clusters: [PlaceCluster]) -> JSONValue {
    .object([
      ("dryRun", .boolean(true)),
      (
        "clusters",
        .array(
          clusters.map {
            .object([
              ("kept", .string($0.kept.description)), ("others", .strings($0.others)),
              ("metres", .number($0.metres)),
            ])
          })
      ),
    ])
  }
}

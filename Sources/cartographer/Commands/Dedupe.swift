import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Dedupe: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Find places that are the same, and make one of them.",
    discussion: """
      Without --merge it lists them and changes nothing. With it the oldest stays, gets what it lacks \
      and the groups of the others; what both have and is not the same goes to its notes, and the \
      others go to the trash.
      """)

  static let examples = [
    Example("cartographer dedupe", "Places within 25 m of an older one."),
    Example(
      "cartographer dedupe --group Alps --within 100m --same-name", "With one name, in a group."),
    Example("cartographer dedupe L3 L9 L14 --merge", "Make one of those that are."),
  ]

  @Argument(help: ArgumentHelp("Ids or names; all places if none.", valueName: "item"))
  var items: [String] = []

  @Option(help: ArgumentHelp("The places of a group.", valueName: "name|id")) var group: String?
  @Option(help: ArgumentHelp("How far apart they may be.", valueName: "length"))
  var within = "25m"
  @Flag(name: .customLong("same-name"), help: "Only those of one name.") var sameName = false
  @Flag(help: "Make one of each.") var merge = false
  @Flag(name: .customLong("dry-run"), help: "Only list them, as without --merge.") var dryRun =
    false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let metres = try Quantity.metres(argument: within)
    guard metres >= 0 else { throw Failure.usage("--within cannot be negative.") }
    let merges = merge && !dryRun
    let library =
      try await merges ? session.libraryForWriting() : session.libraryForReading()
    let words = items == ["all"] ? [] : items
    let (chosen, index) = try await session.chosen(
      words, group: group, kinds: [.location], in: library)
    let places = chosen.compactMap(index.place)
    if merge, let gone = places.first(where: { $0.trashed != nil }) {
      throw LibraryError.inTrash(gone.id, gone.name)
    }
    let clusters = PlaceCluster.find(
      in: places, withinMetres: metres, sameName: sameName)
    if merges, !clusters.isEmpty {
      return try await session.apply(.mergePlaces(clusters), to: library)
    }
    if merges, global.json { return try session.report(EditResult(title: "Merge 0 places")) }
    if global.json {
      return try session.console.print(
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
        ]))
    }
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
            number == 0 ? "" : metres.map { UnitSystem.metric.length(metres: $0) } ?? ""),
        ])
      }
    }
    try session.console.print(table.lines)
    session.console.say(
      clusters.isEmpty
        ? "No two places are the same." : "Nothing was changed; --merge makes one of each.")
  }
}

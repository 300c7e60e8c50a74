import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Join: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Append paths to the first, which keeps its id and name.",
    discussion: """
      The appended paths go to the trash; their points become segments of the first. A path that \
      begins with the very point that the one before ends with, as after a split, runs on without a \
      break. With --order time the one that began first is the first.
      """)

  static let examples = [
    Example("cartographer join P7 P8 P9", "P7 is then all three."),
    Example("cartographer join P7 P8 P9 --order time", "In the order they were recorded."),
    Example(
      "cartographer join P7 P8 --gap line --dry-run", "How long a line would bridge the gap."),
  ]

  @Argument(help: ArgumentHelp("Paths in order: ids or names.", valueName: "item"))
  var items: [String]

  @Option(help: "As given, or by the time they begin: given or time.") var order = TrackJoin.Order
    .given

  @Option(
    help: ArgumentHelp(
      "Between two: shared, a new segment but where one point ends the first and begins the next; "
        + "break, always one; line, straight on. A route runs on without breaks."))
  var gap = TrackJoin.Gap.shared

  @Flag(name: .customLong("dry-run"), help: "Say what it would do, and change nothing.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await dryRun ? session.libraryForReading() : session.libraryForWriting()
    let ids = try await session.paths(items, in: library)
    guard dryRun else {
      return try await session.apply(.join(ids, order: order, gap: gap), to: library)
    }
    let index = ItemIndex(try await library.snapshot(of: ids))
    let trial = try await library.trial(ofJoining: ids, order: order, gap: gap)
    if global.json {
      try session.console.print(json(trial, ids, session))
    } else {
      try session.console.print(lines(trial, ids, index))
      session.console.say("Nothing was changed.")
    }
  }

  private func lines(_ trial: JoinTrial, _ ids: [ItemID], _ index: ItemIndex) -> [DisplayText] {
    var lines: [DisplayText] = []
    for id in trial.order {
      lines.append("\(id.description)  \(index.name(id))")
      guard let seam = trial.seams.first(where: { $0.id == id }) else { continue }
      let time = seam.seconds.map { ", \(UnitSystem.duration(seconds: $0))" } ?? ""
      lines.append(
        DisplayText("      \(UnitSystem.metric.length(metres: seam.metres))\(time) to the next"))
    }
    for overlap in trial.overlaps {
      lines.append(
        DisplayText(
          "\(ids[overlap.later]) begins \(UnitSystem.duration(seconds: overlap.seconds)) before "
            + "\(ids[overlap.earlier]) ends"))
    }
    lines.append(
      DisplayText(
        "together \(trial.measures.points) points, \(trial.measures.segments) segments, "
          + UnitSystem.metric.length(metres: trial.measures.lengthMetres)))
    return lines
  }

  private func json(_ trial: JoinTrial, _ ids: [ItemID], _ session: Session) -> JSONValue {
    .object([
      ("dryRun", .boolean(true)), ("order", .strings(trial.order)),
      (
        "seams",
        .array(
          trial.seams.map {
            .object([("metres", .number($0.metres)), ("seconds", .measure($0.seconds))])
          })
      ),
      (
        "overlaps",
        .array(
          trial.overlaps.map {
            .object([
              ("earlier", .string(ids[$0.earlier].description)),
              ("later", .string(ids[$0.later].description)), ("seconds", .number($0.seconds)),
            ])
          })
      ), ("after", session.json(trial.measures)),
    ])
  }
}

extension TrackJoin.Order: ExpressibleByArgument {}
extension TrackJoin.Gap: ExpressibleByArgument {}

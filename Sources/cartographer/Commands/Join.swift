import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Join: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Append paths to the first path, which keeps its ID and name.",
    discussion: """
      The points of the appended paths become segments of the first path, and the appended paths \
      are moved to the trash. If a path begins with the last point of the previous path, as after \
      a split, the two are joined without a gap. With --order time, the earliest path comes first.
      """)

  static let examples = [
    Example("cartographer join P7 P8 P9", "Append P8 and P9 to P7."),
    Example(
      "cartographer join P7 P8 P9 --order time", "Join paths in the order of their start times."),
    Example(
      "cartographer join P7 P8 --gap line --dry-run",
      "Show the length of the straight line that would close the gap."),
  ]

  @OptionGroup var chosen: ItemArguments

  @Option(help: "The order of the paths: given (as typed) or time (by start time).")
  var order = TrackJoin.Order.given

  @Option(
    help: ArgumentHelp(
      """
      How paths are connected: shared (a new segment, unless they share a point), break (always a \
      new segment) or line (a straight line). Routes have no segments.
      """))
  var gap = TrackJoin.Gap.shared

  @Flag(name: .customLong("dry-run"), help: "Show the result without changing anything.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func emptyDocument(in session: Session) -> JSONValue? {
    let measures = PathStatistics(sumOf: [], threshold: 0)
    return dryRun
      ? .object([
        ("dryRun", .boolean(true)), ("order", .array([])), ("seams", .array([])),
        ("overlaps", .array([])), ("after", session.json(measures)),
      ]) : nil
  }

  func run(in session: Session) async throws {
    let library = try await dryRun ? session.libraryForReading() : session.libraryForWriting()
    let ids = try await session.paths(chosen, in: library)
    guard dryRun else {
      return try await session.apply(.join(ids, order: order, gap: gap), to: library)
    }
    let index = ItemIndex(try await library.snapshot(of: ids))
    let preview = try await library.preview(ofJoining: ids, order: order, gap: gap)
    if global.json {
      try session.console.print(json(preview, ids, session))
    } else {
      try session.console.print(lines(preview, ids, index, session.units))
      session.console.say("Nothing was changed.")
    }
  }

  private func lines(
    _ preview: JoinPreview, _ ids: [ItemID], _ index: ItemIndex, _ units: UnitSystem
  ) -> [DisplayText] {
    var lines: [DisplayText] = []
    for id in preview.order {
      lines.append("\(id.description)  \(index.name(id))")
      guard let seam = preview.seams.first(where: { $0.id == id }) else { continue }
      let time = seam.seconds.map { ", \(UnitSystem.duration(seconds: $0))" } ?? ""
      lines.append(
        DisplayText(
          "      \(units.length(metres: seam.metres))\(time) to the next path"))
    }
    for overlap in preview.overlaps {
      lines.append(
        DisplayText(
          "\(ids[overlap.later]) begins \(UnitSystem.duration(seconds: overlap.seconds)) before "
            + "\(ids[overlap.earlier]) ends"))
    }
    lines.append(
      DisplayText(
        "total \(Numbers.counted(preview.measures.points, "point")), "
          + "\(Numbers.counted(preview.measures.segments, "segment")), "
          + units.length(metres: preview.measures.lengthMetres)))
    return lines
  }

  private func json(_ preview: JoinPreview, _ ids: [ItemID], _ session: Session) -> JSONValue {
    .object([
      ("dryRun", .boolean(true)), ("order", .strings(preview.order)),
      (
        "seams",
        .array(
          preview.seams.map {
            .object([("metres", .number($0.metres)), ("seconds", .measure($0.seconds))])
          })
      ),
      (
        "overlaps",
        .array(
          preview.overlaps.map {
            .object([
              ("earlier", .string(ids[$0.earlier].description)),
              ("later", .string(ids[$0.later].description)), ("seconds", .number($0.seconds)),
            ])
          })
      ), ("after", session.json(preview.measures)),
    ])
  }
}

extension TrackJoin.Order: ExpressibleByArgument {}
extension TrackJoin.Gap: ExpressibleByArgument {}

import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Split: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Split each path into two or more paths.",
    discussion: """
      The first piece keeps the path's ID; the others are new paths in the same groups. Adjacent \
      pieces share the point at which the path is split. A gap belongs to neither piece. The \
      points recorded during a pause stay at the end of the piece before the pause. Paths without \
      a position to split at stay unchanged.
      """)

  static let examples = [
    Example(
      "cartographer split P7 --at 120", "Split at point 120, as numbered by `show --points`."),
    Example("cartographer split P7 --every 10km", "Split every 10 km."),
    Example("cartographer split P7 --gap 10min", "Split at gaps of more than 10 minutes."),
    Example(
      "cartographer split P7 --pause 10min",
      "Split at pauses of at least 10 minutes during which the recording continued."),
    Example("cartographer split P7 P8 --days", "Split into one path per day, in local time."),
    Example(
      "cartographer split P7 --near L3", "Split where the path comes within 100 m of a place."),
    Example(
      "cartographer split P7 --from 2026-07-11T12:00 --to 2026-07-11T13:00",
      "Split at two times, which creates at most three paths."),
  ]

  @OptionGroup var chosen: ItemArguments
  @Option(
    help: ArgumentHelp("Split at the point with this number, counted from 1.", valueName: "point"))
  var at: Int?
  @Option(
    help: ArgumentHelp("Split at this interval, such as 10km or 2h.", valueName: "measure"))
  var every: String?
  @Option(
    help: ArgumentHelp(
      "Split at gaps longer than this, such as 10min or 500m.", valueName: "measure"))
  var gap: [String] = []
  @Option(
    help: ArgumentHelp(
      "Split at the end of each recorded pause that lasts at least this long, such as 10min.",
      valueName: "duration"))
  var pause: String?
  @Option(
    help: ArgumentHelp(
      "With --pause, the radius within which recorded points count as a pause (default: 25m).",
      valueName: "length"))
  var radius: String?
  @Flag(help: "Split at midnight, in local time.") var days = false
  @Flag(help: "Turn each segment into a separate path.") var segments = false
  @Option(
    help: ArgumentHelp(
      """
      Split where the path comes near a place or position, optionally with a radius: Home:500m.
      """,
      valueName: "place[:length]"))
  var near: String?
  @Option(
    help: ArgumentHelp(
      "With --near, the maximum distance from the place. A radius specified in --near takes precedence.",
      valueName: "length"))
  var within = "100m"
  @OptionGroup var part: PartOptions

  @Flag(name: .customLong("dry-run"), help: "Show the result without changing anything.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func emptyDocument(in session: Session) -> JSONValue? {
    dryRun
      ? .object([("dryRun", .boolean(true)), ("pieces", .array([])), ("paths", .array([]))]) : nil
  }

  func run(in session: Session) async throws {
    let library = try await dryRun ? session.libraryForReading() : session.libraryForWriting()
    let ids = try await session.paths(chosen, in: library)
    let cuts = try await cuts(session, library)
    guard cuts.count == 1, let cut = cuts.first else {
      throw Failure.usage(
        """
        `split` needs exactly one rule: `--at`, `--every`, `--gap`, `--pause`, `--days`, `--segments`, \
        `--near`, `--distance`, or `--from` and `--to`.
        """,
        remedy: "Example: cartographer split P7 --at 120")
    }
    var divided: [(id: ItemID, pieces: [TrackMeasures])] = []
    var reasons: [String] = []
    for id in ids {
      do {
        divided.append((id, try await library.preview(of: cut, on: id)))
      } catch let error as LibraryError where error.code == .nothingToDo && ids.count > 1 {
        reasons.append("\(id): \(error.message)")
      }
    }
    for reason in reasons.prefix(Self.toldReasons) { session.console.say(DisplayText(reason)) }
    if !reasons.isEmpty {
      session.console.say(
        "\(Numbers.grouped(reasons.count)) of \(Numbers.grouped(ids.count)) paths cannot be split.")
    }
    if days { try await suggestZones(divided.map(\.id), session, library) }
    guard dryRun else {
      guard !divided.isEmpty else {
        return try session.report(EditResult(title: ChangeTitle(.split, "0 paths")))
      }
      return try await session.apply(divided.map { .cut($0.id, cut) }, to: library) { created in
        // Each path keeps its first piece; the other pieces are created in the order of the paths.
        var rest = created[...]
        return divided.map { id, pieces in
          defer { rest = rest.dropFirst(pieces.count - 1) }
          return (id, [id] + rest.prefix(pieces.count - 1))
        }
      }
    }
    let index = ItemIndex(try await library.snapshot(of: divided.map(\.id)))
    try report(divided, index, session)
  }

  /// Suggests the paths' local time zones, if the output shows times in a different time zone.
  private func suggestZones(_ ids: [ItemID], _ session: Session, _ library: Library) async throws {
    var moments: [(ItemID, Coordinate, Date)] = []
    for id in ids {
      guard let geometry = try await library.geometries(of: [id]).first,
        let time = geometry.measures.timeFirst
      else { continue }
      moments.append((id, geometry.columns.coordinate(0), time))
    }
    session.suggestZones(at: moments)
  }

  private func report(
    _ divided: [(id: ItemID, pieces: [TrackMeasures])], _ index: ItemIndex, _ session: Session
  ) throws {
    guard !global.json else {
      let paths = divided.map { id, pieces in
        JSONValue.object([
          ("id", .string(id.description)), ("pieces", .array(pieces.map { session.json($0) })),
          ("names", .strings(pieces.indices.map { TrackCut.pieceName($0, of: index.name(id)) })),
        ])
      }
      return try session.console.print(
        .object([
          ("dryRun", .boolean(true)),
          ("pieces", .array(divided.flatMap(\.pieces).map { session.json($0) })),
          ("paths", .array(paths)),
        ]))
    }
    var table = PrintableTable([.leading, .trailing, .leading, .trailing, .trailing])
    for (id, pieces) in divided {
      for (number, piece) in pieces.enumerated() {
        table.add([
          DisplayText(divided.count > 1 && number == 0 ? id.description : ""),
          DisplayText("\(number + 1)"), DisplayText(TrackCut.pieceName(number, of: index.name(id))),
          DisplayText(Numbers.counted(piece.points, "point")),
          DisplayText(session.units.length(metres: piece.lengthMetres)),
        ])
      }
    }
    try session.console.print(table.lines)
    session.console.say("Nothing was changed.")
  }

  private static let defaultRadiusMetres = 25.0
  /// The maximum number of unsplittable paths for which the reason is shown.
  private static let toldReasons = 8

  private func cuts(_ session: Session, _ library: Library) async throws -> [TrackCut] {
    var cuts: [TrackCut] = []
    if let at { cuts.append(.points([try PointRange(point: at).range.lowerBound])) }
    if let every {
      switch try LengthOrTime(every) {
      case .metres(let metres): cuts.append(.everyMetres(metres))
      case .seconds(let seconds): cuts.append(.everySeconds(seconds))
      }
    }
    if !gap.isEmpty {
      var (seconds, metres): (Double?, Double?) = (nil, nil)
      for text in gap {
        switch try LengthOrTime(text) {
        case .metres(let value): metres = value
        case .seconds(let value): seconds = value
        }
      }
      cuts.append(.gaps(seconds: seconds, metres: metres))
    }
    if let pause {
      let seconds = try Quantity.seconds(argument: pause)
      let metres = try radius.map(Quantity.metres(argument:)) ?? Self.defaultRadiusMetres
      guard seconds > 0, metres > 0 else {
        throw Failure.usage("The values of `--pause` and `--radius` must be greater than 0.")
      }
      cuts.append(.pauses(seconds: seconds, radiusMetres: metres))
    } else if radius != nil {
      throw Failure.usage("`--radius` works only with `--pause`.")
    }
    if days { cuts.append(.days(session.zone)) }
    if segments { cuts.append(.segments) }
    if let near {
      let zone = try await session.surroundings(
        near, .near(metres: try Quantity.metres(argument: within)), in: library)
      cuts.append(.near(zone.center, radiusMetres: zone.metres))
    }
    cuts += try part.parts(in: session.zone).map(TrackCut.part)
    return cuts
  }
}

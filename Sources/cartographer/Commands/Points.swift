import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Points: CommandFamily {
  static let configuration = CommandConfiguration(
    commandName: "points",
    abstract: "Move, insert, append or delete path points.",
    discussion: "Points are numbered from 1, as in the output of `show --points`.",
    subcommands: [PointsMove.self, PointsInsert.self, PointsAppend.self, PointsDelete.self])

  static let examples = [
    Example("cartographer points move P7 12 \"45.98 6.89\"", "Move point 12."),
    Example("cartographer points append P7 \"45.99 6.90\"", "Add a point at the end of a path."),
    Example("cartographer points delete P7 12 14-20", "Delete eight points."),
  ]
}

struct PointsMove: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a point in a path.")

  static let examples = [
    Example("cartographer points move P7 12 \"45.98 6.89\"", "Move point 12.")
  ]

  @Argument(help: "The ID or name of the path.") var item: String
  @Argument(help: "The number of the point, counted from 1.") var point: Int
  @Argument(help: "The new position, in any supported notation.") var coordinates: [String]

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let coordinate = try await session.position(coordinates.joined(separator: " "))
    let target = try await PointTarget(item, session)
    let key = try target.key(PointRange(point: point).range.lowerBound)
    try await target.apply(.move(key: key, to: coordinate), session)
  }
}

struct PointsInsert: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "insert", abstract: "Insert a point before another point in a path.")

  static let examples = [
    Example(
      "cartographer points insert P7 12 \"45.98 6.89\"", "Insert a point before point 12.")
  ]

  @Argument(help: "The ID or name of the path.") var item: String
  @Argument(help: "The number of the point before which the new point is inserted, counted from 1.")
  var point: Int
  @Argument(help: "The new position, in any supported notation.") var coordinates: [String]

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let coordinate = try await session.position(coordinates.joined(separator: " "))
    let target = try await PointTarget(item, session)
    let key = try target.key(PointRange(point: point).range.lowerBound)
    try await target.apply(.insert(before: key, coordinate), session)
  }
}

struct PointsAppend: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "append", abstract: "Add a point at the end of a path.")

  static let examples = [
    Example("cartographer points append P7 \"45.99 6.90\"", "Add a point at the end of a path.")
  ]

  @Argument(help: "The ID or name of the path.") var item: String
  @Argument(help: "The new position, in any supported notation.") var coordinates: [String]

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let coordinate = try await session.position(coordinates.joined(separator: " "))
    let target = try await PointTarget(item, session)
    try await target.apply(.append(coordinate), session)
  }
}

struct PointsDelete: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete points from paths.",
    discussion: """
      Point numbers refer to a single path. With --near, --distance, --from or --to, the points of \
      several paths can be deleted at once.
      """)

  static let examples = [
    Example("cartographer points delete P7 1 14-20", "Delete point 1 and points 14 to 20."),
    Example(
      "cartographer points delete P7 P8 --near Home:500m",
      "In two paths, delete the points within 500 m of a place."),
    Example(
      "cartographer points delete P7 --distance 9km-", "Delete the points after kilometre 9."),
  ]

  @Argument(
    help: ArgumentHelp(
      """
      The ID or name of a path, then the numbers of its points, or ranges: 14-20, 14- or -20. With --near, \
      --distance, --from or --to: the IDs or names of paths.
      """,
      valueName: "item|point"))
  var words: [String] = []
  @Option(
    help: ArgumentHelp(
      "Use only the listed paths that are in this group. If no paths are listed, use all paths in the group.",
      valueName: "name|id"))
  var group: String?
  @OptionGroup var part: PartOptions
  @Option(
    help: ArgumentHelp(
      """
      Delete the points near a place or position, optionally with a radius: Home:500m (default: \
      100 m).
      """,
      valueName: "place[:length]"))
  var near: String?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard words.isEmpty, group == nil else { return }
    throw ValidationError("Specify at least one path, or a group with --group.")
  }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let ranges = try part.parts(in: session.zone)
    let (items, points) = try split(hasPart: near != nil || !ranges.isEmpty)
    var parts = ranges
    if let near {
      let zone = try await session.surroundings(near, .near(), in: library)
      parts.append(.near(zone.center, radiusMetres: zone.metres))
    }
    guard !points.isEmpty || !parts.isEmpty else {
      throw Failure.usage(
        """
        `points delete` needs point numbers, `--distance`, `--near`, or `--from` and `--to`.
        """,
        remedy: "Example: cartographer points delete P7 14-20")
    }
    let ids = try await session.paths(items, group: group, in: library)
    guard points.isEmpty || ids.count < 2 else {
      throw Failure.usage(
        """
        Point numbers can be used with only one path, but \(Numbers.counted(ids.count, "path")) are \
        specified.
        """,
        remedy:
          "Specify one path, or select the points with `--near`, `--distance`, `--from` or `--to`."
      )
    }
    guard !ids.isEmpty else { return try await session.apply([], of: [], to: library) }
    var edits: [LibraryEdit] = []
    for id in ids {
      let target = try await PointTarget(id, library)
      var keys = try points.flatMap { try target.keys(in: $0.range) }
      for part in parts { keys += target.keys(in: part) }
      // A point can be in several parts, but an edit names each point only once.
      var seen: Set<Int64> = []
      keys.removeAll { !seen.insert($0).inserted }
      if !keys.isEmpty { edits.append(.editPoints(of: id, .delete(keys: keys))) }
    }
    guard !edits.isEmpty else {
      return session.console.say("The specified part contains no points.")
    }
    try await session.apply(edits, to: library)
  }

  /// Splits the arguments into path arguments and point numbers.
  ///
  /// - Parameter hasPart: Whether an option selects points.
  ///   If so, the arguments can name several paths.
  private func split(hasPart: Bool) throws -> (items: [String], points: [PointRange]) {
    var items: [String] = []
    var points: [PointRange] = []
    for word in Arguments.separated(words) {
      let isPath = items.isEmpty && group == nil
      if !isPath, let range = try? PointRange(word) {
        points.append(range)
      } else if isPath || hasPart || group != nil {
        items.append(word)
      } else if ItemID(word)?.kind == .path {
        throw Failure.usage(
          "Point numbers can be used with only one path, but '\(word)' is a second path.",
          remedy:
            "To delete points from several paths, add `--near`, `--distance`, `--from` or `--to`.")
      } else {
        _ = try PointRange(word)
      }
    }
    return (items, points)
  }
}

/// The path whose points a command changes, and the database keys of these points.
struct PointTarget {
  let id: ItemID
  let library: Library
  private let keys: [Int64]
  private let columns: TrackColumns

  init(_ item: String, _ session: Session) async throws {
    let library = try await session.libraryForWriting()
    try await self.init(try await session.item(item, kind: .path, in: library), library)
  }

  init(_ id: ItemID, _ library: Library) async throws {
    self.library = library
    self.id = id
    let geometry = try await library.geometries(of: [id]).first
    keys = geometry?.keys ?? []
    columns = geometry?.columns ?? TrackColumns()
  }

  /// Returns the database keys for a range of points.
  ///
  /// - Throws: ``LibraryError`` with the code `invalid` for a range that exceeds the path's points.
  func keys(in range: Range<Int>) throws -> [Int64] {
    // Checking the ends first avoids listing a huge range that is out of bounds.
    if let missing = range.missingPoint(ofPathWith: keys.count) { _ = try key(missing - 1) }
    return Array(keys[range.clamped(to: keys.indices)])
  }

  /// Returns the database keys of the points between two distances or times on the path.
  func keys(in part: TrackPart) -> [Int64] { part.points(of: columns).map { keys[$0] } }

  /// Returns the database key of a point.
  ///
  /// - Parameter point: The index of the point, counted from 0.
  /// - Throws: ``LibraryError`` with the code `invalid` for an index outside the path's points.
  func key(_ point: Int) throws -> Int64 {
    guard keys.indices.contains(point) else {
      let numbers =
        keys.isEmpty
        ? "The path is empty." : "The points are numbered from 1 to \(Numbers.grouped(keys.count))."
      throw LibraryError(
        .invalid, "\(id) has no point \(Numbers.grouped(point + 1)). \(numbers)", ids: [id])
    }
    return keys[point]
  }

  func apply(_ edit: PointEdit, _ session: Session) async throws {
    try await session.apply(.editPoints(of: id, edit), to: library)
  }
}

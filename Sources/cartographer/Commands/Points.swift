import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Points: VerbFamily {
  static let configuration = CommandConfiguration(
    abstract: "Move, insert, append or delete points of a path.",
    discussion: "Points are numbered from 1, as `show --points` prints them.",
    subcommands: [PointsMove.self, PointsInsert.self, PointsAppend.self, PointsDelete.self])

  static let examples = [
    Example("cartographer points move P7 12 \"45.98 6.89\"", "Point 12."),
    Example("cartographer points append P7 \"45.99 6.90\"", "At the end."),
    Example("cartographer points delete P7 12 14-20", "Eight points."),
  ]
}

struct PointsMove: Verb {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a point of a path.")

  static let examples = [Example("cartographer points move P7 12 \"45.98 6.89\"", "")]

  @Argument(help: "The path: its id or name.") var item: String
  @Argument(help: "The point's number.") var point: Int
  @Argument(help: "Latitude, then longitude.") var coordinates: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let coordinate = try session.position(coordinates.joined(separator: " "))
    let target = try await PointTarget(item, session)
    let key = try target.key(PointRange(point: point).range.lowerBound)
    try await target.apply(.move(key: key, to: coordinate), session)
  }
}

struct PointsInsert: Verb {
  static let configuration = CommandConfiguration(
    commandName: "insert", abstract: "Insert a point before another.")

  static let examples = [Example("cartographer points insert P7 12 \"45.98 6.89\"", "")]

  @Argument(help: "The path: its id or name.") var item: String
  @Argument(help: "The number of the point it comes before.") var point: Int
  @Argument(help: "Latitude, then longitude.") var coordinates: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let coordinate = try session.position(coordinates.joined(separator: " "))
    let target = try await PointTarget(item, session)
    let key = try target.key(PointRange(point: point).range.lowerBound)
    try await target.apply(.insert(before: key, coordinate), session)
  }
}

struct PointsAppend: Verb {
  static let configuration = CommandConfiguration(
    commandName: "append", abstract: "Add a point at the end of a path.")

  static let examples = [Example("cartographer points append P7 \"45.99 6.90\"", "")]

  @Argument(help: "The path: its id or name.") var item: String
  @Argument(help: "Latitude, then longitude.") var coordinates: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let coordinate = try session.position(coordinates.joined(separator: " "))
    let target = try await PointTarget(item, session)
    try await target.apply(.append(coordinate), session)
  }
}

struct PointsDelete: Verb {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete points of a path.")

  static let examples = [Example("cartographer points delete P7 1 14-20", "Numbers and ranges.")]

  @Argument(help: "The path: its id or name.") var item: String
  @Argument(help: "Numbers, and ranges such as 14-20.") var points: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let target = try await PointTarget(item, session)
    var keys: [Int64] = []
    for word in points {
      let range = try PointRange(word).range
      // Both ends are looked up before the numbers between are listed.
      _ = try (target.key(range.lowerBound), target.key(range.upperBound - 1))
      keys += try range.map(target.key)
    }
    try await target.apply(.delete(keys: keys), session)
  }
}

/// A path whose points are to be changed, by number.
struct PointTarget {
  let id: ItemID
  private let library: Library
  private let keys: [Int64]

  init(_ item: String, _ session: Session) async throws {
    let library = try await session.libraryForWriting()
    let id = try await session.item(item, kind: .path, in: library)
    self.library = library
    self.id = id
    keys = try await library.geometries(of: [id]).first?.keys ?? []
  }

  /// - Parameter point: From 0.
  /// - Throws: ``Failure`` 66 where there is none.
  func key(_ point: Int) throws -> Int64 {
    guard keys.indices.contains(point) else {
      let numbers = keys.isEmpty ? "It has none." : "Its points are 1 to \(keys.count)."
      throw Failure(
        .noInput, code: "notFound", "\(id) has no point \(point + 1). \(numbers)", ids: [id])
    }
    return keys[point]
  }

  func apply(_ edit: PointEdit, _ session: Session) async throws {
    try await session.apply(.editPoints(of: id, edit), to: library)
  }
}

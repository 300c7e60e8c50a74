import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Add: CommandFamily {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a place or a path by coordinates.",
    subcommands: [AddPlace.self, AddPath.self])

  static let examples = [
    Example("cartographer add place \"Lac Blanc\" 45.9817 6.8920", "Add a place."),
    Example(
      "cartographer add place Hut \"45°59'12\\\"N 6°53'31\\\"E\" --group Alps",
      "Add a place to a group, with coordinates in degrees, minutes and seconds."),
    Example(
      "cartographer add path Ridge \"45.98 6.89\" \"45.99 6.90\" \"46.00 6.92\"",
      "Add a route with three points."),
  ]
}

struct AddPlace: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "place", abstract: "Add a place by its coordinates.")

  static let examples = [
    Example(
      "cartographer add place \"Lac Blanc\" 45.9817 6.8920", "Add a place in decimal degrees."),
    Example(
      "cartographer add place Hut \"N45 59 12 E6 53 31\" --elevation 2352",
      "Add a place with an elevation."),
  ]

  @Argument(help: "The name of the place.") var name: String
  @Argument(
    help: ArgumentHelp(
      "The latitude, then the longitude, in any supported notation.", valueName: "coordinates"))
  var coordinates: [String]

  @Option(help: ArgumentHelp("The elevation in metres above sea level.", valueName: "metres"))
  var elevation: String?

  @Option(
    name: .addTo,
    help: ArgumentHelp("A group to add the new place to; repeatable.", valueName: "name|id"))
  var group: [String] = []

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  var createsStore: Bool { group.isEmpty }

  func run(in session: Session) async throws {
    let words = coordinates.joined(separator: " ")
    let coordinate = try await session.position(words)
    let metres =
      try elevation.map(CoordinateWords.number) ?? CoordinateParser.elevation(in: words)
    let library = try await session.libraryForWriting(creating: createsStore)
    let groups = try await session.groups(group, in: library)
    try await session.apply(
      .addPlace(name: name, coordinate, elevationMetres: metres, groups: groups), to: library)
  }
}

struct AddPath: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Add a path from the coordinates of its points.")

  static let examples = [
    Example(
      "cartographer add path Ridge \"45.98 6.89\" \"45.99 6.90\"", "Add a route with two points."),
    Example(
      "cartographer add path Ridge 45.98 6.89 45.99 6.90",
      "Add the same route without quoting each position."),
    Example(
      "cartographer add path Ridge - < points.txt", "Read one point per line from standard input."),
  ]

  @Argument(help: "The name of the path.") var name: String
  @Argument(
    help: ArgumentHelp(
      """
      The coordinates of each point, in any supported notation; - reads one point per line from standard \
      input.
      """,
      valueName: "point"))
  var points: [String]

  @Option(help: "The kind of path: route or track.") var kind = Kind.route

  @Option(
    name: .addTo,
    help: ArgumentHelp("A group to add the new path to; repeatable.", valueName: "name|id"))
  var group: [String] = []

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  var createsStore: Bool { group.isEmpty }

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case route, track
  }

  func run(in session: Session) async throws {
    let words =
      try points == ["-"] ? CoordinateWords.standardInputLines() : CoordinateWords.joined(points)
    let coordinates = try await session.positions(words)
    let library = try await session.libraryForWriting(creating: createsStore)
    let groups = try await session.groups(group, in: library)
    try await session.apply(
      .addPath(
        name: name, kind: kind == .route ? .route : .track, points: coordinates, groups: groups),
      to: library)
  }
}

import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Add: VerbFamily {
  static let configuration = CommandConfiguration(
    abstract: "Add a place or a path by its coordinates.",
    subcommands: [AddPlace.self, AddPath.self])

  static let examples = [
    Example("cartographer add place \"Lac Blanc\" 45.9817 6.8920", "In degrees."),
    Example(
      "cartographer add place Hut \"45°59'12\\\"N 6°53'31\\\"E\" --group Alps",
      "In degrees, minutes and seconds, as a member of a group."),
    Example(
      "cartographer add path Ridge \"45.98 6.89\" \"45.99 6.90\" \"46.00 6.92\"", "A route."),
  ]
}

struct AddPlace: Verb {
  static let configuration = CommandConfiguration(
    commandName: "place", abstract: "Add a place.")

  static let examples = [
    Example("cartographer add place \"Lac Blanc\" 45.9817 6.8920", "In degrees."),
    Example("cartographer add place Hut \"N45 59 12 E6 53 31\" --elevation 2352", "With a height."),
  ]

  @Argument(help: "Its name.") var name: String
  @Argument(help: ArgumentHelp("Latitude, then longitude.", valueName: "coordinates"))
  var coordinates: [String]

  @Option(help: ArgumentHelp("Metres above sea level.", valueName: "metres"))
  var elevation: String?

  @Option(help: ArgumentHelp("A group it belongs to; may be repeated.", valueName: "name|id"))
  var group: [String] = []

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }
  var createsStore: Bool { group.isEmpty }

  func run(in session: Session) async throws {
    let coordinate = try session.position(coordinates.joined(separator: " "))
    let metres = try elevation.map(CoordinateWords.number)
    let library = try await session.libraryForWriting(creating: createsStore)
    let groups = try await session.groups(group, in: library)
    try await session.apply(
      .addPlace(name: name, coordinate, elevationMetres: metres, groups: groups), to: library)
  }
}

struct AddPath: Verb {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Add a path, point by point.")

  static let examples = [
    Example("cartographer add path Ridge \"45.98 6.89\" \"45.99 6.90\"", "Two points, quoted."),
    Example("cartographer add path Ridge - < points.txt", "One point a line from standard input."),
  ]

  @Argument(help: "Its name.") var name: String
  @Argument(
    help: ArgumentHelp(
      "Latitude and longitude of each point in one word, or -.", valueName: "point"))
  var points: [String]

  @Option(help: "What it is: route or track.") var kind = Kind.route

  @Option(help: ArgumentHelp("A group it belongs to; may be repeated.", valueName: "name|id"))
  var group: [String] = []

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }
  var createsStore: Bool { group.isEmpty }

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case route, track
  }

  func run(in session: Session) async throws {
    let words = points == ["-"] ? CoordinateWords.standardInputLines() : points
    let coordinates = try words.map(session.position)
    let library = try await session.libraryForWriting(creating: createsStore)
    let groups = try await session.groups(group, in: library)
    try await session.apply(
      .addPath(
        name: name, kind: kind == .route ? .route : .track, points: coordinates, groups: groups),
      to: library)
  }
}

import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Near: Verb {
  static let configuration = CommandConfiguration(
    abstract: "What is nearest to a position, a place or a path.",
    discussion: """
      Distances are geodesic. A path is as near as the nearest place of its way; of a path that is \
      asked about the start counts.
      """)

  static let examples = [
    Example("cartographer near 45.9817 6.8920", "The ten nearest."),
    Example("cartographer near \"Lac Blanc\" --within 5km --kind place", "Places around a place."),
    Example("cartographer near L12 -n 3 --json", "For scripts."),
  ]

  @Argument(help: ArgumentHelp("An id, a name, or a position.", valueName: "item|coordinates"))
  var words: [String]

  @Option(help: ArgumentHelp("Not farther away than this.", valueName: "length"))
  var within: String?
  @Option(name: [.customShort("n"), .customLong("limit")], help: "How many at most.") var limit = 10
  @Option(help: "Only of this kind: place or path.") var kind: Kind?

  @OptionGroup var global: GlobalOptions

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case place, path
  }

  func run(in session: Session) async throws {
    guard limit > 0 else { throw Failure.usage("-n is how many to tell, 1 or more.") }
    let metres = try within.map { try Quantity.metres(argument: $0) } ?? .infinity
    let library = try await session.libraryForReading()
    let spot = try await session.spot(words.joined(separator: " "), in: library)
    let kinds: Set<ItemID.Kind> =
      switch kind {
      case .place: [.location]
      case .path: [.path]
      case nil: [.location, .path]
      }
    let found = try await library.nearest(
      to: spot.coordinate, kinds: kinds, limit: limit, withinMetres: metres,
      except: spot.id.map { [$0] } ?? [])
    guard !global.json else {
      return try session.console.print(
        .object([
          ("latitude", .number(spot.coordinate.latitude)),
          ("longitude", .number(spot.coordinate.longitude)),
          (
            "items",
            .array(
              found.map {
                .object([
                  ("id", .string($0.id.description)), ("name", .string($0.name)),
                  ("distanceMetres", .number($0.metres)), ("bearing", .number($0.bearingDegrees)),
                  ("latitude", .number($0.coordinate.latitude)),
                  ("longitude", .number($0.coordinate.longitude)),
                ])
              })
          ),
        ]))
    }
    var table = PrintableTable([.leading, .trailing, .trailing, .leading])
    for item in found {
      table.add([
        DisplayText(item.id.description),
        DisplayText(UnitSystem.metric.length(metres: item.metres)),
        DisplayText(Bearing.text(item.bearingDegrees)), DisplayText(item.name),
      ])
    }
    try session.console.print(table.lines)
    if found.isEmpty { session.console.say("There is nothing near.") }
  }
}

struct Distance: Verb {
  static let configuration = CommandConfiguration(
    abstract: "The distance and bearing from one place to another.",
    discussion: """
      Along the shortest line on WGS 84, with the bearing at its start and on arrival, clockwise from \
      true north. A position is one word in quotes; of a path the start counts.
      """)

  static let examples = [
    Example("cartographer distance L3 \"Lac Blanc\"", "Between two places."),
    Example("cartographer distance L3 \"45.98 6.89\"", "From a place to a position."),
  ]

  @Argument(help: ArgumentHelp("An id, a name, or a position.", valueName: "from")) var from: String
  @Argument(help: ArgumentHelp("An id, a name, or a position.", valueName: "to")) var to: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let start = try await session.spot(from, in: library)
    let end = try await session.spot(to, in: library)
    let line = Geodesic.inverse(from: start.coordinate, to: end.coordinate)
    guard !global.json else {
      return try session.console.print(
        .object([
          ("distanceMetres", .number(line.distanceMetres)),
          ("initialBearing", .number(line.initialBearingDegrees)),
          ("finalBearing", .number(line.finalBearingDegrees)),
        ]))
    }
    try session.console.print([
      DisplayText(
        "\(UnitSystem.metric.length(metres: line.distanceMetres))  bearing "
          + "\(Bearing.text(line.initialBearingDegrees)), on arrival "
          + Bearing.text(line.finalBearingDegrees))
    ])
  }
}

/// Somewhere that words name: an item's place, or coordinates.
struct Spot {
  let coordinate: Coordinate
  /// The item, where it is one.
  let id: ItemID?
}

extension Session {
  /// - Throws: ``Failure`` or ``LibraryError`` for what is neither an item nor a position.
  func spot(_ words: String, in library: Library) async throws -> Spot {
    do {
      let id = try await library.resolver(for: [words], kinds: [.location, .path]).item(words)
      if id.kind == .location, let place = try await library.snapshot(of: [id]).places.first {
        return Spot(coordinate: place.coordinate, id: id)
      }
      guard id.kind == .path, let columns = try await library.geometries(of: [id]).first?.columns,
        columns.count > 0
      else { throw Failure.usage("\(id) is nowhere: it has no position of its own.") }
      return Spot(coordinate: columns.coordinate(0), id: id)
    } catch let error as LibraryError where error.code == .notFound {
      do throws(CoordinateParseError) {
        return Spot(coordinate: try CoordinateParser.parse(words), id: nil)
      } catch {
        throw Failure(
          .noInput, code: "notFound",
          "'\(words)' is neither an item nor a position: \(error.message)",
          remedy: "Write an id, a whole name, or latitude and longitude: 45.9817 6.8920.")
      }
    }
  }
}

import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Near: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "near",
    abstract: "List the items nearest to a position, a place or a path.",
    discussion: """
      Distances are geodesic. The distance to a path is measured to its nearest point, and the \
      distance from a path is measured from its start. If no item has the given name, a town with \
      this name is used: large towns and towns near your items are preferred. A message names the \
      town nearest to the starting position.
      """)

  static let examples = [
    Example("cartographer near 45.9817 6.8920", "List the ten items nearest to a position."),
    Example("cartographer near Zermatt", "List the ten items nearest to a town."),
    Example(
      "cartographer near \"Lac Blanc\" --within 5km --kind place",
      "List the places within 5 km of a place."),
    Example("cartographer near L12 -n 3 --json", "Print the three nearest items as JSON."),
  ]

  @Argument(
    help: ArgumentHelp(
      "An item's ID or name, a position, or a town's name.",
      valueName: "item|coordinates|town"))
  var words: [String]

  @Option(
    help: ArgumentHelp(
      "The maximum distance, such as 5km; without a unit, in metres (default: no limit).",
      valueName: "length"))
  var within: String?
  @Option(
    name: .limit,
    help: ArgumentHelp("The maximum number of items to list; 0 lists all.", valueName: "n"))
  var limit = 10
  @Option(help: ArgumentHelp("List only members of this group.", valueName: "name|id"))
  var group: String?
  @Option(help: "List only items of this kind: place or path.") var kind: Kind?
  @OptionGroup var idOptions: IDOptions

  @OptionGroup var global: GlobalOptions

  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case place, path
  }

  func run(in session: Session) async throws {
    let limit = try LimitOption.checked(limit)
    let metres = try within.map { try Quantity.metres(argument: $0) } ?? .infinity
    let library = try await session.libraryForReading()
    let spot = try await session.spot(words.joined(separator: " "), in: library)
    let kinds: Set<ItemID.Kind> =
      switch kind {
      case .place: [.location]
      case .path: [.path]
      case nil: [.location, .path]
      }
    let parent = try await session.group(group, in: library)
    var found = try await library.nearest(
      to: spot.coordinate, kinds: kinds, limit: limit == 0 || parent != nil ? .max : limit,
      withinMetres: metres, except: spot.id.map { [$0] } ?? [])
    let index = ItemIndex(
      try await library.snapshot(of: found.map(\.id) + [parent].compactMap { $0 }))
    if let parent {
      found.removeAll { !index.groups(of: $0.id).contains(parent) }
      if limit > 0 { found = Array(found.prefix(limit)) }
    }
    if idOptions.ids { return try session.print(found.map(\.id), idOptions) }
    guard !global.json else {
      let measures = try await library.measures(of: found.map(\.id))
      return try session.console.print(
        .object([
          ("latitude", .degrees(spot.coordinate.latitude)),
          ("longitude", .degrees(spot.coordinate.longitude)), ("namedTown", .text(spot.town)),
          ("town", session.towns?.nearest(to: spot.coordinate)?.json),
          ("items", .array(found.map { json($0, index, measures[$0.id]) })),
        ]))
    }
    // The message about a named town already states where the position is.
    if !found.isEmpty, spot.town == nil,
      let words = session.towns?.words(for: spot.coordinate, in: session.units)
    {
      session.console.say(DisplayText("The starting position is \(words)."))
    }
    var table = PrintableTable([.leading, .trailing, .trailing, .leading, .leading])
    for item in found {
      // The position is printed only on request, because the distance and bearing describe it.
      let position = global.notation?.notation.format(item.coordinate) ?? ""
      table.add([
        DisplayText(item.id.description),
        DisplayText(session.units.length(metres: item.metres)),
        DisplayText(Bearing.text(item.bearingDegrees, overMetres: item.metres) ?? ""),
        DisplayText(item.name),
        DisplayText(position),
      ])
    }
    try session.console.print(table.lines)
    guard found.isEmpty else { return }
    if within == nil {
      try await session.sayNothingToShow("places and paths", [], group, in: library)
    } else {
      session.console.say("No item was found within the specified distance.")
    }
  }

  /// Returns a search result as JSON: the item, its distance and bearing, and, for a path, the
  /// nearest position.
  private func json(
    _ found: Nearby, _ index: ItemIndex, _ measures: TrackMeasures?
  ) -> JSONValue {
    let distance: [(String, JSONValue?)] = [
      ("distanceMetres", .number(found.metres)), ("bearing", .number(found.bearingDegrees)),
    ]
    if let place = index.place(found.id) { return .object(index.members(of: place) + distance) }
    let path = index.path(found.id).map { index.members(of: $0, measures) } ?? []
    return .object(
      path + distance + [
        ("latitude", .degrees(found.coordinate.latitude)),
        ("longitude", .degrees(found.coordinate.longitude)),
      ])
  }
}

struct Distance: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "distance",
    abstract: "Print the distance and bearing between two places.",
    discussion: """
      The distance is measured along the geodesic on WGS 84. The two bearings are those of the \
      geodesic at its start and at its end, clockwise from true north. The position of a path is \
      its first point. If no item has a given name, a town with this name is used: large towns and \
      towns near your items are preferred.
      """)

  static let examples = [
    Example("cartographer distance L3 \"Lac Blanc\"", "Measure the distance between two places."),
    Example(
      "cartographer distance L3 45.98 6.89", "Measure the distance from a place to a position."),
  ]

  @Argument(
    help: ArgumentHelp(
      "The start and the end: each is an item (ID or name), a position, or a town.",
      valueName: "item|coordinates|town"))
  var words: [String]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let ends = words.count == 2 ? words : CoordinateWords.joined(words)
    guard ends.count == 2 else {
      throw Failure.usage(
        "`distance` needs exactly two positions, a start and an end, not \(Numbers.grouped(ends.count)).",
        remedy: "Example: cartographer distance L3 45.98 6.89")
    }
    let library = try await session.libraryForReading()
    let start = try await session.spot(ends[0], in: library)
    let end = try await session.spot(ends[1], in: library)
    let line = Geodesic.inverse(from: start.coordinate, to: end.coordinate)
    guard !global.json else {
      return try session.console.print(
        .object([
          ("distanceMetres", .number(line.distanceMetres)),
          ("initialBearing", .number(line.initialBearingDegrees)),
          ("finalBearing", .number(line.finalBearingDegrees)),
          ("startTown", .text(start.town)), ("endTown", .text(end.town)),
        ]))
    }
    let bearing = Bearing.text(line.initialBearingDegrees, overMetres: line.distanceMetres).map {
      "  bearing \($0), on arrival \(Bearing.text(line.finalBearingDegrees))"
    }
    try session.console.print([
      DisplayText(session.units.length(metres: line.distanceMetres) + (bearing ?? ""))
    ])
  }
}

/// A position specified by an item, by coordinates or by a town's name.
struct SpecifiedPosition {
  let coordinate: Coordinate
  /// The ID of the item that specifies the position. Nil for a position specified by coordinates or
  /// by a town's name.
  var id: ItemID?
  /// The name of the town that specifies the position, with the name of its country. Nil for a
  /// position specified by coordinates or by an item.
  var town: String?
}

extension Session {
  /// Returns the position specified by an item's ID or name, by coordinates or by a town's name. If
  /// the text names a town, the town found is reported to the user, because several towns can have
  /// the same name.
  ///
  /// - Throws: ``Failure`` or ``LibraryError`` if the text does not specify a position.
  ///   A path without points does not specify a position.
  func spot(_ words: String, in library: Library) async throws -> SpecifiedPosition {
    do {
      let id = try await library.resolver(for: [words], kinds: [.location, .path]).item(words)
      if id.kind == .location, let place = try await library.snapshot(of: [id]).places.first {
        return SpecifiedPosition(coordinate: place.coordinate, id: id)
      }
      guard id.kind == .path, let columns = try await library.geometries(of: [id]).first?.columns,
        columns.count > 0
      else { throw Failure.usage("\(id) has no points and therefore no position.") }
      return SpecifiedPosition(coordinate: columns.coordinate(0), id: id)
    } catch let error as LibraryError where error.code == .notFound {
      // A name such as Bern may also be a valid geohash.
      let isName = !words.contains(where: \.isNumber)
      if isName, let spot = try await townSpot(words, in: library) { return spot }
      do {
        return SpecifiedPosition(coordinate: try await coordinate(words, in: library))
      } catch let error as CoordinateParseError {
        if !isName, let spot = try await townSpot(words, in: library) { return spot }
        throw Failure(
          .noInput, code: "notFound",
          "'\(words)' is not an item, a position or a town: \(error.message)",
          remedy: error.remedy
            ?? "Enter an ID, a full name, or latitude and longitude: 45.9817 6.8920.")
      }
    }
  }

  /// Returns the position of the town with the given name, and tells the user which town was found.
  /// If several towns match, large towns and towns near the library's items are preferred. Returns
  /// nil for an unknown name.
  private func townSpot(_ name: String, in library: Library) async throws -> SpecifiedPosition? {
    guard name.contains(where: \.isLetter), let towns, var town = towns.town(named: name) else {
      return nil
    }
    if town.others > 0, let centre = try await centre(of: library) {
      town = towns.town(named: name, near: centre) ?? town
    }
    let count = Numbers.counted(town.others, "other town")
    let verb = town.others == 1 ? "has" : "have"
    let others = town.others == 0 ? "" : " (\(count) \(verb) the same name)"
    console.say(
      DisplayText(
        "No item is named '\(name)', so the town \(town.longTitle) is used\(others)."))
    return SpecifiedPosition(coordinate: town.coordinate, town: town.title)
  }

  /// Returns the mean position of the places and of the paths' first points. Items in the trash are
  /// ignored. Returns nil for a library without positions.
  private func centre(of library: Library) async throws -> Coordinate? {
    let snapshot = try await library.snapshot(of: SnapshotScope(places: .all, paths: .all))
    let paths = snapshot.paths.filter { $0.trashed == nil }.map(\.id.key)
    let starts = try await library.levels(of: .keys(paths)) { PathOutline($0).start }
    return Coordinate.centre(
      of: snapshot.places.filter { $0.trashed == nil }.map(\.coordinate)
        + starts.values.compactMap(\.self))
  }
}

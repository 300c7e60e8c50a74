import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Map: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Draw a map of places and paths as text, a picture or an HTML page.")

  static let examples = [
    Example("cartographer map", "Draw everything on a map of 100 columns and 30 rows."),
    Example(
      "cartographer map P7 --size 60x20", "Draw one path on a map of 60 columns and 20 rows."),
    Example(
      "cartographer map P7 --map alps.pmtiles", "Draw one path over your own map file."),
    Example(
      "cartographer map --group \"Three days in the Alps\" --format ansi",
      "Draw a group in colour."),
    Example(
      "cartographer map --group Alps -o alps.svg --theme dark",
      "Draw a group as a picture on a dark background."),
    Example(
      "cartographer map --group Alps --html -o alps.html",
      "Write a page with the map, the profiles and the itinerary of a group."),
    Example(
      "cartographer map --heat --from 2026-01-01 --to 2026-12-31",
      "Draw a heat map of a year's tracks."),
    Example(
      "cartographer map P7 --colour-by slope -o slopes.svg",
      "Colour a path by slope."),
    Example(
      "cartographer map --group Alps --colour-by day -o alps.svg",
      "Colour the paths of a group by the days of its itinerary."),
    Example("cartographer map P7 --describe", "Describe a path and its surroundings in words."),
  ]

  @Argument(help: ArgumentHelp("IDs or names of items (default: everything).", valueName: "item"))
  var items: [String] = []

  @Option(
    help: ArgumentHelp(
      "Draw only the listed items that are in this group. If no items are listed, draw all members of the group.",
      valueName: "name|id"))
  var group: String?

  @Option(
    help: ArgumentHelp(
      """
      The size in columns and rows or, for a picture, in pixels (default: 100x30; 1200x900 pixels, \
      or 1000x640 in a page).
      """,
      valueName: "CxR"))
  var size: CellSize?

  @OptionGroup var picture: PictureOptions

  @Flag(exclusivity: .chooseLast) var base = BaseMapUse.drawn

  enum BaseMapUse: EnumerableFlag {
    case drawn, omitted

    static func name(for value: BaseMapUse) -> NameSpecification {
      .customLong(value == .drawn ? "base-map" : "no-base-map")
    }

    static func help(for value: BaseMapUse) -> ArgumentHelp? {
      switch value {
      case .drawn: "Draw the items over a base map of coasts, rivers, borders and towns."
      case .omitted: "Draw only the items and your own maps."
      }
    }
  }

  @Flag(help: "Describe the map in sentences, with countries and towns, instead of drawing it.")
  var describe = false

  @Flag(
    help: """
      Draw the tracks as a heat map: the number of tracks that pass through each cell, in five steps.
      """)
  var heat = false

  @Option(
    help: ArgumentHelp(
      """
      Colour paths from point to point by elevation, speed, slope, heart-rate or time, paths and \
      places by group, or the paths of a group by the day of its itinerary, with a legend (default: \
      the colour of the item or of its group). Without colours, characters show the values along \
      paths.
      """,
      valueName: "quantity"))
  var colourBy: PathColour?

  @Option(
    help: ArgumentHelp(
      """
      Draw only paths and places with times at or after this day or time, such as 2026-07-11, \
      2026-07 or 2026.
      """,
      valueName: "time"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      """
      Draw only paths and places with times before this time, or up to the end of this day, month \
      or year.
      """,
      valueName: "time"))
  var to: String?

  @OptionGroup var ownMaps: OwnMapOptions
  @OptionGroup var global: GlobalOptions

  func emptyDocument(in session: Session) -> JSONValue? {
    guard describe else { return .object([]) }
    let nothing = PictureContents(of: [], in: LibrarySnapshot(), [], title: nil)
    return ViewDescription(nothing, towns: nil, units: session.units).json
  }

  func run(in session: Session) async throws {
    let format = try picture.chosenFormat(in: session)
    if describe, picture.isGiven {
      throw Failure.usage(
        "`--describe` writes no picture, so it cannot be used with `-o` or a format.")
    }
    if heat, describe || format == .html {
      let output = describe ? "`--describe`" : "HTML"
      throw Failure.usage(
        "`--heat` draws only text, ANSI, SVG and PNG maps, so it cannot be used with \(output).")
    }
    if colourBy != nil, describe || heat {
      let option = describe ? "`--describe`" : "`--heat`"
      throw Failure.usage("`--colour-by` cannot be used with \(option).")
    }
    if describe, size != nil || picture.changesDrawing {
      throw Failure.usage(
        "`--describe` draws nothing, so `--size`, `--theme`, `--glyphs` and `--force` have no effect.",
        remedy: "Omit these options, or omit `--describe`.")
    }
    if global.json, !describe, picture.file == nil {
      throw Failure.usage(
        "`map` has JSON output only with `--describe` or with an output file.",
        remedy: "For data as JSON, use `list --json`.")
    }
    if ownMaps.isGiven, describe {
      throw Failure.usage("`--map`, `--layer` and `--relief` have no effect with `--describe`.")
    }
    let times = try times(in: session)
    let size = size ?? Self.standardSize(format)
    try size.check(for: format)
    let writer = try PictureWriter(picture, format, session)
    let userMaps = try ownMaps.userMaps(in: session)
    let library = try await session.libraryForReading()
    let named = try await session.items(items, in: library)
    let limit = try await session.group(group, in: library)
    let trip = try tripGroup(named, limit)
    var (ids, index) = try await session.chosen(named, in: limit, library)
    if let times {
      let recorded = try await library.recordedTimes(of: ids)
      ids.removeAll { id in
        let time = index.place(id)?.time
        guard let span = recorded[id] ?? time.map({ $0...$0 }) else { return true }
        return span.lowerBound >= times.upperBound || span.upperBound < times.lowerBound
      }
    }
    guard !ids.isEmpty || describe && global.json else {
      if picture.isGiven { throw Self.nothing }
      return try await session.sayNothingToShow(
        times == nil ? "places and paths" : "places and paths with times in this period",
        items, group, in: library)
    }
    let baseMap = base == .drawn ? session.openBaseMap() : nil
    // If the arguments name only one item or group, the picture is titled after it.
    let all = named + [limit].compactMap(\.self)
    let subject = all.count == 1 ? all[0] : nil
    var plan: ItineraryPlan?
    if let trip, colourBy == .day || trip == subject && !format.isText && !describe && !heat {
      plan = try await library.itinerary(of: trip).plan
    }
    if format.isText, !describe {
      let lines = try await lines(
        of: ids, index, plan, size, baseMap, userMaps, isColoured: format == .ansi, session,
        library)
      let credits = picture.file == nil ? [] : credits(baseMap, userMaps)
      return try await writer.write((lines + credits).map { "\($0)\n" }.joined())
    }
    var (contents, view) = try await PictureContents.read(
      ids, in: index.snapshot, from: library,
      title: subject.map { index.title($0) } ?? (ids.count == 1 ? index.title(ids[0]) : nil),
      isComplete: describe && global.json || colourBy?.isAlongPaths == true, readsPoints: !heat,
      coloursByGroup: colourBy == .group
    ) { PictureView(fitting: $0, width: size.columns, height: size.rows) }
    if describe { return try tell(contents, baseMap, session) }
    if contents.isEmpty { throw Self.nothing }
    contents.itinerary = plan
    if colourBy == .day, !contents.colourByDay() { sayNoDays(session) }
    var colouring: MapColouring?
    if let colourBy, colourBy.isAlongPaths {
      colouring = try await contents.colouring(
        by: colourBy, session.units, from: library)
      if colouring == nil { sayUncoloured(colourBy, session) }
    }
    var problems: [String] = []
    let tiles = try userMaps.scene(
      for: view.tileWindow(isPage: format == .html), relief: ownMaps.reliefFolder(in: session),
      problems: &problems)
    for problem in problems { session.console.say(DisplayText(problem)) }
    try await writer.write(
      session.picture(
        contents, format, in: view, picture, baseMap, heat: heat, colouring: colouring,
        userMaps: tiles))
  }

  /// Returns the group whose itinerary is drawn, or nil if the arguments do not name exactly one
  /// group.
  private func tripGroup(_ named: [ItemID], _ limit: ItemID?) throws -> ItemID? {
    let groups = limit.map { [$0] } ?? named.filter { $0.kind == .group }
    if groups.count == 1 { return groups[0] }
    guard colourBy == .day else { return nil }
    throw Failure.usage(
      "`--colour-by day` needs the itinerary of exactly one group.",
      remedy: "Choose the group with `--group`.")
  }

  private static let nothing = Failure.nothingToDraw(
    "There are no places or paths with points to draw, so no map was drawn.")

  private static func standardSize(_ format: PictureFormat) -> CellSize {
    switch format {
    case .text, .ansi: CellSize(columns: 100, rows: 30)
    case .svg, .png: CellSize(columns: 1_200, rows: 900)
    case .html: CellSize(columns: 1_000, rows: 640)
    }
  }

  /// Returns the time range specified by `--from` and `--to`. Returns nil if neither option is
  /// given.
  private func times(in session: Session) throws -> Range<Date>? {
    let start = try from.map { try DayOrTime(period: $0, of: "--from", in: session.zone).start }
    let end = try to.map { try DayOrTime(period: $0, of: "--to", in: session.zone).end }
    guard start != nil || end != nil else { return nil }
    let (first, last) = (start ?? .distantPast, end ?? .distantFuture)
    guard first <= last else {
      throw Failure.usage("The `--from` time is later than the `--to` time.")
    }
    return first..<last
  }

  // MARK: Text

  /// Returns the credits to print below a map. A map written to a file includes credits because it
  /// may be published.
  private func credits(_ baseMap: InstalledBaseMap?, _ userMaps: UserMaps) -> [String] {
    // Problems with map files have already been reported.
    var problems: [String] = []
    let own = userMaps.credits(problems: &problems).compactMap(\.credit)
    let all = (baseMap == nil ? [] : [Credit.mapLine]) + own
    return all.isEmpty ? [] : [""] + all
  }

  private func lines(
    of ids: [ItemID], _ index: ItemIndex, _ plan: ItineraryPlan?, _ size: CellSize,
    _ baseMap: InstalledBaseMap?, _ userMaps: UserMaps, isColoured: Bool, _ session: Session,
    _ library: Library
  ) async throws -> [String] {
    var printer = MapPrinter(
      baseMap: baseMap, userMaps: userMaps, relief: ownMaps.reliefFolder(in: session),
      units: session.units)
    for id in ids {
      guard let place = index.place(id) else { continue }
      printer.add(
        place: id, place.coordinate, name: place.name,
        colour: index.colour(of: place.colour, in: place.groups), symbol: place.symbol)
    }
    printer.showsHeatMap = heat
    let paths = ids.filter { $0.kind == .path }
    // A single path is drawn with marks at its ends.
    if colourBy?.isAlongPaths == true || paths.count == 1 && !heat {
      try await addPoints(of: paths, index, to: &printer, session, library)
    } else {
      try await addOutlines(of: paths, index, to: &printer, size, library)
    }
    if picture.file != nil, printer.isEmpty { throw Self.nothing }
    if let colourBy, !colourBy.isAlongPaths {
      if isColoured {
        colourItems(ids, index, plan, in: &printer, session)
      } else {
        session.console.say(
          DisplayText(
            """
            Text output has no colours, so the \(colourBy.missing) look alike. Choose --format ansi, or \
            a picture with -o.
            """))
      }
    }
    return printer.lines(
      columns: size.columns, rows: size.rows, colours: isColoured, ascii: picture.glyphs == .ascii,
      reporting: { session.console.say(DisplayText($0)) })
  }

  /// Colours the paths and places by group, or the paths by the days of an itinerary.
  private func colourItems(
    _ ids: [ItemID], _ index: ItemIndex, _ plan: ItineraryPlan?, in printer: inout MapPrinter,
    _ session: Session
  ) {
    guard colourBy == .day else {
      return printer.colour(by: GroupColours(of: ids, in: index.snapshot)) { id in
        index.place(id)?.groups ?? index.path(id)?.groups ?? []
      }
    }
    let paths = Set(ids.filter { $0.kind == .path })
    guard let days = plan.flatMap({ DayColours($0, isShown: paths.contains) }) else {
      return sayNoDays(session)
    }
    printer.colour(by: days)
  }

  /// Adds paths to the map printer, with only the points that a map of the given size shows.
  private func addOutlines(
    of paths: [ItemID], _ index: ItemIndex, to printer: inout MapPrinter, _ size: CellSize,
    _ library: Library
  ) async throws {
    let outlines = try await library.levels(of: .keys(paths.map(\.key)), PathOutline.init)
    let shown = paths.compactMap { id -> MapPath? in
      guard let path = index.path(id), let outline = outlines[id] else { return nil }
      return MapPath(
        id: id, outline: outline, colour: index.colour(of: path.colour, in: path.groups),
        isTrack: path.kind == .track)
    }
    try await printer.add(
      shown, drawnIn: Size(columns: size.columns, rows: size.rows), from: library)
  }

  /// Adds paths to the map printer, with all their points.
  private func addPoints(
    of paths: [ItemID], _ index: ItemIndex, to printer: inout MapPrinter, _ session: Session,
    _ library: Library
  ) async throws {
    let geometries = try await library.geometries(of: paths)
    for geometry in geometries {
      let path = index.path(geometry.id)
      printer.add(
        path: geometry.id, geometry.columns,
        colour: index.colour(of: path?.colour, in: path?.groups ?? []))
    }
    if let colourBy, colourBy.isAlongPaths,
      !(try await printer.colour(geometries, by: colourBy, from: library))
    {
      sayUncoloured(colourBy, session)
    }
  }

  private func sayUncoloured(_ quantity: PathColour, _ session: Session) {
    session.console.say(
      DisplayText("No path has \(quantity.missing), so each path is drawn in one colour."))
  }

  private func sayNoDays(_ session: Session) {
    session.console.say(
      "None of the drawn paths is in the itinerary, so the paths keep their colours.")
  }

  // MARK: Words

  private func tell(
    _ contents: PictureContents, _ baseMap: InstalledBaseMap?, _ session: Session
  ) throws {
    let description = ViewDescription(
      contents, towns: baseMap == nil ? nil : session.towns, units: session.units
    )
    if global.json { return try session.console.print(description.json) }
    try session.console.print(description.sentences.map { DisplayText($0) })
  }
}

extension PathColour: ExpressibleByArgument {}

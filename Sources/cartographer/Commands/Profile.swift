import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Profile: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Draw the elevation profile of a path as text, a picture or an HTML page.")

  static let examples = [
    Example("cartographer profile P7", "Draw a profile 100 columns wide and 12 rows high."),
    Example(
      "cartographer profile \"Day 2\" --size 60x8",
      "Draw a profile 60 columns wide and 8 rows high."),
    Example("cartographer profile P7 -o day2.png", "Draw a profile as a picture."),
  ]

  @Argument(help: ArgumentHelp("The ID or name of the path.", valueName: "item"))
  var item: String

  @Option(
    help: ArgumentHelp(
      """
      The size in columns and rows or, for a picture, in pixels (default: 100x12; 1200x400 pixels, \
      or 1000x640 for the map in a page).
      """,
      valueName: "CxR"))
  var size: CellSize?

  @OptionGroup var picture: PictureOptions

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    if global.json, picture.isGiven, picture.file == nil {
      throw Failure.usage(
        "With `--json`, a picture needs an output file.", remedy: "Add `-o FILE`.")
    }
    let format = try picture.chosenFormat(in: session)
    let size = size ?? Self.standardSize(format)
    try size.check(for: format)
    let writer = try PictureWriter(picture, format, session)
    let library = try await session.libraryForReading()
    let id = try await session.item(item, kind: .path, in: library)
    let geometries = try await library.geometries(of: [id])
    guard let geometry = geometries.first, geometry.count > 0 || !picture.isGiven else {
      throw Failure.nothingToDraw(
        "\(id.description) has no points, so no profile was drawn.")
    }
    guard !global.json || picture.isGiven else {
      return try session.console.print(
        Self.json(geometry, ItemIndex(try await library.snapshot(of: [id]))))
    }
    let units = session.units
    guard !format.isText else {
      let lines = ProfilePrinter.lines(
        geometry.columns, units: units, columns: size.columns, rows: size.rows,
        colours: format == .ansi, ascii: picture.glyphs == .ascii)
      return try await writer.write(lines.map { "\($0)\n" }.joined())
    }
    let snapshot = try await library.snapshot(of: [id])
    let contents = PictureContents(
      of: [id], in: snapshot, [geometry], title: snapshot.path(id)?.title)
    guard format != .html else {
      let view = PictureView(fitting: contents, width: size.columns, height: size.rows)
      return try await writer.write(
        session.picture(contents, format, in: view, picture, session.openBaseMap()))
    }
    guard let path = contents.paths.first else { return }
    try await writer.write(
      ProfilePicture(path, width: size.columns, height: size.rows, units: units)
        .svg(picture.theme ?? .light))
  }

  /// Returns a JSON object that contains a path and the distances and elevations of its points.
  private static func json(_ geometry: PathGeometry, _ index: ItemIndex) -> JSONValue {
    let columns = geometry.columns
    let rows = zip(TrackMeasures.cumulativeMetres(columns), columns.elevations).lazy.map {
      JSONValue.object([("distanceMetres", .number($0)), ("elevation", .measure($1))])
    }
    let path = index.path(geometry.id).map { index.members(of: $0, geometry.measures) } ?? []
    return .object(path + [("profile", .rows(AnySequence(rows)))])
  }

  private static func standardSize(_ format: PictureFormat) -> CellSize {
    switch format {
    case .text, .ansi: CellSize(columns: 100, rows: 12)
    case .svg, .png: CellSize(columns: 1_200, rows: 400)
    case .html: CellSize(columns: 1_000, rows: 640)
    }
  }
}

import ArgumentParser
import CartographerCore
import Foundation
import Geodesy

struct Elevation: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Take elevations from a terrain model, or shift them.",
    discussion: """
      The model is a folder of SRTM tiles named as N46E007.hgt, of one or three seconds of arc; \
      nothing is fetched from anywhere.
      """)

  static let examples = [
    Example("cartographer elevation P7 --tiles ~/srtm", "For points that have none."),
    Example("cartographer elevation P7 --tiles ~/srtm --replace", "For all."),
    Example("cartographer elevation P7 --shift -48m", "All lower."),
  ]

  @Option(
    help: ArgumentHelp("A folder of .hgt files.", valueName: "folder"), completion: .directory)
  var tiles: String?
  @Flag(help: "Also for points that have an elevation.") var replace = false
  @Option(
    help: ArgumentHelp(
      "Add so much to the elevations, or to what the tiles say.", valueName: "length"))
  var shift: String?

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let offset = try shift.map { try Quantity.metres(argument: $0) }
    if let tiles {
      return try await session.perform(
        .terrain(
          folder: URL(filePath: tiles, directoryHint: .isDirectory),
          replace ? .replace : .fill, offsetMetres: offset ?? 0), options)
    }
    guard let offset, !replace else {
      throw Failure.usage(
        "elevation needs --tiles or --shift.",
        remedy: "As in: cartographer elevation P7 --tiles ~/srtm")
    }
    try await session.perform(.offsetElevations(metres: offset), options)
  }
}

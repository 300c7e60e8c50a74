import ArgumentParser
import CartographerCore
import Foundation
import Geodesy

struct Elevation: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "elevation",
    abstract: "Set the elevations of a path from a terrain model, or shift them.",
    discussion: """
      The terrain model is a folder of SRTM tiles with names such as N46E007.hgt, at a resolution of \
      one or three arc seconds. Nothing is downloaded.
      """)

  static let examples = [
    Example("cartographer elevation P7 --tiles ~/srtm", "Fill in missing elevations."),
    Example("cartographer elevation P7 --tiles ~/srtm --replace", "Replace all elevations."),
    Example("cartographer elevation P7 --shift -48m", "Lower all elevations by 48 m."),
  ]

  @Option(
    help: ArgumentHelp("The folder that contains the .hgt files.", valueName: "folder"),
    completion: .directory)
  var tiles: String?
  @Flag(help: "Also replace existing elevations.") var replace = false
  @Option(
    help: ArgumentHelp(
      "The offset to add to the path's elevations or, with --tiles, to the model's elevations, such as -48m.",
      valueName: "length"))
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
        replace
          ? "`--replace` needs `--tiles`, the folder that contains the .hgt files."
          : "`elevation` needs `--tiles` or `--shift`.",
        remedy: "Example: cartographer elevation P7 --tiles ~/srtm")
    }
    try await session.perform(.offsetElevations(metres: offset), options)
  }
}

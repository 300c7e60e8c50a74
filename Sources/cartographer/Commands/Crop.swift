import ArgumentParser
import CartographerCore
import Foundation
import Geodesy

struct Crop: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "crop",
    abstract: "Keep or remove a part of a path.",
    discussion: """
      If the part begins or ends between two points, a point is interpolated at the exact distance \
      or time.
      """)

  static let examples = [
    Example(
      "cartographer crop P7 --distance 2-9km", "Keep the part from kilometre 2 to kilometre 9."),
    Example(
      "cartographer crop P7 --from \"2026-07-11 08:00\"",
      "Keep the part recorded from 08:00 onwards."),
    Example(
      "cartographer crop P7 --points 120-180 --out",
      "Remove points 120 to 180 and leave a gap."),
    Example("cartographer crop P7 --distance 2km-", "Remove the first two kilometres."),
    Example(
      "cartographer crop P7 --near Home:500m --out", "Remove the parts within 500 m of a place."),
  ]

  @OptionGroup var part: PartOptions
  @Option(
    help: ArgumentHelp(
      "The parts near a place or position, optionally with a radius: Home:500m (default: 100 m).",
      valueName: "place[:length]"))
  var near: String?

  @Flag(help: "Remove the part instead of keeping it.") var out = false

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    var parts = try part.parts(in: session.zone)
    if let range = try options.range { parts.append(.points(range)) }
    if let near {
      let library = try await session.libraryForReading()
      let zone = try await session.surroundings(near, .near(), in: library)
      parts.append(.near(zone.center, radiusMetres: zone.metres))
    }
    guard parts.count == 1, let part = parts.first else {
      throw Failure.usage(
        """
        `crop` needs exactly one part: `--points`, `--distance`, `--near`, or `--from` and `--to`.
        """,
        remedy: "Example: cartographer crop P7 --distance 2km-9km")
    }
    var options = options
    options.points = nil
    try await session.perform(out ? .cut(out: part) : .crop(part), options)
  }
}

import ArgumentParser
import CartographerCore
import Geodesy

struct Smooth: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "smooth",
    abstract: "Smooth the positions or the elevations of a path.",
    discussion: """
      --median removes outliers; --width averages over a distance or a time. The ends of each \
      segment, and therefore the difference between ascent and descent, stay unchanged.
      """)

  static let examples = [
    Example("cartographer smooth P7 --width 30m --only elevation", "Smooth only the elevations."),
    Example("cartographer smooth P7 --median 5", "Remove isolated outliers from a path."),
  ]

  enum Part: String, CaseIterable, ExpressibleByArgument { case position, elevation }

  @Option(
    help: ArgumentHelp(
      "The number of points in the median filter's window, such as 5; either `--median` or `--width` is required.",
      valueName: "n"))
  var median: Int?
  @Option(
    help: ArgumentHelp(
      "The width of the averaging window: a length or a duration, such as 30m or 20s; without a unit, in metres. Either `--median` or `--width` is required.",
      valueName: "measure"))
  var width: String?
  @Option(help: "Smooth only these values: position or elevation.") var only: Part?

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    try await session.perform(
      .smooth(try smoothing(), positions: only != .elevation, elevations: only != .position),
      options)
  }

  private func smoothing() throws -> TrackSmoothing {
    switch (median, width) {
    case (let median?, nil): return .median(points: median)
    case (nil, let width?):
      switch try LengthOrTime(width, bareIsMetres: true) {
      case .metres(let metres): return .bellOverDistance(metres: metres)
      case .seconds(let seconds): return .bellOverTime(seconds: seconds)
      }
    default:
      throw Failure.usage(
        "`smooth` needs either `--median` or `--width`.",
        remedy: "Example: cartographer smooth P7 --width 30m")
    }
  }
}

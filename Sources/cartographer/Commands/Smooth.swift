import ArgumentParser
import CartographerCore
import Geodesy

struct Smooth: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Smooth the course or the elevations of a path.",
    discussion: """
      A median takes away what sticks out; a width evens out by distance or time. The ends of each \
      segment stay, so what it climbs less what it falls stays too.
      """)

  static let examples = [
    Example("cartographer smooth P7 --width 30m --only elevation", "Heights alone."),
    Example("cartographer smooth P7 --median 5", "Single wild points."),
  ]

  enum Part: String, CaseIterable, ExpressibleByArgument { case position, elevation }

  @Option(help: ArgumentHelp("The median of so many points.", valueName: "n")) var median: Int?
  @Option(help: ArgumentHelp("Over a length or a time: 30m, 20s.", valueName: "measure"))
  var width: String?
  @Option(help: "Only the position, or only the elevation.") var only: Part?

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
        "smooth needs either --median or --width.",
        remedy: "As in: cartographer smooth P7 --width 30m")
    }
  }
}

import ArgumentParser
import CartographerCore
import Geodesy

struct Clean: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Remove points that look like recording errors.",
    discussion: """
      Without options, clean removes duplicate points, spikes and points out of time order. Preview \
      the result with --dry-run.
      """)

  static let examples = [
    Example("cartographer clean P7 --dry-run", "Show the points that would be removed."),
    Example(
      "cartographer clean P7 --speed 200km/h", "Remove points that need a higher speed to reach."),
    Example(
      "cartographer clean P7 --rest 5min", "Remove the drift during stops of 5 minutes or longer."),
  ]

  @Flag(help: "Remove points at the position of the previous point.") var duplicates = false
  @Flag(help: "Remove single points far off the path.") var spikes = false
  @Option(
    help: ArgumentHelp(
      "Remove points that need a higher speed to reach, such as 200km/h.", valueName: "speed"))
  var speed: String?
  @Option(
    help: ArgumentHelp(
      "Remove the points within stops of at least this time, such as 5min.", valueName: "time"))
  var rest: String?
  @Option(
    help: ArgumentHelp("The radius of a stop, with --rest (default: 25m).", valueName: "length"))
  var radius: String?
  @Flag(name: .customLong("time-order"), help: "Remove points out of time order.")
  var timeOrder = false

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard radius == nil || rest != nil else {
      throw Failure.usage(
        "--radius needs --rest, because it is the radius of a stop.",
        remedy: "Example: cartographer clean P7 --rest 5min --radius 25m")
    }
    let isDefault = !duplicates && !spikes && !timeOrder && speed == nil && rest == nil
    let cleaning = TrackCleaning(
      duplicates: duplicates || isDefault ? .position : nil,
      spikeLimit: spikes || isDefault ? 5 : nil,
      speedLimit: try speed.map { try Quantity.metresPerSecond(argument: $0) },
      stop: try rest.map {
        TrackCleaning.Stop(
          radiusMetres: try Quantity.metres(argument: radius ?? "25m"),
          seconds: try Quantity.seconds(argument: $0))
      }, timesOutOfOrder: timeOrder || isDefault)
    try await session.perform(.clean(cleaning), options)
  }
}

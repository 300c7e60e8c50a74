import ArgumentParser
import CartographerCore
import Geodesy

struct Clean: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Remove points that look like recording errors.",
    discussion: """
      Without options, `clean` removes duplicate points, spikes and points whose times are out of \
      order. Preview the result with --dry-run.
      """)

  static let examples = [
    Example("cartographer clean P7 --dry-run", "Show how many points would be removed."),
    Example(
      "cartographer clean P7 --speed 200km/h",
      "Remove points that imply a speed above 200 km/h."),
    Example(
      "cartographer clean P7 --rest 5min", "Remove GPS drift during stops of at least 5 minutes."),
  ]

  @Flag(help: "Remove points at the same position as the previous point.") var duplicates = false
  @Flag(help: "Remove spikes: single points far away from the rest of the path.") var spikes = false
  @Option(
    help: ArgumentHelp(
      "Remove points that imply a higher speed than this limit, such as 200km/h.",
      valueName: "speed"))
  var speed: String?
  @Option(
    help: ArgumentHelp(
      "Remove points recorded during stops that last at least this long, such as 5min.",
      valueName: "time"))
  var rest: String?
  @Option(
    help: ArgumentHelp(
      "The radius of the stops that --rest detects (default: 25m).", valueName: "length"))
  var radius: String?
  @Flag(name: .customLong("time-order"), help: "Remove points whose times are out of order.")
  var timeOrder = false

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard radius == nil || rest != nil else {
      throw Failure.usage(
        "`--radius` works only with `--rest`.",
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

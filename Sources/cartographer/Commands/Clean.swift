import ArgumentParser
import CartographerCore
import Geodesy

struct Clean: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Take points away that look wrong.",
    discussion: """
      Without a choice: points at the place of the one before, points beside the way, and points \
      out of the order of time. Look first with --dry-run.
      """)

  static let examples = [
    Example("cartographer clean P7 --dry-run", "What would go."),
    Example("cartographer clean P7 --speed 200km/h", "What could not be reached."),
    Example("cartographer clean P7 --rest 5min", "The wandering of a receiver at rest."),
  ]

  @Flag(help: "Points at the place of the one before.") var duplicates = false
  @Flag(help: "Points beside the way, gone to and come back from.") var spikes = false
  @Option(help: ArgumentHelp("Points that could only be reached faster.", valueName: "speed"))
  var speed: String?
  @Option(
    help: ArgumentHelp("The points between the ends of rests of so long.", valueName: "time"))
  var rest: String?
  @Option(help: ArgumentHelp("How far a rest wanders (default: 25m).", valueName: "length"))
  var radius: String?
  @Flag(name: .customLong("time-order"), help: "Points out of the order of time.")
  var timeOrder = false

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard radius == nil || rest != nil else {
      throw Failure.usage(
        "--radius says how far a rest wanders, and no --rest is given.",
        remedy: "As in: cartographer clean P7 --rest 5min --radius 25m")
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

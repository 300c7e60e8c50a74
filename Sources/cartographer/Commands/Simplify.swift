import ArgumentParser
import CartographerCore
import Geodesy

struct Simplify: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "simplify",
    abstract: "Remove the points that matter least to a path's shape.",
    discussion: """
      With --tolerance, no removed point is farther from the simplified path than the tolerance. The \
      ends of each segment are kept.
      """)

  static let examples = [
    Example(
      "cartographer simplify P7 --tolerance 5m",
      "Remove points within 5 metres of the simplified path."),
    Example("cartographer simplify P7 --to 500", "Keep at most 500 points."),
    Example(
      "cartographer simplify P7 --to 500 --dry-run", "Show the result without changing the path."),
  ]

  @Option(
    help: ArgumentHelp(
      "The maximum distance of removed points from the simplified path, such as 5m or 20ft.",
      valueName: "length"))
  var tolerance: String?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The maximum number of points to keep, such as 500.", valueName: "n"))
  var count: Int?

  @OptionGroup var options: OperationOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    switch (tolerance, count) {
    case (let tolerance?, nil):
      try await session.perform(
        .simplify(toleranceMetres: try Quantity.metres(argument: tolerance)), options)
    case (nil, let count?) where count > 1:
      try await session.perform(.simplifyTo(count: count), options)
    default:
      throw Failure.usage(
        "`simplify` needs either `--tolerance`, or `--to` with at least two points.",
        remedy: "Example: cartographer simplify P7 --tolerance 5m")
    }
  }
}

import ArgumentParser
import CartographerCore
import Geodesy

struct Simplify: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Take away the points of a path that matter least.",
    discussion: """
      With a tolerance no point that goes was farther from the line that is left. The ends of each \
      segment stay.
      """)

  static let examples = [
    Example("cartographer simplify P7 --tolerance 5m", "Within five metres of what it was."),
    Example("cartographer simplify P7 --to 500", "At most 500 points."),
    Example("cartographer simplify P7 --to 500 --dry-run", "What that would do."),
  ]

  @Option(help: ArgumentHelp("How far the line may move: 5m, 20ft.", valueName: "length"))
  var tolerance: String?

  @Option(name: .customLong("to"), help: ArgumentHelp("How many points may stay.", valueName: "n"))
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
        "simplify needs either --tolerance or --to with two points or more.",
        remedy: "As in: cartographer simplify P7 --tolerance 5m")
    }
  }
}

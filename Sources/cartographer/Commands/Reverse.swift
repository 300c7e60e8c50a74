import ArgumentParser
import CartographerCore

struct Reverse: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Turn paths round: the last point comes first.",
    discussion: """
      Times still run forward: the way back begins when the way there did, and each leg takes as long \
      as it took. With --strip-times none are left, since nobody went that way then.
      """)

  static let examples = [
    Example("cartographer reverse P7", "With times that run forward."),
    Example("cartographer reverse P7 P8 --strip-times", "Without times."),
  ]

  @Argument(help: ArgumentHelp("Paths: ids or names.", valueName: "item"))
  var items: [String]

  @Flag(name: .customLong("strip-times"), help: "Take their times away.")
  var stripTimes = false

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let ids = try await session.paths(items, in: library)
    try await session.apply(
      ids.map { .editPoints(of: $0, stripTimes ? .reverseWithoutTimes : .reverse) }, to: library)
  }
}

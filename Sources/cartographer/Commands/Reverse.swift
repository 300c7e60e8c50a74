import ArgumentParser
import CartographerCore

struct Reverse: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "reverse",
    abstract: "Reverse paths, so that the last point comes first.",
    discussion: """
      Times remain in ascending order: the reversed path keeps its start time and the duration of \
      each leg. With --strip-times, the times are removed, since they were not recorded in this \
      direction.
      """)

  static let examples = [
    Example("cartographer reverse P7", "Reverse a path; its times stay in ascending order."),
    Example(
      "cartographer reverse P7 P8 --strip-times", "Reverse two paths and remove their times."),
  ]

  @OptionGroup var chosen: ItemArguments

  @Flag(name: .customLong("strip-times"), help: "Remove the times of all points.")
  var stripTimes = false

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let ids = try await session.paths(chosen, in: library)
    try await session.apply(
      ids.map { .editPoints(of: $0, stripTimes ? .reverseWithoutTimes : .reverse) }, to: library)
  }
}

import ArgumentParser

struct Split: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Split a path in two at one of its points, which both share.")

  static let examples = [
    Example("cartographer split P7 --at 120", "Points are numbered as `show --points` has them.")
  ]

  @Argument(help: "The path: its id or name.") var item: String
  @Option(help: ArgumentHelp("The point's number, from 0.", valueName: "point")) var at: Int

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    try await PointTarget(item, session).split(at: at, session)
  }
}

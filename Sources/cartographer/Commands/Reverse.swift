import ArgumentParser
import CartographerCore

struct Reverse: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Turn a path round: its last point comes first.")

  static let examples = [Example("cartographer reverse P7", "")]

  @Argument(help: "The path: its id or name.") var item: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let id = try await session.item(item, kind: .path, in: library)
    try await session.apply(.editPoints(of: id, .reverse), to: library)
  }
}

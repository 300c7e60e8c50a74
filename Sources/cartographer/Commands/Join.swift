import ArgumentParser
import CartographerCore

struct Join: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Append paths to the first, which keeps its name.",
    discussion: "The appended paths go to the trash; their points become segments of the first.")

  static let examples = [Example("cartographer join P7 P8 P9", "P7 is then all three.")]

  @Argument(help: ArgumentHelp("Paths in order: ids or names.", valueName: "item"))
  var items: [String]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    var ids: [ItemID] = []
    for item in items { ids.append(try await session.item(item, kind: .path, in: library)) }
    try await session.apply(.join(ids), to: library)
  }
}

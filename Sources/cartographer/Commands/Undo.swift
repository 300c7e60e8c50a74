import ArgumentParser
import CartographerApp
import CartographerCore

struct Undo: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Take back the newest change, whoever made it.")

  static let examples = [
    Example("cartographer undo", "The newest change."),
    Example("cartographer undo 3", "The three newest, one after the other."),
    Example(
      "cartographer undo --import I5",
      "What an import brought, also after later changes; what those touched stays."),
  ]

  @Argument(help: "How many changes.") var count = 1

  @Option(
    name: .customLong("import"), help: ArgumentHelp("Take this import back.", valueName: "id"))
  var record: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    if let record {
      guard let id = ItemID(record), id.kind == .importRecord else {
        throw Failure.usage("'\(record)' is no import.", remedy: "See: cartographer imports")
      }
      return try await session.apply(.removeImport(id), to: library)
    }
    try await session.repeatStep(count, "Undone: ") { try await library.undo() }
  }
}

extension Session {
  /// Undoes or redoes a number of times and tells what all of it changed.
  func repeatStep(
    _ count: Int, _ verb: PrintableText, _ step: () async throws -> EditResult
  ) async throws {
    guard count > 0 else { throw Failure.usage("The number of changes must be 1 or more.") }
    var results: [EditResult] = []
    for position in 1...count {
      do {
        results.append(try await step())
      } catch let error as LibraryError where error.code == .nothingToUndo && position > 1 {
        break
      }
      if !global.json { try report(results[results.count - 1], verb: verb) }
    }
    guard global.json, let last = results.last else { return }
    try console.print(
      Self.json(
        EditResult(
          title: last.title, changed: Self.unique(results.flatMap(\.changed)),
          created: Self.unique(results.flatMap(\.created)),
          deleted: Self.unique(results.flatMap(\.deleted)), undo: last.undo)))
  }

  private static func unique(_ ids: [ItemID]) -> [ItemID] {
    Array(Set(ids)).sorted()
  }
}

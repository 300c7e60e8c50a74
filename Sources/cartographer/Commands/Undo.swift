import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Undo: Verb {
  static let scriptObstacle: String? = "the history goes by whole scripts"

  static let configuration = CommandConfiguration(
    abstract: "Take back the newest change, whoever made it.")

  static let examples = [
    Example("cartographer undo", "The newest change."),
    Example("cartographer undo 3", "The three newest, one after the other."),
    Example(
      "cartographer undo --import I5",
      "What an import brought, also after later changes; what those touched stays."),
  ]

  @Argument(help: "How many changes, the newest first.", transform: ChangeCount.parse)
  var count: Int?

  @Option(
    name: .customLong("import"), help: ArgumentHelp("Take this import back.", valueName: "id"))
  var record: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    if let record {
      guard count == nil else {
        throw Failure.usage("A number of changes and --import are two things; give one of them.")
      }
      guard let id = ItemID(record), id.kind == .importRecord else {
        throw Failure.usage("'\(record)' is no import.", remedy: "See: cartographer imports")
      }
      return try await session.apply(.removeImport(id), to: session.libraryForWriting())
    }
    let library = try await session.libraryForWriting()
    let count = count ?? 1
    let done = try await library.history().count { $0.state == .done }
    try ChangeCount.require(count, of: done, "undo", "Nothing was undone.")
    try await session.repeatStep(count, "Undone: ") { try await library.undo() }
  }
}

/// How many changes `undo` and `redo` go through.
enum ChangeCount {
  static func parse(_ text: String) throws -> Int {
    if let count = Int(text), count > 0 { return count }
    if let id = ItemID(text), id.kind == .importRecord {
      throw ValidationError("To take back the import \(id) write: undo --import \(id)")
    }
    throw ValidationError(
      "The argument is how many changes, 1 or more; `cartographer log` lists them.")
  }

  /// Refuses to begin what cannot be ended, so that a number taken for an id does no harm. One change
  /// where there is none is left to the library, which says so.
  static func require(_ count: Int, of there: Int, _ verb: String, _ outcome: String) throws {
    guard count > 1, count > there else { return }
    let changes = there == 1 ? "is 1 change" : "are \(there) changes"
    throw Failure.usage(
      "The number says how many changes, and there \(changes) to \(verb), not \(count). \(outcome)",
      remedy: "See: cartographer log")
  }
}

extension Session {
  /// Undoes or redoes a number of times and tells what all of it changed.
  func repeatStep(
    _ count: Int, _ verb: DisplayText, _ step: () async throws -> EditResult
  ) async throws {
    var results: [EditResult] = []
    for position in 1...count {
      do {
        results.append(try await step())
      } catch let error as LibraryError where error.code == .nothingToUndo && position > 1 {
        break
      }
      if !global.json { try report(results[results.count - 1], verb: verb) }
    }
    guard global.json, let all = EditResult(inOrder: results) else { return }
    try console.print(json(all))
  }
}

extension EditResult {
  /// What changes that followed one another did together, each item named once; nil for none.
  fileprivate init?(inOrder results: [EditResult]) {
    guard let last = results.last else { return nil }
    var (changed, created, deleted): (Set<ItemID>, Set<ItemID>, Set<ItemID>) = ([], [], [])
    for result in results {
      for id in result.created {
        if deleted.remove(id) == nil { created.insert(id) } else { changed.insert(id) }
      }
      changed.formUnion(result.changed.filter { !created.contains($0) })
      for id in result.deleted where created.remove(id) == nil { deleted.insert(id) }
      changed.subtract(deleted)
    }
    self.init(
      title: last.title, changed: changed.sorted(), created: created.sorted(),
      deleted: deleted.sorted(), undo: last.undo)
  }
}

import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Undo: Verb {
  static let scriptObstacle: String? = "a script is undone and redone as a whole"

  static let configuration = CommandConfiguration(
    abstract: "Undo the newest change, even if another program made it.")

  static let examples = [
    Example("cartographer undo", "Undo the newest change."),
    Example("cartographer undo 3", "Undo the three newest changes."),
    Example("cartographer undo 3 --dry-run", "Show which three changes would be undone."),
    Example(
      "cartographer undo --import I5",
      "Remove the items of an import, except those edited afterwards."),
  ]

  @Argument(help: "The number of changes to undo (default: 1).", transform: ChangeCount.parse)
  var count: Int?

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Undo this import, such as I5, instead of the newest change.", valueName: "id"))
  var record: String?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    if let record {
      guard count == nil else {
        throw Failure.usage(
          "A number of changes and `--import` cannot be used together. Use only one of them.")
      }
      guard let id = ItemID(record), id.kind == .importRecord else {
        throw Failure.usage(
          "'\(record)' is not the ID of an import.", remedy: "See: cartographer imports")
      }
      guard dryRunOption.dryRun else {
        return try await session.apply(.removeImport(id), to: session.libraryForWriting())
      }
      return try await session.trying {
        try await session.apply(.removeImport(id), to: session.libraryForWriting())
      }
    }
    let library = try await session.libraryForWriting()
    let count = count ?? 1
    let done = try await library.history().count { $0.state == .done }
    try ChangeCount.require(count, of: done, "undo", "Nothing was undone.")
    guard !dryRunOption.dryRun else {
      return try session.reportDryRun(try await library.dryRunUndo(count), "Would undo: ")
    }
    try await session.repeatStep(count, "Undone: ") { try await library.undo() }
  }
}

/// The number of changes to undo or redo.
enum ChangeCount {
  static func parse(_ text: String) throws -> Int {
    if let count = Int(text), count > 0 { return count }
    if let id = ItemID(text), id.kind == .importRecord {
      throw ValidationError("To undo the import \(id), write: undo --import \(id)")
    }
    throw ValidationError(
      "The number of changes must be 1 or more. See: cartographer log")
  }

  /// Checks that the given number of changes can be undone or redone.
  ///
  /// The check protects users who type the number of a change instead of how many changes to undo
  /// or redo. The number 1 always passes, because the library itself reports an error if there is no
  /// change.
  static func require(_ count: Int, of there: Int, _ verb: String, _ outcome: String) throws {
    guard count > 1, count > there else { return }
    let changes = there == 1 ? "is 1 change" : "are \(there) changes"
    throw Failure.usage(
      "There \(changes) to \(verb), not \(count). \(outcome)",
      remedy:
        "Write how many changes to \(verb), not the number of a change. See: cartographer log")
  }
}

extension Session {
  /// Undoes or redoes the given number of changes and reports the results.
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
    try console.print(.object(members(all)))
  }

  /// Reports the changes that an undo or redo would make.
  func reportDryRun(_ results: [EditResult], _ verb: DisplayText) throws {
    isDryRun = true
    guard !global.json else {
      guard let all = EditResult(inOrder: results) else { return }
      return try console.print(.object(members(all)))
    }
    for result in results { try console.result("\(verb)\(result.title.imperative)") }
    console.say("Nothing was changed.")
  }
}

extension EditResult {
  /// Creates the combined result of successive changes, without duplicate items, or returns nil if
  /// there are no results.
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

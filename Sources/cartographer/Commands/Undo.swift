import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Undo: ConsoleCommand {
  static let scriptObstacle: String? = "a script is undone and redone as a whole"

  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the latest change, even if another program made it.",
    discussion: """
      The argument is the number of changes to undo, newest first. To undo a change by its number \
      in `log`, use --change.

      --change reverts one change and keeps the later changes. If later changes affected the same \
      items, nothing is undone, and these changes are listed. Reverting any change other than the \
      latest is itself a new change, which `undo` can undo.
      """)

  static let examples = [
    Example("cartographer undo", "Undo the latest change."),
    Example("cartographer undo 3", "Undo the three latest changes."),
    Example("cartographer undo 3 --dry-run", "Show which three changes would be undone."),
    Example(
      "cartographer undo --change 24", "Undo only change 24, and keep the later changes."),
    Example("cartographer undo --change 22..24", "Undo changes 22 to 24 as one change."),
    Example(
      "cartographer undo --expect 24", "Undo the latest change, but only if it is change 24."),
    Example(
      "cartographer undo --import I5",
      "Remove the items of an import, except items that were edited afterwards."),
  ]

  @Argument(
    help: "The number of changes to undo (default: 1). To undo a specific change, use --change.",
    transform: ChangeCount.parse)
  var count: Int?

  @Option(
    help: ArgumentHelp(
      """
      Undo only the change with this number in `log`, or a range of changes such as 3..5, and keep later \
      changes.
      """,
      valueName: "change"))
  var change: String?

  @Option(
    help: ArgumentHelp(
      "Undo only if the latest change has this number.", valueName: "change"))
  var expect: Int64?

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Undo the import with this ID, such as I5, instead of the latest change.", valueName: "id"))
  var record: String?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let ways = [
      ("A number of changes", count != nil), ("`--change`", change != nil),
      ("`--import`", record != nil), ("`--expect`", expect != nil && count == nil),
    ].filter(\.1).map(\.0)
    guard ways.count < 2 else {
      throw Failure.usage(
        "\(ways[0]) and \(ways[1]) cannot be used together. Use only one of them.")
    }
    // Undoing an import is a new change and leaves later changes as they are.
    if let record {
      guard let id = ItemID(record), id.kind == .importRecord else {
        throw Failure.usage(
          "'\(record)' is not the ID of an import.", remedy: "See: cartographer imports")
      }
      return try await apply([.removeImport(id)], session)
    }
    let library = try await session.libraryForWriting()
    let done = try await library.history().filter { $0.state == .done }
    if let change {
      let numbers = try ChangeCount.numbers(change, among: done)
      // If only the latest change is to be undone, the ordinary undo below is used, so that the
      // change can be redone.
      if numbers.count > 1 || done.last?.id != numbers.first {
        return try await apply(
          numbers.map(LibraryEdit.undoChange),
          undoing: done.reversed().filter { numbers.contains($0.id) },
          session)
      }
    }
    // Another process may have changed the library since the caller read the history.
    if let expect, done.last?.id != expect {
      let reason =
        done.last.map { "The latest change is \($0.words), not \(expect)" }
        ?? "There is no change to undo"
      throw Failure(
        .conflict, code: "changedMeanwhile", "\(reason), so nothing was undone.",
        remedy: "To undo only change \(expect): cartographer undo --change \(expect)")
    }
    let count = count ?? 1
    try ChangeCount.require(count, of: done.count, "undo", "Nothing was undone.")
    let targets = Array(done.suffix(count).reversed())
    guard !dryRunOption.dryRun else {
      return try session.reportDryRun(
        try await library.dryRunUndo(count), of: targets, "Would undo")
    }
    try await session.repeatStep(targets, "Undid") { try await library.undo($0) }
  }

  private func apply(
    _ edits: [LibraryEdit], undoing changes: [LibraryChange] = [], _ session: Session
  ) async throws {
    guard dryRunOption.dryRun else {
      return try await session.apply(edits, undoing: changes, to: session.libraryForWriting())
    }
    try await session.trying {
      try await session.apply(edits, undoing: changes, to: session.libraryForWriting())
    }
  }
}

extension LibraryChange {
  /// The change's number and title as text, such as `24 (Edit Ridge)`.
  fileprivate var words: String { "\(id) (\(title.imperative))" }
}

/// Functions that parse and check the arguments of `undo` and `redo`.
enum ChangeCount {
  static func parse(_ text: String) throws -> Int {
    if let count = Int(text), count > 0 { return count }
    if let id = ItemID(text), id.kind == .importRecord {
      throw ValidationError("To undo the import \(id), write: undo --import \(id)")
    }
    throw ValidationError(
      "The number of changes must be 1 or more. See: cartographer log")
  }

  /// Returns the numbers of the changes selected by `--change`, newest first.
  ///
  /// - Parameter text: The number of a change, or a range such as `3..5`.
  /// - Throws: ``Failure`` if the text is neither a change number nor a range of changes.
  ///   The ends of a range must be changes that can be undone.
  static func numbers(_ text: String, among changes: [LibraryChange]) throws -> [Int64] {
    if let number = Int64(text) { return [number] }
    let ends = text.components(separatedBy: "..").map { Int64($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      throw Failure.usage(
        "'\(text)' is neither a change number nor a range of changes.",
        remedy: "Enter a number such as 12, or a range such as 12..15. See: cartographer log")
    }
    let numbers = changes.map(\.id).filter { (first...last).contains($0) }
    guard numbers.contains(first), numbers.contains(last) else {
      throw Failure(
        .noInput, code: "notFound",
        "Change \(numbers.contains(first) ? last : first) does not exist or cannot be undone.",
        remedy: "See: cartographer log")
    }
    return numbers.reversed()
  }

  /// Checks that the given number of changes can be undone or redone.
  ///
  /// The check detects a change number that was typed by mistake instead of a count. A count of 1
  /// always passes the check, because the library itself reports an error if there is no change to
  /// undo or redo.
  static func require(_ count: Int, of there: Int, _ verb: String, _ outcome: String) throws {
    guard count > 1, count > there else { return }
    let changes = there == 1 ? "is 1 change" : "are \(Numbers.grouped(there)) changes"
    throw Failure.usage(
      "There \(changes) to \(verb), not \(Numbers.grouped(count)). \(outcome)",
      remedy:
        "Specify how many changes to \(verb), not the number of a change. See: cartographer log")
  }
}

extension Session {
  /// Undoes or redoes the given changes and reports the results.
  ///
  /// - Parameter step: A closure that undoes or redoes the change with the given number.
  ///   If there is no change, the closure is called with nil and throws the library's error.
  func repeatStep(
    _ targets: [LibraryChange], _ words: DisplayText,
    _ step: (LibraryChange.ID?) async throws -> EditResult
  ) async throws {
    var results: [EditResult] = []
    for target in targets.isEmpty ? [nil] : targets.map({ Optional($0.id) }) {
      results.append(try await step(target))
      if !global.json { try report(results[results.count - 1], words: words) }
    }
    guard global.json else { return say(targets, words) }
    guard let all = EditResult(inOrder: results) else { return }
    noteCommitted(all)
    try console.print(.object(members(all) + [Self.changes(targets)]))
  }

  /// Reports the changes that an undo or redo would make.
  func reportDryRun(
    _ results: [EditResult], of targets: [LibraryChange], _ words: DisplayText
  ) throws {
    isDryRun = true
    guard !global.json else {
      guard let all = EditResult(inOrder: results) else { return }
      return try console.print(.object(members(all) + [Self.changes(targets)]))
    }
    for result in results { try console.result("\(words): \(result.title.imperative)") }
    say(targets, words)
    console.say("Nothing was changed.")
  }

  /// Prints the number of changes to undo or redo, with the first and the last change.
  private func say(_ targets: [LibraryChange], _ words: DisplayText) {
    guard targets.count > 1, let first = targets.first, let last = targets.last else { return }
    console.say(
      "\(words) \(Numbers.grouped(targets.count)) changes, from \(first.words) to \(last.words).")
  }

  /// Returns the JSON member `changes`, which lists the changes to undo or redo. Its value is nil
  /// if there are no such changes.
  static func changes(_ targets: [LibraryChange]) -> (String, JSONValue?) {
    (
      "changes",
      targets.isEmpty
        ? nil
        : .array(
          targets.map {
            .object([("id", .integer($0.id)), ("title", .string($0.title.imperative))])
          })
    )
  }
}

extension EditResult {
  /// Creates the combined result of successive changes, without duplicate items. Returns nil if
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

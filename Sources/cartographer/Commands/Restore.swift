import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Restore: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore items to an earlier state; other items stay unchanged.",
    discussion: """
      Fields, points, groups and the trash state are restored. Points that a split moved to \
      another path are copied from that path. A restore is a new change, which `undo` can undo. In \
      contrast, `undo` reverts whole changes, newest first.

      \(RestoreHelp.overview)
      """)

  static let examples = [
    Example("cartographer restore P7 --before 12", "Restore P7 to its state before change 12."),
    Example(
      "cartographer restore P7 --before \"2026-07-11 18:00\"",
      "Restore P7 to its state at 18:00 on that day."),
    Example(
      "cartographer restore P7 L3 --to 12", "Restore two items to their state after change 12."),
    Example("cartographer trash restore P7", "Restore an item from the trash."),
  ]

  @OptionGroup var chosen: ItemArguments

  @Option(
    help: ArgumentHelp(
      "Restore the state before a change or at a time; a day means its start.",
      valueName: "change|time"))
  var before: String?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Restore the state after a change or at a time; a day means its end.",
      valueName: "change|time"))
  var target: String?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard (before == nil) != (target == nil) else {
      throw Failure.usage(
        "`restore` needs either `--before` or `--to`, with the number of a change or a time.",
        remedy: "See: cartographer log")
    }
    let library = try await session.libraryForWriting()
    let first = try await firstRevertedChange(in: library, session)
    // Permanently deleted items can be restored too, but only by ID.
    let ids = try await session.items(chosen, in: library) {
      try await session.itemsOfAnyTime($0, in: library)
    }
    try await session.apply(.revert(ids, toBefore: first), of: ids, to: library)
  }

  /// Returns the number of the oldest change whose effects on the items will be reverted.
  private func firstRevertedChange(in library: Library, _ session: Session) async throws -> Int64 {
    let text = before ?? target ?? ""
    guard let number = Int64(text) else { return try await change(atTime: text, library, session) }
    let change = try await library.change(numbered: number)
    guard change.state != .undone else {
      throw Failure.usage(
        "Change \(number) was undone, so items cannot be restored to the state before or after it.",
        remedy: "Choose another change, or redo this change first. See: cartographer log")
    }
    return before == nil ? number + 1 : number
  }

  /// Returns the number of the first change at or after a time. If there is no such change, returns
  /// the number that follows the last change.
  private func change(
    atTime text: String, _ library: Library, _ session: Session
  ) async throws -> Int64 {
    let given = try DayOrTime(
      text, of: before == nil ? "--to" : "--before", in: session.zone)
    let end = before == nil ? given.end : given.start
    let changes = try await library.history().filter { $0.state != .undone }
    guard let first = changes.first(where: { $0.time >= end }) else {
      return (changes.last?.id ?? 0) + 1
    }
    if first.id == changes.first?.id, try await library.historyBounds().isCut {
      throw Failure(
        .noInput, code: "notFound",
        """
        The history begins with change \(first.id) at \(TimeText.minute(first.time, in: session.zone)), \
        so the state at '\(text)' is not known.
        """,
        remedy: "Choose a later time, or restore a backup. See: cartographer store restore --help")
    }
    return first.id
  }
}

/// The help paragraph that explains how the three `restore` commands differ.
enum RestoreHelp {
  static let overview = """
    There are three restore commands: `restore` restores items to an earlier state, `trash \
    restore` restores deleted items from the trash, and `store restore` replaces the whole store \
    with a backup.
    """
}

import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Diff: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Show the differences made by changes, field by field.",
    discussion: """
      A range such as 12..15 shows what the changes 12 to 15 made together; an end can be left out. \
      Undone changes are not part of a range. A point or stop that several changes of a range affected \
      is counted for each of them.

      With --against, the store is compared with a backup or another copy of it. Items are matched by \
      their IDs. The copy is only read.
      """)

  static let examples = [
    Example("cartographer diff", "Show the newest change."),
    Example(
      "cartographer diff 12", "Show the change that has the number 12 in `cartographer log`."),
    Example("cartographer diff 12..15", "Show the differences that four changes made together."),
    Example("cartographer diff 12.. --json", "Print change 12 and all later changes as JSON."),
    Example(
      "cartographer diff --against trips.backup", "Show the differences since a backup."),
  ]

  @Argument(
    help: ArgumentHelp(
      "The number of the change, or a range such as 12..15 (default: the newest change).",
      valueName: "change"))
  var change: String?

  @Option(
    help: ArgumentHelp(
      "Compare the store with this backup or copy instead of showing a change.", valueName: "file"),
    completion: .file())
  var against: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard change == nil || against == nil else {
      throw Failure.usage(
        "A change and `--against` cannot be used together.", remedy: "Use only one of them.")
    }
    let library = try await session.libraryForReading()
    let diff = try await diff(of: library, session)
    let groups = Set(diff.items.flatMap { $0.joined + $0.left })
    let text = ChangeDiffText(
      diff, ItemIndex(try await library.snapshot(of: Array(groups))), zone: session.zone,
      notation: session.notation, copy: against)
    try global.json ? session.console.print(text.json) : session.console.print(text.lines)
  }

  private func diff(of library: Library, _ session: Session) async throws -> ChangeDiff {
    if let against {
      let copy = try await session.openCopy(of: URL(filePath: against))
      return try await library.differences(since: copy)
    }
    guard let change else { return try await library.diff(of: nil) }
    let ends = change.components(separatedBy: "..")
    let numbers = ends.map { Int64($0) }
    guard ends.count <= 2,
      zip(ends, numbers).allSatisfy({ $1 != nil || ends.count == 2 && $0.isEmpty }),
      numbers.contains(where: { $0 != nil })
    else {
      throw Failure.usage(
        "'\(change)' is neither the number of a change nor a range of changes.",
        remedy: "Write a number such as 12, or a range such as 12..15. See: cartographer log")
    }
    guard ends.count == 2 else { return try await library.diff(of: numbers[0]) }
    if let first = numbers[0], let last = numbers[1], first > last {
      throw Failure.usage(
        "The range '\(change)' is empty.", remedy: "Write the smaller number first.")
    }
    return try await library.diff(from: numbers[0], through: numbers[1])
  }
}

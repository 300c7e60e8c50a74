import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Diff: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the differences made by changes, field by field.",
    discussion: """
      A range such as 12..15 shows the combined effect of the changes 12 to 15; an end can be \
      omitted. Undone changes are not part of a range. A point or stop that was affected by \
      several changes in a range is counted once per change.

      The ends of a range can also be times or days, as in 2026-07-11..2026-07-12. The option \
      --since specifies only the start of a range.

      With --against, the store is compared with a backup or another copy of it. Items are matched \
      by their IDs. The copy is not changed.
      """)

  static let examples = [
    Example("cartographer diff", "Show the latest change."),
    Example(
      "cartographer diff 12", "Show change 12, as numbered by `cartographer log`."),
    Example("cartographer diff 12..15", "Show the combined effect of four changes."),
    Example(
      "cartographer diff --since yesterday --stat",
      "Count the differences in each item since yesterday."),
    Example("cartographer diff 12.. --json", "Print change 12 and all later changes as JSON."),
    Example(
      "cartographer diff --against trips.backup", "Compare the store with a backup."),
  ]

  @Argument(
    help: ArgumentHelp(
      "The number of the change, or a range such as 12..15 or today.. (default: the latest change).",
      valueName: "change"))
  var change: String?

  @Option(
    help: ArgumentHelp(
      "Compare the store with this backup or copy instead of showing a change.", valueName: "file"),
    completion: .file())
  var against: String?

  @Option(
    name: .since,
    help: ArgumentHelp(
      "Show the differences made by all changes since this time, or since the start of this day.",
      valueName: "time"))
  var since: String?

  @Flag(help: "Show only the number of differences for each item, one line per item.")
  var stat = false

  @Flag(
    name: .customLong("exit-code"),
    help: "Exit with code 2 if there are differences, and with code 0 if there are none.")
  var exitCode = false

  @OptionGroup var global: GlobalOptions

  func emptyDocument(in session: Session) -> JSONValue? {
    .object([("changes", .array([])), ("items", .array([]))])
  }

  func run(in session: Session) async throws {
    let ways = [
      ("A change", change != nil), ("`--against`", against != nil), ("`--since`", since != nil),
    ].filter(\.1).map(\.0)
    guard ways.count < 2 else {
      throw Failure.usage(
        "\(ways[0]) and \(ways[1]) cannot be used together.", remedy: "Use only one of them.")
    }
    let library = try await session.libraryForReading()
    let diff = try await diff(of: library, session)
    let groups = Set(diff.items.flatMap { $0.joined + $0.left })
    let text = ChangeDiffText(
      diff, ItemIndex(try await library.snapshot(of: Array(groups))), zone: session.zone,
      notation: session.notation, copy: against)
    if exitCode, !diff.items.isEmpty { session.status = .differences }
    if global.json {
      try session.console.print(text.json)
    } else {
      try session.print(stat ? text.statistics : text.lines)
    }
  }

  private func diff(of library: Library, _ session: Session) async throws -> ChangeDiff {
    if let against {
      let copy = try await session.openCopy(of: URL(filePath: against))
      return try await library.differences(since: copy)
    }
    if let since {
      let start = try DayOrTime(since, of: "--since", in: session.zone).start
      return try await self.diff(of: library, start, nil)
    }
    guard let change else { return try await library.diff(of: nil) }
    let ends = change.components(separatedBy: "..")
    let numbers = ends.map { Int64($0) }
    let times = ends.map { DayOrTime($0, in: session.zone) }
    if times.contains(where: { $0 != nil }),
      zip(ends, times).allSatisfy({ $0.isEmpty || $1 != nil }), ends.count <= 2
    {
      return try await self.diff(of: library, times[0]?.start, times[ends.count - 1]?.end)
    }
    guard ends.count <= 2,
      zip(ends, numbers).allSatisfy({ $1 != nil || ends.count == 2 && $0.isEmpty }),
      numbers.contains(where: { $0 != nil })
    else {
      throw Failure.usage(
        "'\(change)' is neither a change number nor a range of changes.",
        remedy:
          "Enter a number such as 12, or a range such as 12..15 or yesterday..today. See: cartographer log"
      )
    }
    guard ends.count == 2 else { return try await library.diff(of: numbers[0]) }
    if let first = numbers[0], let last = numbers[1], first > last {
      throw Failure.usage(
        "The range '\(change)' is empty.", remedy: "Enter the smaller number first.")
    }
    return try await library.diff(from: numbers[0], through: numbers[1])
  }

  /// Returns the combined effect of all changes between two times. If a time is nil, the period
  /// has no limit at that end.
  private func diff(of library: Library, _ start: Date?, _ end: Date?) async throws -> ChangeDiff {
    let changes = try await library.history().filter { change in
      change.state != .undone && start.map { change.time >= $0 } ?? true
        && end.map { change.time < $0 } ?? true
    }
    guard let first = changes.first, let last = changes.last else {
      throw LibraryError(.nothingToDo, "The history contains no change in the specified period.")
    }
    return try await library.diff(from: first.id, through: last.id)
  }
}

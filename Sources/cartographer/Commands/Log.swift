import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Log: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List the changes in the history, newest first.",
    discussion: """
      `undo` undoes the latest change, `diff` shows the differences made by a change, and \
      `restore` restores an item to an earlier state. By default, the history keeps the newest 1 \
      000 changes with at most 5 million changed rows; the configuration file can set other \
      limits.
      """)

  static let examples = [
    Example("cartographer log", "List the 20 latest changes."),
    Example("cartographer log -n 3", "List the three latest changes."),
    Example("cartographer log P7 --since yesterday", "List the recent changes to P7."),
    Example("cartographer log --group Alps", "List the changes to a group's members."),
    Example("cartographer log --limit 0 --json", "Print all changes as JSON."),
  ]

  @Argument(
    help: ArgumentHelp(
      "IDs or names of items; only changes that affected them are listed.", valueName: "item"))
  var items: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      List only changes that affected the listed items in this group. If no items are listed, list \
      the changes to all members of the group.
      """,
      valueName: "name|id"))
  var group: String?

  @Option(
    name: .since,
    help: ArgumentHelp(
      """
      List only changes at or after this time, or since the start of this day, such as today, -2w, \
      monday (the last Monday) or 2026-07-11.
      """,
      valueName: "time"))
  var since: String?
  @Option(
    name: [.customLong("until"), .customLong("to")],
    help: ArgumentHelp(
      "List only changes before this time, or up to the end of this day.", valueName: "time"))
  var until: String?

  @Option(
    name: .limit,
    help: ArgumentHelp("The maximum number of changes to list; 0 lists all.", valueName: "n"))
  var limit = 20

  @OptionGroup var global: GlobalOptions

  func emptyDocument(in session: Session) async throws -> JSONValue? {
    Self.json([], try await session.libraryForReading().historyBounds())
  }

  func run(in session: Session) async throws {
    let limit = try LimitOption.checked(limit)
    let library = try await session.libraryForReading()
    let start = try since.map { try DayOrTime($0, of: "--since", in: session.zone).start }
    let end = try until.map { try DayOrTime($0, of: "--until", in: session.zone).end }
    let isOfItems = !items.isEmpty || group != nil
    let isFiltered = isOfItems || start != nil || end != nil
    // The limit applies to the matching changes, so with filters all changes are read first.
    var summaries = try await library.changeSummaries(
      limit: limit == 0 || isFiltered ? .max : limit,
      idsAtMost: global.json || isOfItems ? .max : Self.idsTold)
    let wanted = Set(
      try await session.items(items, group: group, in: library) {
        try await session.itemsOfAnyTime($0, in: library)
      })
    if isFiltered {
      summaries = summaries.filter { summary in
        let time = summary.change.time
        return start.map { time >= $0 } ?? true && end.map { time < $0 } ?? true
          && (!isOfItems || summary.ids.contains(where: wanted.contains))
      }
      if limit > 0 { summaries = Array(summaries.prefix(limit)) }
    }
    let bounds = try await library.historyBounds()
    guard !global.json else { return try session.console.print(Self.json(summaries, bounds)) }
    var table = PrintableTable([.trailing, .leading, .leading, .leading, .leading])
    for summary in summaries {
      let change = summary.change
      table.add([
        "\(change.id)", DisplayText(TimeText.minute(change.time, in: session.zone)),
        change.state == .done ? "" : DisplayText(change.state.rawValue),
        DisplayText(change.title.imperative), Self.ids(summary),
      ])
    }
    try session.print(table.lines)
    if summaries.isEmpty {
      session.console.say(
        isFiltered
          ? "No change in the history matches the specified items and times."
          : "The history is empty: nothing has changed yet.")
    }
    // The limits of the history matter only to a user who sees its oldest change.
    if bounds.isCut, let oldest = bounds.oldest, summaries.last?.change.id == oldest {
      let kept = [bounds.maximumChanges, bounds.maximumImages].map(Numbers.grouped)
      session.console.say(
        DisplayText(
          """
          The history begins with change \(oldest); it keeps at most \(kept[0]) changes and \
          \(kept[1]) changed rows.
          """
        ))
    }
  }

  /// The maximum number of item IDs printed for each change.
  private static let idsTold = 4

  /// Returns the IDs of the items in a change as text, such as `P7 L12 L13 L14 … 40 in all`.
  private static func ids(_ summary: ChangeSummary) -> DisplayText {
    let shown = summary.ids.prefix(idsTold).map(\.description).joined(separator: " ")
    return DisplayText(
      summary.count > idsTold ? "\(shown) … \(Numbers.grouped(summary.count)) in all" : shown)
  }

  private static func json(_ summaries: [ChangeSummary], _ bounds: HistoryBounds) -> JSONValue {
    .object([("entries", .array(summaries.map(json))), ("bounds", json(bounds))])
  }

  private static func json(_ summary: ChangeSummary) -> JSONValue {
    let change = summary.change
    return .object([
      ("id", .integer(change.id)), ("title", .string(change.title.imperative)),
      ("time", .time(change.time)),
      ("state", .string(change.state.rawValue)), ("rows", .count(change.rows)),
      ("created", .count(summary.created)), ("changed", .count(summary.changed)),
      ("deleted", .count(summary.deleted)), ("ids", .strings(summary.ids)),
    ])
  }

  private static func json(_ bounds: HistoryBounds) -> JSONValue {
    .object([
      ("entries", .count(bounds.changes)), ("images", .count(bounds.images)),
      ("oldest", bounds.oldest.map(JSONValue.integer)),
      ("maximumEntries", .count(bounds.maximumChanges)),
      ("maximumImages", .count(bounds.maximumImages)),
    ])
  }
}

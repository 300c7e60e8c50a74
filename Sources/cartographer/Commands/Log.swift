import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Log: Verb {
  static let configuration = CommandConfiguration(
    abstract: "The history: what was changed, newest first.",
    discussion: """
      `undo` takes back the newest that is done; `diff` shows what one did; `restore` makes an item \
      what it was. The newest 1 000 changes are kept, with at most 5 million rows of what they \
      changed, unless the configuration file says otherwise.
      """)

  static let examples = [
    Example("cartographer log", "The 20 newest changes."),
    Example("cartographer log -n 3", "Three."),
    Example("cartographer log --limit 0 --json", "All of them, for scripts."),
  ]

  @Option(name: [.customShort("n"), .long], help: "How many at most; 0 for all.") var limit = 20

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard limit >= 0 else { throw Failure.usage("--limit cannot be negative.") }
    let library = try await session.libraryForReading()
    let entries = try await library.entrySummaries(
      limit: limit == 0 ? .max : limit, idsAtMost: global.json ? .max : Self.idsTold)
    let bounds = try await library.historyBounds()
    guard !global.json else {
      return try session.console.print(
        .object([
          ("entries", .array(entries.map(Self.json))), ("bounds", Self.json(bounds)),
        ]))
    }
    var table = PrintableTable([.trailing, .leading, .leading, .leading, .leading])
    for summary in entries {
      let entry = summary.entry
      table.add([
        "\(entry.id)", DisplayText(Timestamp.local(entry.time, in: session.zone)),
        entry.state == .done ? "" : DisplayText(entry.state.rawValue),
        DisplayText(entry.title), Self.ids(summary),
      ])
    }
    try session.console.print(table.lines)
    if bounds.isCut, let oldest = bounds.oldest, entries.last?.entry.id == oldest {
      let kept = [bounds.maximumEntries, bounds.maximumImages].map(Numbers.grouped)
      session.console.say(
        DisplayText(
          "The history begins with \(oldest); it keeps \(kept[0]) changes and \(kept[1]) rows at most."
        ))
    }
  }

  /// The most items of a change named to a person.
  private static let idsTold = 4

  /// `P7 L12 … 40 in all`
  private static func ids(_ summary: EntrySummary) -> DisplayText {
    let shown = summary.ids.map(\.description).joined(separator: " ")
    return DisplayText(summary.count > idsTold ? "\(shown) … \(summary.count) in all" : shown)
  }

  private static func json(_ summary: EntrySummary) -> JSONValue {
    let entry = summary.entry
    return .object([
      ("id", .integer(entry.id)), ("title", .string(entry.title)), ("time", .time(entry.time)),
      ("state", .string(entry.state.rawValue)), ("rows", .count(entry.rows)),
      ("created", .count(summary.created)), ("changed", .count(summary.changed)),
      ("deleted", .count(summary.deleted)), ("ids", .strings(summary.ids)),
    ])
  }

  private static func json(_ bounds: HistoryBounds) -> JSONValue {
    .object([
      ("entries", .count(bounds.entries)), ("images", .count(bounds.images)),
      ("oldest", bounds.oldest.map(JSONValue.integer)),
      ("maximumEntries", .count(bounds.maximumEntries)),
      ("maximumImages", .count(bounds.maximumImages)),
    ])
  }
}

import ArgumentParser
import CartographerApp
import CartographerCore
import Foundation

struct Log: Verb {
  static let configuration = CommandConfiguration(
    abstract: "The history: what was changed, newest first.")

  static let examples = [
    Example("cartographer log", "The 20 newest changes."),
    Example("cartographer log --limit 0 --json", "All of them, for scripts."),
  ]

  @Option(help: "How many at most; 0 for all.") var limit = 20

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    guard limit >= 0 else { throw Failure.usage("--limit cannot be negative.") }
    let library = try await session.libraryForReading()
    let entries = try await library.history(limit: limit == 0 ? .max : limit).reversed()
    if global.json {
      let values = entries.map { entry in
        JSONValue.object([
          ("id", .integer(entry.id)), ("title", .string(entry.title)),
          ("time", .time(entry.time)), ("state", .string(entry.state.rawValue)),
          ("rows", .count(entry.rows)),
        ])
      }
      return try session.console.print(.object([("entries", .array(values))]))
    }
    var table = PrintableTable([.trailing, .leading, .leading, .leading])
    for entry in entries {
      table.add([
        "\(entry.id)", PrintableText(Timestamp.local(entry.time, in: session.zone)),
        entry.state == .done ? "" : PrintableText(entry.state.rawValue),
        PrintableText(entry.title),
      ])
    }
    try session.console.print(table.lines)
  }
}

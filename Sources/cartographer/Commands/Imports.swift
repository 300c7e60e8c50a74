import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct Imports: Verb {
  static let configuration = CommandConfiguration(
    abstract: "List the imports with their times and files, oldest first.",
    discussion: "With --limit, the newest imports are listed.")

  static let examples = [
    Example("cartographer imports", "List the imports, one per line."),
    Example("cartographer imports --json", "Print the imports with checksums and items as JSON."),
  ]

  @OptionGroup var limitOption: LimitOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let limit = try limitOption.checked()
    let imports = try await library.imports().suffix(limit == 0 ? .max : limit)
    if global.json {
      let values = imports.map { entry in
        JSONValue.object([
          ("id", .string(entry.id.description)), ("source", .string(entry.source)),
          ("sha256", .string(entry.sha256)), ("time", .time(entry.time)),
          ("version", .text(entry.version)), ("creator", .text(entry.creator)),
          ("items", .strings(entry.items)),
        ])
      }
      return try session.console.print(.object([("imports", .array(values))]))
    }
    var table = PrintableTable([.leading, .leading, .trailing, .leading])
    for entry in imports {
      table.add([
        DisplayText(entry.id.description),
        DisplayText(TimeText.minute(entry.time, in: session.zone)),
        DisplayText(Numbers.plain(entry.items.count, "item")),
        DisplayText(entry.source),
      ])
    }
    try session.console.print(table.lines)
    if imports.isEmpty {
      session.console.say(
        "Nothing has been imported yet. To import GPX files: cartographer import FILE…")
    }
  }
}

import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct Imports: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "imports",
    abstract: "List the imports with their times, formats and files, oldest first.",
    discussion: """
      Each line shows the import's ID, its time, the number of its items, the format, the file \
      name, and the device or program that wrote the file. With --limit, the newest imports are \
      listed.
      """)

  static let examples = [
    Example("cartographer imports", "List the imports, one per line."),
    Example("cartographer imports --json", "Print the imports with checksums and items as JSON."),
  ]

  @OptionGroup var idOptions: IDOptions
  @OptionGroup var limitOption: LimitOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForReading()
    let limit = try limitOption.checked()
    let imports = try await library.imports().suffix(limit == 0 ? .max : limit)
    if idOptions.ids {
      try session.print(imports.map(\.id), idOptions)
    } else if global.json {
      let values = imports.map { entry in
        JSONValue.object([
          ("id", .string(entry.id.description)), ("source", .string(entry.source)),
          ("sha256", .string(entry.sha256)), ("time", .time(entry.time)),
          ("format", .text(entry.format)), ("version", .text(entry.version)),
          ("creator", .text(entry.creator)),
          ("items", .strings(entry.items)),
        ])
      }
      try session.console.print(.object([("imports", .array(values))]))
    } else {
      var table = PrintableTable([.leading, .leading, .trailing, .leading, .leading, .leading])
      for entry in imports {
        table.add([
          DisplayText(entry.id.description),
          DisplayText(TimeText.minute(entry.time, in: session.zone)),
          DisplayText(Numbers.counted(entry.items.count, "item")),
          DisplayText(Self.format(entry)), DisplayText(entry.source),
          DisplayText(entry.creator ?? ""),
        ])
      }
      try session.console.print(table.lines)
    }
    if imports.isEmpty, !global.json {
      session.console.say(
        "Nothing has been imported yet. To import files: cartographer import FILE…")
    }
  }

  /// Returns the name and the version of an import's format, such as `GPX 1.1`.
  private static func format(_ entry: ImportListing) -> String {
    let name = entry.format.map { FileFormat.named($0)?.shortName ?? $0 }
    return [name, entry.version].compactMap { $0 }.joined(separator: " ")
  }
}

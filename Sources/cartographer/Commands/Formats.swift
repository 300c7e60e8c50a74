import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Formats: ConsoleCommand {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the file formats that can be imported and exported.",
    discussion: """
      The columns show the format's ID for --format, its name, its file name extensions, whether \
      it can be imported and exported, and its own options for `import` and `export`. Files \
      compressed with gzip, bzip2, xz, Zstandard or compress, and files in ZIP and tar archives, \
      are also imported.
      """)

  static let examples = [
    Example("cartographer formats", "List the formats, one per line."),
    Example("cartographer formats --json", "Print the formats with their options as JSON."),
  ]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let formats = FileFormat.all.sorted { $0.id < $1.id }
    guard !global.json else {
      return try session.console.print(
        .object([
          ("formats", .array(formats.map(\.json))),
          ("archives", .array(FileArchive.all.map(\.json))),
        ]))
    }
    var table = PrintableTable([.leading, .leading, .leading, .leading, .leading])
    for format in formats {
      let use = [format.canRead ? "import" : nil, format.canWrite ? "export" : nil]
      table.add([
        DisplayText(format.id), DisplayText(format.name),
        DisplayText(format.fileExtensions.map { ".\($0)" }.joined(separator: " ")),
        DisplayText(use.compactMap { $0 }.joined(separator: ", ")),
        DisplayText(format.options.map { "--\($0.name)" }.joined(separator: " ")),
      ])
    }
    var archives = PrintableTable([.leading, .leading, .leading, .leading])
    for archive in FileArchive.all {
      archives.add([
        DisplayText(archive.id), DisplayText(archive.name),
        DisplayText(archive.fileExtensions.map { ".\($0)" }.joined(separator: " ")),
        DisplayText("import: \(archive.content)"),
      ])
    }
    try session.console.print(table.lines + [DisplayText("")] + archives.lines)
  }
}

extension FileArchive {
  fileprivate var json: JSONValue {
    .object([
      ("id", .string(id)), ("name", .string(name)), ("extensions", .strings(fileExtensions)),
      ("content", .string(content)),
    ])
  }
}

extension FileFormat {
  fileprivate var json: JSONValue {
    .object([
      ("id", .string(id)), ("name", .string(name)), ("extensions", .strings(fileExtensions)),
      ("reads", .boolean(canRead)), ("writes", .boolean(canWrite)),
      (
        "options",
        .array(
          options.map { .object([("name", .string($0.name)), ("meaning", .string($0.meaning))]) })
      ),
    ])
  }
}

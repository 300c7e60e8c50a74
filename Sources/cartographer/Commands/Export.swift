import ArgumentParser
import CartographerApp
import CartographerCore
import Foundation

struct Export: Verb {
  static let configuration = CommandConfiguration(
    abstract: "Write places, paths and groups as GPX 1.1.",
    discussion: """
      Without items it writes everything outside the trash. A file appears under its name only \
      when it is whole.
      """)

  static let examples = [
    Example("cartographer export -o all.gpx", "Everything."),
    Example("cartographer export --group \"Three days in the Alps\" -o alps.gpx", "A trip."),
    Example("cartographer export P7 \"Lac Blanc\" | gpsinfo -", "To standard output."),
  ]

  static let isCancellable = true

  @Argument(help: ArgumentHelp("Ids or names; everything if none.", valueName: "item"))
  var items: [String] = []

  @Option(help: ArgumentHelp("The members of a group.", valueName: "name|id"))
  var group: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"),
    completion: .file(extensions: ["gpx"]))
  var output: String?

  @Option(help: "The format: gpx.") var format = Format.gpx

  @Option(name: .customLong("gpx-version"), help: "The version of GPX: 1.1.")
  var gpxVersion = Version.latest

  @Flag(help: "Replace a file that exists.") var force = false

  @OptionGroup var global: GlobalOptions

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case gpx
  }

  enum Version: String, CaseIterable, ExpressibleByArgument {
    case latest = "1.1"
  }

  func run(in session: Session) async throws {
    let file = output == "-" ? nil : output
    if global.json, file == nil {
      throw Failure.usage("With --json name the file to write by -o FILE.")
    }
    let library = try await session.libraryForReading()
    var ids = try await session.items(items, in: library)
    if let group { ids.append(try await session.item(group, kind: .group, in: library)) }
    guard let file else { return try await writeOutput(ids, library) }
    if !force, FileManager.default.fileExists(atPath: file) {
      throw Failure(
        .cannotWrite, code: "cannotWrite", "\(file) exists.", remedy: "Use --force to replace it.")
    }
    let line = session.progressLine()
    defer { line.end() }
    let points = try await library.export(
      ids, to: URL(filePath: file), replacing: force, progress: { line.update($0) })
    line.end()
    if global.json {
      try session.console.print(.object([("file", .string(file)), ("points", .count(points))]))
    } else {
      session.console.say("Wrote \(points) points to \(file).")
    }
  }

  private func writeOutput(_ ids: [ItemID], _ library: Library) async throws {
    do {
      _ = try await library.export(ids, writing: { try Console.put($0) })
    } catch let error as LibraryError where error.cause is Console.BrokenPipe {
      throw Console.BrokenPipe()
    } catch let error as LibraryError {
      throw error.cause as? Failure ?? error
    }
  }
}

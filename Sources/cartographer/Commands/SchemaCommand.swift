import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

struct SchemaCommand: ConsoleCommand {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a command's JSON output.",
    discussion: """
      Without a command, the names of all schemas are listed. The schema `error` describes the \
      errors of all commands. The manual page `json` describes the members.
      """)

  static let examples = [
    Example("cartographer schema", "List the schemas."),
    Example("cartographer schema list", "Print the schema of `list --json`."),
    Example("cartographer schema group list", "Print the schema of `group list --json`."),
  ]

  @Argument(
    help: ArgumentHelp(
      "The name of a command, such as `group list`, or the word `error`.", valueName: "command"))
  var command: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let names = try Self.names()
    guard !command.isEmpty else {
      return try session.console.print(names.map { DisplayText($0) })
    }
    let name = command.joined(separator: "-")
    guard names.contains(name), let folder = Self.folder,
      let text = try? String(contentsOf: folder.appending(path: "\(name).json"), encoding: .utf8)
    else {
      let words = command.joined(separator: " ")
      throw Failure(
        .noInput, code: "notFound", "There is no JSON Schema for '\(words)'.",
        remedy: "To list the schemas: cartographer schema")
    }
    try session.console.write(text)
  }

  /// The folder with the schemas, which is part of the manual.
  private static var folder: URL? { ManualFolder.installed?.url.appending(path: "schemas") }

  /// Returns the names of all schemas in alphabetical order.
  static func names() throws -> [String] {
    guard let folder, let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { throw Failure(ManualFolder.missing) }
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }
}

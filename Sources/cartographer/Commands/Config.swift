import ArgumentParser
import CartographerPresentation
import Foundation
import TerminalUI

struct Config: ConsoleCommand {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Print and check the settings and key bindings in the configuration file.",
    discussion: """
      The file is $XDG_CONFIG_HOME/cartographer/config.toml. The exit code is 65 if the file has \
      invalid lines.
      """)

  static let examples = [
    Example(
      "cartographer config", "Print the configuration file's path, settings and key bindings."),
    Example("cartographer config --example", "Print an example configuration file."),
  ]

  @Flag(help: "Print an example configuration file with settings and key bindings.")
  var example = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    if example {
      return try session.console.print(
        Configuration.example.split(separator: "\n", omittingEmptySubsequences: false)
          .map { DisplayText(String($0)) })
    }
    guard let file = ConfigurationFile(session.environment) else {
      throw Failure(
        .noInput, code: "notFound",
        "The location of the configuration file is unknown, because no home folder is set.",
        remedy: "Set HOME or XDG_CONFIG_HOME.")
    }
    try file.requireReadable()
    let (read, keys) = EditorLaunch.checked(session.configuration)
    if !read.problems.isEmpty { session.status = .badData }
    guard !global.json else { return try session.console.print(json(read, keys, file)) }
    let state = file.exists ? "" : " (there is none)"
    try session.console.print(DisplayText("\(file.url.path)\(state)"))
    var table = PrintableTable([.leading, .leading])
    for setting in Setting.all {
      guard let value = read.settings[setting.name] else { continue }
      table.add([DisplayText("  \(setting.name)"), DisplayText(value)])
    }
    for key in keys {
      table.add([DisplayText("  \(key.context)  \(key.keys)"), DisplayText(key.command)])
    }
    try session.console.print(table.lines)
    for problem in read.problems where !problem.concernsEveryCommand {
      session.console.say("\(file.url.path):\(problem.line): \(problem.message)")
    }
  }

  private func json(
    _ read: Configuration, _ keys: [Configuration.KeyStatement], _ file: ConfigurationFile
  ) -> JSONValue {
    .object([
      ("file", .string(file.url.path)), ("exists", .boolean(file.exists)),
      (
        "settings",
        .object(read.settings.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
      ),
      (
        "keys",
        .array(
          keys.map { key in
            .object([
              ("place", .string(key.context)), ("keys", .string(key.keys)),
              ("command", .string(key.command)),
            ])
          })
      ),
      (
        "problems",
        .array(
          read.problems.map { problem in
            .object([("line", .count(problem.line)), ("message", .string(problem.message))])
          })
      ),
    ])
  }
}

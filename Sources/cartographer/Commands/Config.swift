import ArgumentParser
import CartographerApp
import Foundation

struct Config: Verb {
  static let scriptObstacle: String? = "the command does not use the store"

  static let configuration = CommandConfiguration(
    abstract: "Print and check the settings and keys of the configuration file.",
    discussion: """
      The file is $XDG_CONFIG_HOME/cartographer/config.toml. The exit code is 65 if the file has \
      invalid lines.
      """)

  static let examples = [
    Example("cartographer config", "Print the path, the settings and the keys of the file."),
    Example("cartographer config --example", "Print an example file to start from."),
  ]

  @Flag(help: "Print a complete example file.")
  var example = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    if example {
      return try session.console.print(
        ConfigurationPage.example.split(separator: "\n", omittingEmptySubsequences: false)
          .map { PrintableText(String($0)) })
    }
    guard let file = ConfigurationFile(session.environment) else {
      throw Failure(
        .noInput, code: "notFound",
        "The configuration file has no location, because no home folder is set.",
        remedy: "Set HOME or XDG_CONFIG_HOME.")
    }
    try file.requireReadable()
    let read = session.configuration
    if !read.problems.isEmpty { session.status = .badData }
    guard !global.json else { return try session.console.print(json(read, file)) }
    let state = file.exists ? "" : " (there is none)"
    try session.console.print(PrintableText("\(file.url.path)\(state)"))
    var table = PrintableTable([.leading, .leading])
    for setting in Setting.all {
      guard let value = read.settings[setting.name] else { continue }
      table.add([PrintableText("  \(setting.name)"), PrintableText(value)])
    }
    for change in read.keys {
      table.add([
        PrintableText("  \(change.context.name)  \(change.notation)"),
        PrintableText(change.meaning),
      ])
    }
    try session.console.print(table.lines)
    for problem in read.problems where !problem.concernsEveryVerb {
      session.console.say("\(file.url.path):\(problem.line): \(problem.message)")
    }
  }

  private func json(_ read: Configuration, _ file: ConfigurationFile) -> JSONValue {
    .object([
      ("file", .string(file.url.path)), ("exists", .boolean(file.exists)),
      (
        "settings",
        .object(read.settings.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
      ),
      (
        "keys",
        .array(
          read.keys.map { change in
            .object([
              ("place", .string(change.context.name)), ("keys", .string(change.notation)),
              ("command", .string(change.meaning)),
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

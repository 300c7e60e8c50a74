import ArgumentParser
import CartographerCore
import Foundation
import Geodesy

/// The commands of a script, all parsed and checked before the first one runs.
struct Script {
  struct Step {
    let line: Int
    /// The command and its arguments, as printed in reports.
    let words: [String]
    let command: any ConsoleCommand
  }

  /// The script's name as typed by the user: a file, or `-` for standard input.
  let name: String
  let steps: [Step]

  /// The title of the script's change in the history, which combines all edits that the script
  /// made.
  var title: ChangeTitle {
    ChangeTitle(.run, name == "-" ? "a script" : URL(filePath: name).lastPathComponent)
  }

  /// Reads and checks a script.
  ///
  /// - Parameter name: The path of the script's file, or `-` for standard input.
  /// - Throws: ``Failure`` for an unknown or forbidden command, with its line number.
  init(_ name: String, global: GlobalOptions) throws {
    self.name = name
    let shown = name == "-" ? "standard input" : name
    let text = try Self.text(of: name)
    steps = try ScriptText(text, name: shown).commands.map { command in
      do {
        return try Self.step(command, global, isStandardInput: name == "-")
      } catch {
        throw Failure(Failure(error), at: "\(shown):\(command.line)", line: command.line)
      }
    }
  }

  private static func text(of name: String) throws -> String {
    let data: Data
    if name == "-" {
      data = try StandardInput.read()
    } else {
      do {
        data = try Data(contentsOf: URL(filePath: name))
      } catch {
        throw Failure(
          .noInput, code: "notFound", "The script '\(name)' does not exist or cannot be read.",
          remedy: "Specify a file with one command per line, or - for standard input.")
      }
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(
        .badData, code: "badData", "The script '\(name)' is not UTF-8 text.",
        remedy: "Write one command per line, such as: edit P7 --name Ridge")
    }
    return text
  }

  /// The options that apply to the whole script.
  private static let wholeScript: Set<String> = [
    "--store", "--json", "--quiet", "-q", "--no-color", "--color", "--coordinates",
    "--time-zone", "--units", "--dry-run",
  ]

  private static func step(
    _ command: ScriptCommand, _ global: GlobalOptions, isStandardInput: Bool
  ) throws -> Step {
    var words = command.words
    if words.first == "cartographer" { words.removeFirst() }
    guard let first = words.first else {
      throw Failure.usage("The script line contains no command.")
    }
    // Words after `--` are arguments, even if they look like options.
    for word in words.prefix(while: { $0 != "--" })
    where Self.wholeScript.contains(word) || word.hasPrefix("--store=")
      || word.hasPrefix("--color=") || word.hasPrefix("--coordinates=")
    {
      throw Failure.usage(
        "`\(word)` applies to the whole script.",
        remedy: "Add the option to the `run` command instead.")
    }
    if isStandardInput, words.contains("-") {
      throw Failure.usage(
        "The script is read from standard input, so its commands cannot read from standard input.")
    }
    // The parser would print the help and end the program in the middle of the script.
    guard try CommandHelp(words) == nil else {
      throw Failure.usage("Help is not available in a script.")
    }
    try CommandNames.check(words)
    let notation = global.notation.map { "--coordinates=\($0.notation.id)" }
    let flags = [global.json ? "--json" : nil, global.quiet ? "--quiet" : nil, notation]
      .compactMap { $0 }
    let parsed: any ParsableCommand
    do {
      parsed = try Cartographer.parseAsRoot(Arguments(flags + words).words)
    } catch {
      throw Failure.usage(Cartographer.message(for: error))
    }
    guard let runnable = parsed as? any ConsoleCommand else {
      throw Failure.usage("The script line contains no command.")
    }
    if let obstacle = type(of: runnable).scriptObstacle {
      throw Failure.usage("`\(first)` cannot be part of a script: \(obstacle).")
    }
    return Step(line: command.line, words: words, command: runnable)
  }
}

extension Failure {
  /// Creates a copy of a failure, with the script's name and the line number before the message.
  init(_ failure: Failure, at place: String, line: Int) {
    self = failure
    message = "\(place): \(failure.message)"
    self.line = line
  }
}

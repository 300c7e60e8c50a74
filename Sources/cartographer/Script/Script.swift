import ArgumentParser
import Foundation

/// The verbs of a script, read and checked before any of them is done.
struct Script {
  struct Step {
    let line: Int
    /// Its verb and what follows, as it is told.
    let words: [String]
    let verb: any Verb
  }

  /// As it was named.
  let name: String
  let steps: [Step]

  /// The name of the history's entry.
  var title: String {
    name == "-" ? "Run a script" : "Run \(URL(filePath: name).lastPathComponent)"
  }

  /// - Parameter name: A file, or - for standard input.
  /// - Throws: ``Failure`` with the line of what is no verb, or none for a script.
  init(_ name: String, global: GlobalOptions) throws {
    self.name = name
    let shown = name == "-" ? "standard input" : name
    let text = try Self.text(of: name)
    steps = try ScriptText(text, name: shown).commands.map { command in
      do {
        return try Self.step(command, global, isStandardInput: name == "-")
      } catch {
        throw Failure(Failure(error), at: "\(shown):\(command.line)")
      }
    }
  }

  private static func text(of name: String) throws -> String {
    let data: Data
    if name == "-" {
      data = FileHandle.standardInput.readDataToEndOfFile()
    } else {
      do {
        data = try Data(contentsOf: URL(filePath: name))
      } catch {
        throw Failure(
          .noInput, code: "notFound", "There is no script '\(name)' that can be read.",
          remedy: "Name a file with a verb on each line, or - for standard input.")
      }
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(
        .badData, code: "badData", "'\(name)' is no text in UTF-8.",
        remedy: "A script has a verb on each line, such as: edit P7 --name Ridge")
    }
    return text
  }

  private static func step(
    _ command: ScriptText.Command, _ global: GlobalOptions, isStandardInput: Bool
  ) throws -> Step {
    var words = command.words
    if words.first == "cartographer" { words.removeFirst() }
    guard let first = words.first else { throw Failure.usage("Name a verb.") }
    for word in words.prefix(while: { $0 != "--" })
    where ["--store", "--json", "--quiet", "--no-color", "--dry-run"].contains(word)
      || word.hasPrefix("--store=")
    {
      throw Failure.usage(
        "\(word) is for the whole script.", remedy: "Give it to `run`, not to a line.")
    }
    if isStandardInput, words.contains("-") {
      throw Failure.usage("Standard input is the script itself, so no line can read from it.")
    }
    guard try HelpPage(words) == nil else { throw Failure.usage("Help is no part of a script.") }
    try VerbNames.check(words)
    let flags = [global.json ? "--json" : nil, global.quiet ? "--quiet" : nil].compactMap { $0 }
    let parsed: any ParsableCommand
    do {
      parsed = try Cartographer.parseAsRoot(Arguments(flags + words).words)
    } catch {
      throw Failure.usage(Cartographer.message(for: error))
    }
    guard let verb = parsed as? any Verb else { throw Failure.usage("Name a verb.") }
    if let obstacle = type(of: verb).scriptObstacle {
      throw Failure.usage("`\(first)` cannot be part of a script: \(obstacle).")
    }
    return Step(line: command.line, words: words, verb: verb)
  }
}

extension Failure {
  /// A failure with the place of what failed.
  init(_ failure: Failure, at place: String) {
    self.init(
      failure.status, code: failure.code, "\(place): \(failure.message)", remedy: failure.remedy,
      ids: failure.ids)
  }
}

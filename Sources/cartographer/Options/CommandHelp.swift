import ArgumentParser
import CartographerPresentation
import Foundation
import TerminalUI

/// A command's help page: an overview, the usage, examples, and then the arguments and options.
struct CommandHelp {
  let text: String

  /// Creates the help page requested by the arguments. Returns nil if the arguments do not request
  /// help.
  init?(_ words: [String]) throws {
    var rest = words.prefix { $0 != "--" }[...]
    let isAsked = rest.contains { $0 == "--help" || $0 == "-h" }
    if !isAsked {
      guard rest.first == "help" else { return nil }
      rest = rest.dropFirst()
    }
    let operands = rest.filter { !$0.hasPrefix("-") }
    self.init(try CommandNames.command(named: operands))
  }

  init(_ command: any ParsableCommand.Type) {
    let page = Cartographer.helpMessage(for: command, columns: 88)
    var parts = page.components(separatedBy: "\n\n")
    let position = parts.firstIndex { $0.hasPrefix("USAGE: ") } ?? 0
    if command.configuration.subcommands.isEmpty, let tree = try? CommandTree.of(command) {
      let names = parts[position].split(separator: " ").prefix { !"[<-".contains($0.prefix(1)) }
      parts[position] = (names + [Substring(tree.usage)]).joined(separator: " ")
    }
    let examples = Self.examples(of: command)
    if !examples.isEmpty {
      let lines = examples.flatMap { ["  \($0.command)", "      \($0.effect)"] }
      parts.insert((["EXAMPLES:"] + lines).joined(separator: "\n"), at: position + 1)
    }
    text = parts.joined(separator: "\n\n") + "\n"
  }

  /// The page with its headings in bold.
  var coloured: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let heading = line.firstMatch(of: /^[A-Z][A-Z ]+:/) else { return String(line) }
      return DisplayText(String(heading.output)).coloured(Style(.title))
        + line[heading.range.upperBound...]
    }.joined(separator: "\n")
  }

  static func examples(of command: any ParsableCommand.Type) -> [Example] {
    (command as? any ConsoleCommand.Type)?.examples ?? (command as? any CommandFamily.Type)?
      .examples ?? []
  }
}

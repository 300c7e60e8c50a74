import ArgumentParser

/// A command's help page, which begins with examples of the command.
struct CommandHelp {
  let text: String

  /// Creates the help page that the arguments request, or returns nil if they do not request help.
  init?(_ words: [String]) throws {
    var rest = words.prefix { $0 != "--" }[...]
    let isAsked = rest.contains { $0 == "--help" || $0 == "-h" }
    if !isAsked {
      guard rest.first == "help" else { return nil }
      rest = rest.dropFirst()
    }
    let operands = rest.filter { !$0.hasPrefix("-") }
    self.init(try VerbNames.command(named: operands))
  }

  init(_ command: any ParsableCommand.Type) {
    let examples =
      (command as? any Verb.Type)?.examples ?? (command as? any VerbFamily.Type)?.examples ?? []
    var text = ""
    if !examples.isEmpty {
      text += "EXAMPLES:\n"
      for example in examples {
        text += "  \(example.command)\n"
        if !example.effect.isEmpty { text += "      \(example.effect)\n" }
      }
      text += "\n"
    }
    self.text = text + Cartographer.helpMessage(for: command, columns: 88) + "\n"
  }
}

/// The manual page that lists keys and commands, generated from the command registry.
package enum KeymapPage {
  package static var markdown: String {
    var lines = [
      "# Keys and commands", "",
      "This page is generated from the editor's command registry; `make golden` updates it.",
      "In the editor, `?` shows the keys available in the current pane, mode or popup; in a text field, use `f1`.",
      "`:` runs a command by its name. Commands for popups and text fields can be run only with their key bindings.",
      "If a key is bound in several contexts, the binding of the most specific context applies.",
      "",
      "## Keys by context", "",
    ]
    for context in CommandContext.allCases {
      lines += ["### \(context.title)", "", "| Keys | Action | Command |", "|---|---|---|"]
      for command in CommandRegistry.all {
        let bound = command.bindings.filter { $0.context == context }.map(\.notation)
        let keys = (bound + command.typedNotations(in: [context])).map { "`\($0)`" }
        guard !keys.isEmpty else { continue }
        lines.append("| \(keys.joined(separator: " ")) | \(command.title) | `\(command.id)` |")
      }
      lines.append("")
    }
    lines += ["## Commands", ""]
    for family in CommandRegistry.families {
      let commands = family.commands.filter(\.isRunnableByName)
      if commands.isEmpty { continue }
      lines += ["### \(family.title)", "", "| Command | Action | Can be undone |", "|---|---|---|"]
      for command in commands {
        let names = [command.usage] + command.aliases
        // A vertical bar would end the cell, even inside code.
        let usage = names.map { "`:\($0.replacing("|", with: "\\|"))`" }.joined(separator: " ")
        lines.append("| \(usage) | \(command.title) | \(command.isUndoable ? "yes" : "") |")
      }
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}

extension Command {
  /// The command's name and argument, such as `import PATH`.
  package var usage: String {
    guard let argument else { return id }
    return argument.isOptional ? "\(id) [\(argument.name)]" : "\(id) \(argument.name)"
  }
}

/// The manual's page of keys, generated from the registry.
package enum KeymapPage {
  package static var markdown: String {
    var lines = [
      "# Keys and commands", "",
      "This page is generated from the editor's command registry; `make golden` writes it anew.",
      "In the editor `?` shows the keys that do something where you are, and `:` takes a command",
      "by its name. A key of a more particular place goes before one of a more general place.", "",
      "## By place", "",
    ]
    for context in CommandContext.allCases {
      lines += ["### \(context.title)", "", "| Keys | Does | Command |", "|---|---|---|"]
      for command in CommandRegistry.all {
        let keys = command.bindings.filter { $0.context == context }.map { "`\($0.notation)`" }
        guard !keys.isEmpty else { continue }
        lines.append("| \(keys.joined(separator: " ")) | \(command.title) | `\(command.id)` |")
      }
      lines.append("")
    }
    lines += ["## Commands", ""]
    for family in CommandRegistry.families {
      lines += ["### \(family.title)", "", "| Command | Does | Undo |", "|---|---|---|"]
      for command in family.commands {
        lines.append(
          "| `:\(command.usage)` | \(command.title) | \(command.isUndoable ? "yes" : "") |")
      }
      lines.append("")
    }
    lines += OverlayKeys.all.flatMap { overlay -> [String] in
      ["## \(overlay.title)", "", "| Keys | Does |", "|---|---|"]
        + overlay.keys.map { "| `\($0.key)` | \($0.label) |" } + [""]
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }
}

extension Command {
  /// The name with what it takes: `import PATH`.
  package var usage: String {
    guard let argument else { return id }
    return argument.isOptional ? "\(id) [\(argument.name)]" : "\(id) \(argument.name)"
  }
}

import TerminalUI

extension ItemWords {
  /// Returns the lines of the help: the available keys by command family, filtered by the search.
  func help(_ help: HelpState) -> [Line] {
    let wanted = SearchFolding.folded(help.field.text)
    let bound = state.keymap.bound(in: state.contexts)
    var lines: [Line] = []
    for family in CommandRegistry.families {
      let ids = Set(family.commands.map(\.id))
      let rows = bound.filter { entry in
        guard ids.contains(entry.command.id) else { return false }
        let words: [String] = entry.keys + [entry.command.title, entry.command.id]
        let all = words.joined(separator: " ")
        return wanted.isEmpty || SearchFolding.folded(all).contains(wanted)
      }
      guard !rows.isEmpty else { continue }
      if !lines.isEmpty { lines.append(("", .text)) }
      lines.append((text(family.title), Style(.title)))
      for row in rows {
        let reason = row.command.obstacle(state)
        let keys: String = row.keys.joined(separator: "  ")
        let title = reason.map { "\(row.command.title) (\($0))" } ?? row.command.title
        lines.append(
          (
            text(keys).padded(to: 19) + " " + text(title),
            Style(reason == nil ? .text : .dim)
          ))
      }
    }
    if lines.isEmpty {
      lines = [
        (text("No key here matches; \(state.key("command")) searches all commands."), Style(.dim))
      ]
    }
    return lines
  }
}

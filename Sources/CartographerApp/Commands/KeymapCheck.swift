import TerminalUI

/// What is wrong with keys that a user chose.
struct KeymapCheck {
  let keymap: Keymap

  /// Keys that terminals send for others, and which.
  private static let twins = [
    "ctrl-h": "backspace", "ctrl-i": "tab", "ctrl-j": "enter", "ctrl-m": "enter", "ctrl-[": "esc",
  ]

  /// Why the keys of a change cannot work; nil where they can.
  func problem(with change: Keymap.Change) -> String? {
    for stroke in change.keys {
      if let twin = Self.twins[stroke.notation] {
        return "a terminal sends \(twin) for \(stroke.notation), so it cannot be told apart"
      }
    }
    guard change.command != nil else { return nil }
    return CommandContext.lookups.lazy.filter { $0.contains(change.context) }
      .compactMap { conflict(of: change, in: $0) }.first
  }

  /// A key that acts before the other can be typed.
  private func conflict(of change: Keymap.Change, in contexts: [CommandContext]) -> String? {
    for count in 1..<max(1, change.keys.count) {
      let first = Array(change.keys.prefix(count))
      if case .command(let command, _) = keymap.meaning(of: first, in: contexts) {
        return remedy(
          "\(KeyStroke.notation(of: first)) is \(command.id), so \(change.notation) is never "
            + "reached", first, change, contexts)
      }
    }
    if let (inner, command) = shadow(of: change, in: contexts) {
      return remedy(
        "\(change.notation) stays \(command) in [keys.\(inner.name)], which goes first",
        change.keys, change, contexts)
    }
    let hidden = contexts.flatMap { keymap.keys(in: $0) }
      .filter { $0.keys.count > change.keys.count && $0.keys.starts(with: change.keys) }
      .min { $0.command < $1.command }
    return hidden.map { hidden in
      remedy(
        "\(change.notation) hides \(KeyStroke.notation(of: hidden.keys)), which is "
          + hidden.command, hidden.keys, change, contexts)
    }
  }

  /// The context further inside whose own meaning of the keys goes first, unless the user chose that
  /// too.
  private func shadow(
    of change: Keymap.Change, in contexts: [CommandContext]
  ) -> (CommandContext, command: String)? {
    for context in contexts.prefix(while: { $0 != change.context }) {
      guard let inner = keymap.keys(in: context).first(where: { $0.keys == change.keys }) else {
        continue
      }
      let isChosen = keymap.changes.contains { $0.context == context && $0.keys == change.keys }
      return isChosen ? nil : (context, inner.command)
    }
    return nil
  }

  /// What to write so that the keys mean nothing any more where the change is looked up.
  private func remedy(
    _ problem: String, _ keys: [KeyStroke], _ change: Keymap.Change, _ contexts: [CommandContext]
  ) -> String {
    let inner = contexts.prefix { $0 != change.context }
      .first { keymap.keys(in: $0).contains { $0.keys == keys } }
    let place = (inner ?? change.context).name
    return
      "\(problem): in [keys.\(place)] write \"\(KeyStroke.notation(of: keys))\" = \"none\", or "
      + "choose other keys"
  }
}

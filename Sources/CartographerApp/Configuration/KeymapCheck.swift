import TerminalUI

/// A check for conflicts among the key bindings in a user's configuration.
struct KeymapCheck {
  let keymap: Keymap

  /// The key combinations that terminals report as a different key, each mapped to the name of the
  /// reported key.
  private static let twins = [
    "ctrl-h": "backspace", "ctrl-i": "tab", "ctrl-j": "enter", "ctrl-m": "enter", "ctrl-[": "esc",
  ]

  /// Returns the reason why a changed key binding cannot work. Returns nil if the binding is valid.
  func problem(with change: Keymap.Change) -> String? {
    for stroke in change.keys {
      if let twin = Self.twins[stroke.notation] {
        return "terminals send \(twin) for \(stroke.notation), so the keys cannot be distinguished"
      }
    }
    guard let command = change.command.flatMap({ CommandRegistry[$0] }) else { return nil }
    if let problem = typingProblem(with: change) { return problem }
    if let problem = scopeProblem(of: command, in: change.context) { return problem }
    return CommandContext.lookups.lazy.filter { $0.contains(change.context) }
      .compactMap { conflict(of: change, in: $0) }.first
  }

  /// Returns the reason why a key cannot run a command in a text field. Returns nil if the key is
  /// suitable.
  private func typingProblem(with change: Keymap.Change) -> String? {
    let context = change.context
    guard context.hasTextField || context == .always, let typed = change.keys.first?.typed else {
      return nil
    }
    if typed == " ", context == .groupRows || context == .stopRows { return nil }
    return
      """
      \(change.notation) starts with a letter or digit, which is typed as text \
      in [keys.\(context.name)]; choose a key such as f5 or alt-x
      """
  }

  /// Returns the reason why a command for popups or text fields has no effect in a context. Returns
  /// nil if the command works in the context.
  private func scopeProblem(of command: Command, in context: CommandContext) -> String? {
    guard !command.isRunnableByName else { return nil }
    let own = command.bindings.map(\.context)
    let acts = CommandContext.lookups.contains { lookup in
      lookup.contains(context) && lookup.contains(where: own.contains)
    }
    guard !acts else { return nil }
    let tables = own.map { "[keys.\($0.name)]" }
    let distinct = tables.enumerated().filter { tables.firstIndex(of: $0.element) == $0.offset }
    let names = distinct.map(\.element).joined(separator: ", ")
    return "\(command.id) works only in \(names)"
  }

  /// Returns a description of the existing key binding that conflicts with a changed one. Returns
  /// nil if there is no conflict.
  private func conflict(of change: Keymap.Change, in contexts: [CommandContext]) -> String? {
    for count in 1..<max(1, change.keys.count) {
      let first = Array(change.keys.prefix(count))
      if case .command(let command, _) = keymap.meaning(of: first, in: contexts) {
        return remedy(
          """
          \(KeyStroke.notation(of: first)) runs \(command.id), \
          so \(change.notation) is never reached
          """, first, change, contexts)
      }
    }
    if let (inner, command) = shadow(of: change, in: contexts) {
      return remedy(
        "\(change.notation) stays bound to \(command) in [keys.\(inner.name)], which has priority",
        change.keys, change, contexts)
    }
    let hidden = contexts.flatMap { keymap.keys(in: $0) }
      .filter { $0.keys.count > change.keys.count && $0.keys.starts(with: change.keys) }
      .min { $0.command < $1.command }
    return hidden.map { hidden in
      remedy(
        """
        \(change.notation) hides \(KeyStroke.notation(of: hidden.keys)), \
        which runs \(hidden.command)
        """, hidden.keys, change, contexts)
    }
  }

  /// Returns an inner context's default key binding that overrides the given user-defined binding.
  /// Returns nil if there is no such binding.
  ///
  /// Bindings that the user chose in an inner context are not reported as conflicts. The result
  /// consists of the inner context and the command bound there.
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

  /// Returns a description of a key conflict, followed by advice on how to resolve it.
  private func remedy(
    _ problem: String, _ keys: [KeyStroke], _ change: Keymap.Change, _ contexts: [CommandContext]
  ) -> String {
    let inner = contexts.prefix { $0 != change.context }
      .first { keymap.keys(in: $0).contains { $0.keys == keys } }
    let place = (inner ?? change.context).name
    return
      """
      \(problem): in [keys.\(place)] write "\(KeyStroke.notation(of: keys))" = "none", \
      or choose other keys
      """
  }
}

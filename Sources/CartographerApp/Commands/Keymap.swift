import TerminalUI

/// The assignment of keys to commands: the default bindings, overridden by the user's changes.
package struct Keymap: Sendable {
  /// A user's change to a key binding in one context.
  package struct Change: Sendable, Hashable {
    package var context: CommandContext
    package var keys: [KeyStroke]
    /// The name of the command bound to the keys. Nil if the change unbinds the keys.
    package var command: String?
    /// The argument to pass to the command, written as on the editor's command line.
    package var argument: String
    /// The key sequence as written in the configuration file.
    var written: String

    package init(
      _ context: CommandContext, _ keys: [KeyStroke], _ command: String?, argument: String = "",
      written: String? = nil
    ) {
      self.context = context
      self.keys = keys
      self.command = command
      self.argument = argument
      self.written = written ?? KeyStroke.notation(of: keys)
    }
  }

  /// The result of looking up the keys typed so far.
  package enum Meaning {
    case command(Command, argument: String)
    /// The keys typed so far begin one or more chords. The associated value lists the possible
    /// complete chords, each with its command.
    case chord([(keys: [KeyStroke], command: Command, argument: String)])
    /// The typed character starts text input for a command.
    case text(Command.TypedText, String)
    case nothing
  }

  private struct Target: Sendable {
    /// The command's index in the registry. Nil if the user has unbound the keys in this context;
    /// the keys are then not looked up in the outer contexts either.
    var position: Int?
    var argument = ""
  }

  package static let standard = Keymap([])

  package let changes: [Change]
  private let targets: [CommandContext: [[KeyStroke]: Target]]
  /// The key bindings of each command, in the registry's order. A command's user-defined bindings
  /// precede its default bindings.
  private let bindings: [[Command.Binding]]

  /// Creates a keymap from the registry's bindings and the user's changes. Changes with an unknown
  /// command are ignored.
  ///
  /// - Parameter changes: The user's changes; of several for the same keys, the last one applies.
  package init(_ changes: [Change]) {
    var targets: [CommandContext: [[KeyStroke]: Target]] = [:]
    var bindings: [[Command.Binding]] = []
    for (position, command) in CommandRegistry.all.enumerated() {
      bindings.append(command.bindings)
      for binding in command.bindings {
        targets[binding.context, default: [:]][binding.keys] = Target(position: position)
      }
    }
    for change in changes {
      let position = change.command.flatMap(CommandRegistry.position)
      guard change.command == nil || position != nil else { continue }
      let binding = Command.Binding(context: change.context, keys: change.keys)
      if let before = targets[change.context]?[change.keys]?.position {
        bindings[before].removeAll { $0 == binding }
      }
      targets[change.context, default: [:]][change.keys] = Target(
        position: position, argument: change.argument)
      guard let position else { continue }
      // A key bound with an argument runs only one variant of the command, so hints and help do not
      // list the key.
      if change.argument.isEmpty { bindings[position].insert(binding, at: 0) }
    }
    self.changes = changes
    self.targets = targets
    self.bindings = bindings
  }

  /// Looks up the keys typed so far.
  ///
  /// - Parameter contexts: The contexts in which the keys are looked up, innermost first.
  /// - Parameter isAccepted: A closure that returns whether the given text input can start now.
  package func meaning(
    of strokes: [KeyStroke], in contexts: [CommandContext],
    accepting isAccepted: (Command.TypedText) -> Bool = { _ in true }
  ) -> Meaning {
    guard strokes.count == 1, let typed = strokes.first?.typed,
      let text = Self.typedTexts.first(where: { text in
        text.characters.contains(typed) && contexts.contains(text.context) && isAccepted(text)
      }), let end = contexts.firstIndex(of: text.context)
    else { return boundMeaning(of: strokes, in: contexts) }
    // Keys bound or unbound in the text's own context, or in an inner one, have priority.
    let inner = Array(contexts[...end])
    if !inner.contains(where: { targets[$0]?[strokes] != nil }),
      case .nothing = boundMeaning(of: strokes, in: inner)
    {
      return .text(text, String(typed))
    }
    return boundMeaning(of: strokes, in: contexts)
  }

  private static let typedTexts = CommandRegistry.all.compactMap(\.typedText)

  /// Looks up the keys typed so far in the key bindings, without checking whether a character
  /// starts text input.
  private func boundMeaning(
    of strokes: [KeyStroke], in contexts: [CommandContext]
  ) -> Meaning {
    let exact = contexts.lazy.compactMap { targets[$0]?[strokes] }.first
    if let exact, let position = exact.position {
      return .command(CommandRegistry.all[position], argument: exact.argument)
    }
    var seen: Set<[KeyStroke]> = []
    var found: [(keys: [KeyStroke], command: Command, argument: String)] = []
    for context in contexts {
      for (sequence, target) in targets[context] ?? [:]
      where sequence.count > strokes.count && sequence.starts(with: strokes)
        && seen.insert(sequence).inserted
      {
        guard let position = target.position else { continue }
        found.append((sequence, CommandRegistry.all[position], target.argument))
      }
    }
    guard !found.isEmpty else { return .nothing }
    return .chord(
      found.sorted {
        KeyStroke.notation(of: $0.keys) < KeyStroke.notation(of: $1.keys)
      })
  }

  /// Returns a command's key bindings, with the user's bindings first.
  package func bindings(of command: Command) -> [Command.Binding] {
    CommandRegistry.position(command.id).map { bindings[$0] } ?? []
  }

  /// Returns a key binding that runs the command in the given contexts. Returns nil if there is no
  /// such binding. Key bindings in inner contexts have priority.
  package func binding(
    of command: Command, in contexts: [CommandContext]
  ) -> Command.Binding? {
    let all = bindings(of: command)
    return contexts.lazy.compactMap { context in
      all.first { $0.context == context && means($0.keys, command, contexts) }
    }.first
  }

  private func means(
    _ keys: [KeyStroke], _ command: Command, _ contexts: [CommandContext]
  ) -> Bool {
    if case .command(let winner, _) = meaning(of: keys, in: contexts) {
      return winner.id == command.id
    }
    return false
  }

  /// Returns the commands that have key bindings in the given contexts, each with its keys. For a
  /// command that takes text input, the keys include the first of the characters that start the
  /// input. The commands are in the order in which the manual lists them.
  package func bound(
    in contexts: [CommandContext]
  ) -> [(command: Command, keys: [String])] {
    zip(CommandRegistry.all, bindings).compactMap { command, bindings in
      var seen: Set<String> = []
      let keys =
        contexts.flatMap { context in
          bindings.filter { $0.context == context && means($0.keys, command, contexts) }
            .map(\.notation).filter { seen.insert($0).inserted }
        } + command.typedNotations(in: contexts).prefix(1)
      return keys.isEmpty ? nil : (command, keys)
    }
  }

  /// Returns the key sequences bound in a context, with their commands' names.
  func keys(in context: CommandContext) -> [(keys: [KeyStroke], command: String)] {
    (targets[context] ?? [:]).compactMap { keys, target in
      target.position.map { (keys, CommandRegistry.all[$0].id) }
    }
  }
}

extension Command {
  /// Returns the characters that start text input for the command in the given contexts, as listed
  /// in the help and the manual.
  func typedNotations(in contexts: [CommandContext]) -> [String] {
    typedText.map { contexts.contains($0.context) ? $0.notations : [] } ?? []
  }
}

extension AppState {
  /// Returns a command's key as shown in messages. If the command has no key, returns `:` and the
  /// command's name.
  package func key(_ id: String) -> String {
    guard let command = CommandRegistry[id] else { return ":\(id)" }
    // A message in a popup can mention a key of the pane or mode below the popup.
    let binding =
      keymap.binding(of: command, in: contexts) ?? keymap.binding(of: command, in: modeContexts)
      ?? keymap.bindings(of: command).first
    return binding?.notation ?? ":\(id)"
  }
}

extension Keymap: Equatable {
  package static func == (left: Keymap, right: Keymap) -> Bool { left.changes == right.changes }
}

extension Keymap.Change {
  /// The key sequence in the editor's notation, such as `g g`.
  package var notation: String { KeyStroke.notation(of: keys) }

  /// The command and its argument as written in the configuration file. The text is `none` if the
  /// change unbinds the keys.
  package var meaning: String {
    guard let command else { return "none" }
    return argument.isEmpty ? command : "\(command) \(argument)"
  }
}

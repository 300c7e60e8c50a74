import TerminalUI

/// Which keys mean which commands: those of the registry, and what a user's configuration makes of
/// them.
package struct Keymap: Sendable {
  /// Another meaning for keys in one context.
  package struct Change: Sendable, Hashable {
    package var context: CommandContext
    package var keys: [KeyStroke]
    /// The name of a command; nil takes the keys away.
    package var command: String?
    /// What the command is told, as on the command line.
    package var argument: String
    /// The keys as the user wrote them.
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

  /// What keys typed one after the other mean.
  package enum Meaning {
    case command(Command, argument: String)
    /// The start of a chord; what may follow.
    case chord([(keys: [KeyStroke], command: Command, argument: String)])
    case nothing
  }

  private struct Target: Sendable {
    /// Of the command in the registry; nil where the keys mean nothing, here and in all contexts
    /// around.
    var position: Int?
    var argument = ""
  }

  package static let standard = Keymap([])

  package let changes: [Change]
  private let targets: [CommandContext: [[KeyStroke]: Target]]
  /// The keys of each command, in the registry's order, those of the user first.
  private let bindings: [[Command.Binding]]

  /// - Parameter changes: The later of two for the same keys holds; one that names no command of
  ///   the registry changes nothing.
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
      // With an argument the keys do one case of the command and do not stand for it.
      if change.argument.isEmpty { bindings[position].insert(binding, at: 0) }
    }
    self.changes = changes
    self.targets = targets
    self.bindings = bindings
  }

  package func meaning(
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

  /// All keys of a command, the user's own first.
  package func bindings(of command: Command) -> [Command.Binding] {
    CommandRegistry.position(command.id).map { bindings[$0] } ?? []
  }

  /// The first key of a command that means it in the contexts, of the innermost context with one.
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

  /// The commands with a key here, with that key, in the order of the manual.
  package func bound(
    in contexts: [CommandContext]
  ) -> [(command: Command, keys: [String])] {
    zip(CommandRegistry.all, bindings).compactMap { command, bindings in
      var seen: Set<String> = []
      let keys = contexts.flatMap { context in
        bindings.filter { $0.context == context && means($0.keys, command, contexts) }
          .map(\.notation).filter { seen.insert($0).inserted }
      }
      return keys.isEmpty ? nil : (command, keys)
    }
  }

  /// The keys of a context that mean something.
  func keys(in context: CommandContext) -> [(keys: [KeyStroke], command: String)] {
    (targets[context] ?? [:]).compactMap { keys, target in
      target.position.map { (keys, CommandRegistry.all[$0].id) }
    }
  }
}

extension AppState {
  /// The key of a command, for sentences that name it; its name where it has none.
  package func key(_ id: String) -> String {
    guard let command = CommandRegistry[id] else { return ":\(id)" }
    let binding =
      keymap.binding(of: command, in: contexts)
      ?? keymap.bindings(of: command).first
    return binding?.notation ?? ":\(id)"
  }
}

extension Keymap: Equatable {
  package static func == (left: Keymap, right: Keymap) -> Bool { left.changes == right.changes }
}

extension Keymap.Change {
  /// The keys as people write them.
  package var notation: String { KeyStroke.notation(of: keys) }

  /// The command and what it is told, as it is written in the configuration.
  package var meaning: String {
    guard let command else { return "none" }
    return argument.isEmpty ? command : "\(command) \(argument)"
  }
}

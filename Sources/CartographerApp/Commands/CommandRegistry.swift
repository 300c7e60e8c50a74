import TerminalUI

/// All commands: the one source of keys, hints, help, command line and manual.
package enum CommandRegistry {
  /// By family, in the order of the manual.
  package static let families: [(title: String, commands: [Command])] = [
    ("Moving about", NavigationCommands.all),
    ("Finding, sorting, marking", ListCommands.all),
    ("Items and groups", ItemCommands.all),
    ("The map", MapCommands.all),
    ("Editing a path", PathCommands.all),
    ("Files and jobs", FileCommands.all),
    ("Undo and the program", ProgramCommands.all),
    ("Settings", SettingCommands.all),
  ]

  package static let all: [Command] = families.flatMap(\.commands)

  private static let positions = Dictionary(
    all.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })

  private static let keys: [CommandContext: [[KeyStroke]: Int]] = {
    var found: [CommandContext: [[KeyStroke]: Int]] = [:]
    for (position, command) in all.enumerated() {
      for binding in command.bindings {
        found[binding.context, default: [:]][binding.keys] = position
      }
    }
    return found
  }()

  package static subscript(id: String) -> Command? {
    positions[id].map { all[$0] }
  }

  /// What keys typed one after the other mean.
  package enum Meaning {
    case command(Command)
    /// The start of a chord; what may follow.
    case chord([(keys: [KeyStroke], command: Command)])
    case nothing
  }

  package static func meaning(
    of strokes: [KeyStroke], in contexts: [CommandContext]
  ) -> Meaning {
    for context in contexts {
      if let position = keys[context]?[strokes] { return .command(all[position]) }
    }
    var found: [(keys: [KeyStroke], command: Command)] = []
    for context in contexts {
      for (sequence, position) in keys[context] ?? [:]
      where sequence.count > strokes.count && sequence.starts(with: strokes)
        && !found.contains(where: { $0.keys == sequence })
      {
        found.append((sequence, all[position]))
      }
    }
    guard !found.isEmpty else { return .nothing }
    return .chord(
      found.sorted {
        KeyStroke.notation(of: $0.keys) < KeyStroke.notation(of: $1.keys)
      })
  }

  /// The commands with a key here, with that key, in the order of the manual.
  package static func bound(
    in contexts: [CommandContext]
  ) -> [(command: Command, keys: [String])] {
    all.compactMap { command in
      var seen: Set<String> = []
      let keys = contexts.flatMap { context in
        command.bindings.filter { binding in
          guard binding.context == context else { return false }
          if case .command(let winner) = meaning(of: binding.keys, in: contexts) {
            return winner.id == command.id
          }
          return false
        }.map(\.notation).filter { seen.insert($0).inserted }
      }
      return keys.isEmpty ? nil : (command, keys)
    }
  }
}

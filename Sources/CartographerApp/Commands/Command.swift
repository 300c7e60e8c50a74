import TerminalUI

/// One thing the editor can do, under one name, however it is called: by key, from the command
/// line, by a click on a hint.
package struct Command: Sendable, Identifiable {
  /// A text a command takes on the command line.
  package struct Argument: Sendable, Equatable {
    package var name: String
    package var isOptional = false
    package var isPath = false
    /// The values there are, where they can be counted.
    package var values: [String] = []
  }

  /// Keys in a context, as people write them: `g g`.
  package struct Binding: Sendable, Hashable {
    package var context: CommandContext
    package var keys: [KeyStroke]

    package var notation: String { KeyStroke.notation(of: keys) }
  }

  /// The name on the command line, such as `new-place`.
  package let id: String
  package let title: String
  /// The word in the hint row.
  package let hint: String
  package let bindings: [Binding]
  package let argument: Argument?
  /// Whether it changes the library, and so makes an entry in the history.
  package let isUndoable: Bool
  /// Why it cannot be used now; nil when it can.
  package let obstacle: @Sendable (AppState) -> String?
  package let run: @Sendable (inout AppState, String) -> [Effect]

  /// - Parameter keys: For each context the keys, several notations separated by ` or `.
  init(
    _ id: String, _ title: String, hint: String? = nil, keys: KeyValuePairs<CommandContext, String>,
    argument: Argument? = nil, isUndoable: Bool = false,
    obstacle: @escaping @Sendable (AppState) -> String? = { _ in nil },
    run: @escaping @Sendable (inout AppState, String) -> [Effect]
  ) {
    self.id = id
    self.title = title
    self.hint = hint ?? id.split(separator: "-").joined(separator: " ")
    bindings = keys.flatMap { context, notations in
      notations.split(separator: " or ").compactMap { notation in
        KeyStroke.sequence(notation: String(notation)).map {
          Binding(context: context, keys: $0)
        }
      }
    }
    self.argument = argument
    self.isUndoable = isUndoable
    self.obstacle = obstacle
    self.run = run
  }
}

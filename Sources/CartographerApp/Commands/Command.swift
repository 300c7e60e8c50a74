import TerminalUI

/// A named editor command.
///
/// Users run a command by pressing a key, by typing its name on the editor's command line or by
/// clicking its key hint.
package struct Command: Sendable, Identifiable {
  /// A command's argument on the editor's command line.
  package struct Argument: Sendable, Equatable {
    package var name: String
    package var isOptional = false
    package var isPath = false
    /// Whether the argument is the name of a manual page.
    package var isTopic = false
    /// Whether the argument can be the name of an item, a town or a country.
    package var isName = false
    /// The argument's allowed values, or the options that can precede a path. Empty if any text is
    /// allowed.
    package var values: [String] = []
  }

  /// A key sequence that runs a command in a context, such as `g g` in the list.
  package struct Binding: Sendable, Hashable {
    package var context: CommandContext
    package var keys: [KeyStroke]

    package var notation: String { KeyStroke.notation(of: keys) }
  }

  /// The characters that start text input for a command when typed in a given context. For example,
  /// typing a digit can start the input of a parameter's value. Keys bound in the context itself
  /// have priority over the characters, but the characters have priority over keys bound in outer
  /// contexts.
  package struct TypedText: Sendable {
    let context: CommandContext
    let characters: Set<Character>
    /// The characters as listed in the help and the manual, such as `0-9` and `.`.
    let notations: [String]
    /// A closure that returns whether the characters currently start text input. If the closure
    /// returns false, the key bindings of the outer contexts apply.
    let isAccepted: @Sendable (AppState) -> Bool
    /// A closure that starts the text input with the typed character.
    let begin: @Sendable (inout AppState, String) -> [Effect]

    init(
      _ context: CommandContext, digitsAnd others: String,
      isAccepted: @escaping @Sendable (AppState) -> Bool = { _ in true },
      begin: @escaping @Sendable (inout AppState, String) -> [Effect]
    ) {
      self.context = context
      characters = Set("0123456789" + others)
      notations = ["0-9"] + others.map { String($0) }
      self.isAccepted = isAccepted
      self.begin = begin
    }
  }

  /// The command's name on the editor's command line, such as `new-place`.
  package let id: String
  /// Other names for the command on the editor's command line, such as `q`.
  package let aliases: [String]
  package let title: String
  /// The command's label in the row of key hints.
  package let hint: String
  package let bindings: [Binding]
  /// The characters that start text input for the command. Nil if no character starts text input
  /// for the command.
  let typedText: TypedText?
  package let argument: Argument?
  /// A closure that suggests an argument, such as a file name. The closure returns nil if there is
  /// no suggestion.
  let suggestion: @Sendable (AppState) -> String?
  /// Whether the command changes the library and therefore adds a change to the undo history.
  package let isUndoable: Bool
  /// Whether the command runs immediately, even while earlier key presses are queued.
  let isImmediate: Bool
  /// Whether the command can run while a key chord is incomplete, without cancelling the chord.
  let keepsChord: Bool
  /// A closure that returns the reason why the command is unavailable in a given editor state. The
  /// closure returns nil if the command is available.
  package let obstacle: @Sendable (AppState) -> Obstacle.Reason?
  package let run: @Sendable (inout AppState, String) -> [Effect]

  /// Whether the command can be run from the editor's command line. Commands for popups and text
  /// fields can run only while a popup or a text field is open.
  package var isRunnableByName: Bool {
    bindings.isEmpty || !bindings.allSatisfy(\.context.isOfPopup)
  }

  /// Creates a command and its default key bindings.
  ///
  /// - Parameter keys: The keys for each context; “or” separates alternatives, as in `g g or home`.
  init(
    _ id: String, _ title: String, hint: String? = nil, aliases: [String] = [],
    keys: KeyValuePairs<CommandContext, String>, typedText: TypedText? = nil,
    argument: Argument? = nil,
    suggestion: @escaping @Sendable (AppState) -> String? = { _ in nil }, isUndoable: Bool = false,
    isImmediate: Bool = false, keepsChord: Bool = false,
    obstacle: @escaping @Sendable (AppState) -> Obstacle.Reason? = { _ in nil },
    run: @escaping @Sendable (inout AppState, String) -> [Effect]
  ) {
    self.id = id
    self.aliases = aliases
    self.title = title
    self.hint = hint ?? id.split(separator: "-").joined(separator: " ")
    bindings = keys.flatMap { context, notations in
      notations.split(separator: " or ").compactMap { notation in
        KeyStroke.sequence(notation: String(notation)).map {
          Binding(context: context, keys: $0)
        }
      }
    }
    self.typedText = typedText
    self.argument = argument
    self.suggestion = suggestion
    self.isUndoable = isUndoable
    self.isImmediate = isImmediate
    self.keepsChord = keepsChord
    self.obstacle = obstacle
    self.run = run
  }
}

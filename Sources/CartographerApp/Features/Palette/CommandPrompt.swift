import Geodesy
import TerminalUI

/// The editor's command line, with a list of matching commands or argument completions.
struct CommandPrompt: ListOverlay {
  static let commands: [Command] = [
    command("run-command", "Run the command", hint: "run", keys: [.palette: "enter"]) {
      prompt, state in state.runTyped(prompt)
    },
    command(
      "complete-command", "Complete the name or argument", hint: "complete", keys: [.palette: "tab"]
    ) { prompt, state in state.complete(prompt) },
    closeCommand(
      "leave-command", "Leave the command line", hint: "cancel", keys: [.palette: "esc"]),
  ]

  private(set) var field: TextField
  private(set) var cursor = ListCursor()
  /// Whether the user has moved the cursor since typing the last character.
  private var isMoved = false
  /// The reason why the typed path cannot be used. Nil if the path was edited since it was last
  /// tried.
  private(set) var problem: String?
  /// The file names or manual pages that complete the typed argument. Empty until they have been
  /// read.
  private var completions: [String] = []
  /// The argument for which completions were last read. Nil if no completions have been read.
  private var completed: String?
  /// Whether Tab was pressed before the file names had been read.
  fileprivate var wantsCompletion = false

  var context: CommandContext { .palette }
  var modeName: String { "COMMAND" }
  var leaveCommand: String { "leave-command" }
  var hints: [PopupHint] {
    [
      PopupHint("run-command"), PopupHint("complete-command"),
      PopupHint("popup-up", "popup-down", label: "select"), PopupHint("leave-command"),
    ]
  }
  var holdsUnsentInput: Bool { true }

  init(_ text: String = "", problem: String? = nil) {
    field = TextField(text)
    self.problem = problem
  }

  var isWaiting: Bool { wantsCompletion }

  func height(in state: AppState) -> Int { 8 }

  func rowCount(in state: AppState) -> Int {
    call == nil ? entries(in: state).count : suggestions.count
  }

  /// The typed text without leading spaces, which are ignored.
  var text: String { String(field.text.drop { $0 == " " }) }

  /// The typed command and its argument. Nil until the user has typed a command name followed by a
  /// space.
  var call: (command: Command, argument: String)? {
    let text = text
    guard let space = text.firstIndex(of: " "),
      let command = CommandRegistry.command(typed: String(text[..<space]))
    else { return nil }
    let argument = text[text.index(after: space)...]
    return (command, argument.trimmed)
  }

  /// Returns the index of the highlighted row, which Enter chooses. Returns nil if no row is
  /// highlighted.
  ///
  /// If the user has not chosen a row with the arrow keys, only unambiguous text highlights a row.
  /// A command needs its whole name or at least the first two letters of a word. An argument needs
  /// the beginning of the only possible value.
  func highlighted(in state: AppState) -> Int? {
    let count = rowCount(in: state)
    guard count > 0 else { return nil }
    let row = min(cursor.selected, count - 1)
    if isMoved { return row }
    guard let call else {
      let isLong = text.count > 1 || CommandRegistry.command(typed: text) != nil
      return isLong && entries(in: state)[row].isCertain ? row : nil
    }
    return call.argument.isEmpty || call.command.argument?.isPath == true || count > 1 ? nil : row
  }

  /// Returns the cursor with which the list is drawn. If no row is highlighted, the cursor is
  /// before the first row.
  func shownCursor(in state: AppState) -> ListCursor {
    highlighted(in: state) == nil ? ListCursor(selected: -1) : cursor
  }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
    isMoved = true
  }

  /// Moves the cursor. The first movement into a list without a highlighted row selects its first
  /// row.
  func move(_ movement: RowMovement, in state: inout AppState) {
    var prompt = self
    if highlighted(in: state) == nil {
      prompt.cursor = ListCursor()
      prompt.isMoved = true
    } else {
      prompt.moveCursor(movement, count: rowCount(in: state), height: height(in: state))
    }
    state.overlays.replaceTop(prompt)
  }

  /// The values or file names that complete the typed argument.
  var suggestions: [String] {
    guard let (command, argument) = call else { return [] }
    guard let wanted = command.argument else { return [] }
    if wanted.isCompletedByEffect { return completed == argument ? completions : [] }
    return wanted.values.filter { $0.hasPrefix(argument) && $0 != argument }
  }

  /// The argument's selected completion. Nil if no completion is selected.
  fileprivate var suggestion: String? {
    let suggestions = suggestions
    return suggestions.indices.contains(cursor.selected) ? suggestions[cursor.selected] : nil
  }

  /// Whether the typed argument's completions still have to be read.
  fileprivate var awaitsNames: Bool {
    guard let (command, argument) = call else { return false }
    return command.argument?.isCompletedByEffect == true && completed != argument
  }

  /// The effects that request the typed argument's completions. Empty if the completions are known.
  fileprivate var request: [Effect] {
    guard awaitsNames, let (command, argument) = call else { return [] }
    return [
      command.argument?.isTopic == true
        ? .completeTopic(argument: argument) : .complete(argument: argument)
    ]
  }

  /// Edits the command line's text. In an empty command line, Backspace closes the command line.
  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    if edit == .deleteBefore, field.isEmpty {
      state.overlays.close()
      return []
    }
    var prompt = self
    if edit == .deleteToStart, let name = commandPart, name.count < field.position {
      // The command stays, so that another argument can be typed.
      let kept = field.text.dropFirst(field.position)
      prompt.field.replace(with: name + kept)
      for _ in kept { prompt.field.apply(.moveLeft) }
    } else {
      prompt.field.apply(edit)
    }
    return prompt.show(in: &state)
  }

  /// The typed text up to the start of the command's argument. Nil if no argument has been typed.
  private var commandPart: String? {
    guard let call else { return nil }
    let text = field.text
    guard let start = text.firstIndex(where: { $0 != " " }),
      let space = text[start...].firstIndex(of: " ")
    else { return nil }
    let argument = text[space...].firstIndex { $0 != " " } ?? text.endIndex
    return call.argument.isEmpty ? nil : String(text[..<argument])
  }

  /// Replaces the command line's text, for example with a completion.
  fileprivate func replacing(with text: String, in state: inout AppState) -> [Effect] {
    var prompt = self
    prompt.field.replace(with: text)
    return prompt.show(in: &state)
  }

  /// Shows the command line with the first suggestion selected, and requests the completions of the
  /// typed argument.
  private mutating func show(in state: inout AppState) -> [Effect] {
    cursor = ListCursor()
    isMoved = false
    problem = nil
    state.overlays.replaceTop(self)
    return request
  }

  /// Stores the file names that complete the typed argument.
  ///
  /// - Returns: Whether the user pressed Tab while the file names were being read.
  fileprivate mutating func receive(_ names: [String], for argument: String) -> Bool {
    guard call?.argument == argument else { return false }
    completions = names
    completed = argument
    cursor = ListCursor()
    isMoved = false
    defer { wantsCompletion = false }
    return wantsCompletion
  }
}

extension Command.Argument {
  /// Whether the argument's completions are file names or manual pages, which must be read in the
  /// background.
  fileprivate var isCompletedByEffect: Bool { isPath || isTopic }
}

extension Substring {
  /// The text without leading and trailing spaces.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    let end = start.reversed().prefix { $0 == " " }.count
    return String(start.dropLast(end))
  }
}

extension AppState {
  /// Opens the command line with the given text in it.
  ///
  /// - Parameter problem: The reason why the path in the text cannot be used. Nil if no problem is
  ///   known.
  mutating func openCommandPrompt(_ text: String = "", problem: String? = nil) -> [Effect] {
    let prompt = CommandPrompt(text, problem: problem)
    overlays.push(prompt)
    return prompt.request
  }

  /// Shows the file names that complete the typed argument. If Tab was already pressed, also
  /// completes the argument.
  mutating func complete(_ argument: String, _ names: [String]) -> [Effect] {
    var isWanted = false
    overlays.update(CommandPrompt.self) { isWanted = $0.receive(names, for: argument) }
    guard isWanted, let prompt = overlays.top(as: CommandPrompt.self) else { return [] }
    return complete(prompt) + replayDeferredKeys()
  }

  /// Ends the wait for file names after a read error.
  mutating func stopCompletion() {
    guard var prompt = overlays.top(as: CommandPrompt.self), prompt.wantsCompletion else { return }
    prompt.wantsCompletion = false
    overlays.replaceTop(prompt)
    input.dropDeferred()
  }

  fileprivate mutating func complete(_ prompt: CommandPrompt) -> [Effect] {
    guard let (command, _) = prompt.call else {
      let entries = prompt.entries(in: self)
      guard entries.indices.contains(prompt.cursor.selected) else { return [] }
      let id = entries[prompt.cursor.selected].command.id
      return prompt.replacing(with: "\(id) ", in: &self)
    }
    if prompt.awaitsNames {
      var waiting = prompt
      waiting.wantsCompletion = true
      overlays.replaceTop(waiting)
      return []
    }
    let completed = completed(prompt.call?.argument ?? "", of: command)
    if completed != prompt.call?.argument {
      return prompt.replacing(with: "\(command.id) \(completed)", in: &self)
    }
    guard let suggestion = prompt.suggestion else { return [] }
    return prompt.replacing(with: "\(command.id) \(suggestion)", in: &self)
  }

  fileprivate mutating func runTyped(_ prompt: CommandPrompt) -> [Effect] {
    let text = prompt.text
    let highlighted = prompt.highlighted(in: self)
    if let (command, typed) = prompt.call {
      var argument = completed(typed, of: command)
      if highlighted != nil, let suggestion = prompt.suggestion {
        // A folder is opened, since its files follow.
        if suggestion.hasSuffix("/") {
          return prompt.replacing(with: "\(command.id) \(suggestion)", in: &self)
        }
        argument = suggestion
      }
      if argument.isEmpty, let wanted = command.argument, !wanted.isOptional {
        return warn("\(command.id) needs \(wanted.name)")
      }
      if !argument.isEmpty, command.argument == nil {
        return warn("\(command.id) takes no argument; remove “\(argument)”")
      }
      overlays.close()
      return run(command, argument: argument)
    }
    guard !text.isEmpty || highlighted != nil else {
      overlays.close()
      return []
    }
    let entries = prompt.entries(in: self)
    if entries.isEmpty, Int(text) != nil, let command = CommandRegistry["point"] {
      overlays.close()
      return run(command, argument: text)
    }
    if entries.isEmpty, coordinate(in: text) != nil {
      overlays.close()
      return goTo(text)
    }
    if entries.isEmpty, let problem = coordinateProblem(in: text) {
      return warn(problem.briefMessage)
    }
    guard let highlighted, entries.indices.contains(highlighted) else {
      return warn(
        entries.isEmpty
          ? "there is no command “\(text)”"
          : """
          “\(text)” is not a command: type more letters, \
          or choose a row with \(key("popup-down"))
          """)
    }
    overlays.close()
    return run(entries[highlighted].command)
  }
}

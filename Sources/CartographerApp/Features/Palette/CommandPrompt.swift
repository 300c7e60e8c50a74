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
  /// The initial text if it ends with a suggested folder, which is replaced when the user enters an
  /// absolute path; otherwise nil.
  private let folderText: String?
  private(set) var cursor = ListCursor()
  /// Whether the user has moved the cursor since typing the last character.
  private var isMoved = false
  /// The reason why the entered file path cannot be used. Nil if the path has been edited since the
  /// last attempt.
  private(set) var problem: String?
  /// The file names or manual pages that complete the entered argument. Empty until the completions
  /// have been read.
  private var completions: [String] = []
  /// The argument for which completions were last read. Nil if no completions have been read.
  private var completed: String?
  /// The items, countries and towns that match the entered argument, if it can be a name.
  private(set) var names = NameCompletion()
  /// Whether Tab was pressed before the completions were known.
  private(set) var wantsCompletion = false
  /// The cursor movement that was requested before the matches for the entered name were known.
  private var awaitedMovement: RowMovement?

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

  /// - Parameter suggestsFolder: Whether the text ends with a folder that absolute paths replace.
  init(_ text: String = "", problem: String? = nil, suggestsFolder: Bool = false) {
    field = TextField(text)
    folderText = suggestsFolder ? text : nil
    self.problem = problem
  }

  var isWaiting: Bool { wantsCompletion || awaitedMovement != nil }

  private static let rowsOfPage = 8

  func height(in state: AppState) -> Int { Self.rowsOfPage }

  func rowCount(in state: AppState) -> Int {
    call == nil ? entries(in: state).count : suggestions.count
  }

  /// The typed text without leading spaces, which are ignored.
  var text: String { String(field.text.drop { $0 == " " }) }

  /// The entered command and its argument. Nil until the user has typed a command name followed by
  /// a space.
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
  /// If the user has not chosen a row with the arrow keys, a row is highlighted only if the text is
  /// unambiguous. A command's row requires the command's whole name, or at least two letters that
  /// begin a word of its name, title or synonyms. An argument's row requires that only one value
  /// matches the text.
  func highlighted(in state: AppState) -> Int? {
    let count = rowCount(in: state)
    guard count > 0 else { return nil }
    let row = min(cursor.selected, count - 1)
    if isMoved { return row }
    guard let call else {
      let isLong = text.count > 1 || CommandRegistry.command(typed: text) != nil
      return isLong && entries(in: state)[row].isCertain ? row : nil
    }
    let argument = call.command.argument
    if argument?.isPath == true || argument?.isName == true { return nil }
    return call.argument.isEmpty || count > 1 ? nil : row
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

  /// Moves the cursor. If no row is highlighted, the first movement selects the first row. While a
  /// name's matches are still unknown, the movement is postponed, so that fast typing chooses the
  /// same row as slow typing.
  func move(_ movement: RowMovement, in state: inout AppState) {
    var prompt = self
    if names.isPending {
      prompt.awaitedMovement = movement
    } else if highlighted(in: state) == nil {
      prompt.enterList()
    } else {
      prompt.moveCursor(movement, count: rowCount(in: state), height: height(in: state))
    }
    state.overlays.replaceTop(prompt)
  }

  private mutating func enterList() {
    cursor = ListCursor()
    isMoved = true
  }

  /// The completions of the entered argument: allowed values, file names, or names of items,
  /// countries and towns.
  var suggestions: [String] {
    guard let (command, argument) = call else { return [] }
    guard let wanted = command.argument else { return [] }
    if wanted.isName { return names.matches.map(\.searchText) }
    let found = completed == argument ? completions : []
    // The options of a path are suggested only after a hyphen.
    guard !wanted.isCompletedByEffect || argument.hasPrefix("-") else { return found }
    return wanted.values.filter { $0.hasPrefix(argument) && $0 != argument } + found
  }

  /// The argument's selected completion. Nil if no completion is selected.
  var suggestion: String? { cursor.row(of: suggestions) }

  /// The item, town or country that the user selected from the matches for the entered name.
  var selectedName: MapTarget? {
    guard isMoved, call?.command.argument?.isName == true else { return nil }
    return cursor.row(of: names.matches)
  }

  /// The name to search for while the user is typing. Nil if the argument is not a name.
  private var searchedName: String? {
    guard let call, call.command.argument?.isName == true else { return nil }
    return NameCompletion.searchedName(call.argument)
  }

  /// Whether the completions of the entered argument are still unknown.
  var awaitsCompletions: Bool {
    guard let (command, argument) = call else { return false }
    if names.isPending { return true }
    return command.argument?.isCompletedByEffect == true && completed != argument
  }

  /// The effects that request completions for the entered argument. Empty if the completions are
  /// known.
  var request: [Effect] {
    guard let (command, argument) = call, command.argument?.isCompletedByEffect == true,
      completed != argument
    else { return [] }
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
    if Self.editsInsideText(edit) { prompt.acceptSuggestion(in: state) }
    if startsAbsolutePath(edit), let command = call?.command {
      prompt.field.replace(with: "\(command.id) ")
    }
    let field = prompt.field
    guard let name = prompt.commandPart, name.count < field.position else {
      prompt.field.apply(edit)
      return prompt.show(in: &state)
    }
    switch edit {
    case .deleteToStart:
      // The command stays, so that another argument can be typed.
      let kept = field.text.dropFirst(field.position)
      prompt.field.replace(with: name + kept)
      for _ in kept { prompt.field.apply(.moveLeft) }
    case .moveToStart:
      for _ in name.count..<field.position { prompt.field.apply(.moveLeft) }
    default: prompt.field.apply(edit)
    }
    return prompt.show(in: &state)
  }

  /// Returns whether an edit moves the cursor, or deletes a word or more before the cursor.
  private static func editsInsideText(_ edit: TextField.Edit) -> Bool {
    switch edit {
    case .moveToStart, .moveToEnd, .moveLeft, .moveRight, .moveWordLeft, .moveWordRight: true
    case .deleteToStart, .deleteWordBefore: true
    case .insert, .deleteBefore, .deleteAfter, .deleteToEnd: false
    }
  }

  /// Replaces the suggested folder with a pasted path, which may be in quotation marks or in the
  /// form of a `file:` URL. Returns nil for other text, which is inserted.
  func paste(_ text: String, in state: inout AppState) -> [Effect]? {
    guard let (command, argument) = call, command.argument?.isPath == true,
      argument.isEmpty || field.text == folderText, let paths = DroppedPaths(text)?.paths,
      paths.count == 1
    else { return nil }
    return replacing(with: "\(command.id) \(paths[0])", in: &state)
  }

  /// Returns whether an edit begins an absolute path directly after the suggested folder. Such a
  /// path replaces the folder.
  private func startsAbsolutePath(_ edit: TextField.Edit) -> Bool {
    guard case .insert(let text) = edit, text.hasPrefix("/") || text.hasPrefix("~") else {
      return false
    }
    return field.text == folderText && field.position == field.text.count
  }

  /// Accepts the file name that is suggested after the cursor.
  private mutating func acceptSuggestion(in state: AppState) {
    guard field.position == field.text.count, let (command, argument) = call else { return }
    let completed = state.completed(argument, of: command)
    if completed != argument { field.replace(with: "\(command.id) \(completed)") }
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
  func replacing(with text: String, in state: inout AppState) -> [Effect] {
    var prompt = self
    prompt.field.replace(with: text)
    return prompt.show(in: &state)
  }

  /// Shows the command line with the first suggestion selected, and requests the completions of the
  /// entered argument.
  private mutating func show(in state: inout AppState) -> [Effect] {
    cursor = ListCursor()
    isMoved = false
    problem = nil
    let search = names.search(for: searchedName)
    state.overlays.replaceTop(self)
    return request + state.search(for: search)
  }

  /// Stores the file names that complete the entered argument.
  ///
  /// - Returns: Whether the user pressed Tab while the file names were being read.
  mutating func receive(_ names: [String], for argument: String) -> Bool {
    guard call?.argument == argument else { return false }
    completions = names
    completed = argument
    cursor = ListCursor()
    isMoved = false
    defer { wantsCompletion = false }
    return wantsCompletion
  }

  /// Stores the matches for an entered name, and performs the cursor movement that was waiting for
  /// them, if any.
  ///
  /// - Returns: The name to search for next, if any, and whether Tab was pressed during the search.
  mutating func receive(
    _ matches: [MapTarget], for name: String
  ) -> (search: String?, isWanted: Bool) {
    let search = names.receive(matches, for: name)
    guard !names.isPending else { return (search, false) }
    if let movement = awaitedMovement {
      awaitedMovement = nil
      if isMoved {
        moveCursor(movement, count: suggestions.count, height: Self.rowsOfPage)
      } else {
        enterList()
      }
    }
    defer { wantsCompletion = false }
    return (search, wantsCompletion)
  }

  /// Records that Tab was pressed before the completions were known.
  mutating func awaitCompletions() { wantsCompletion = true }

  /// Stops waiting for completions after an error.
  mutating func stopWaiting() {
    wantsCompletion = false
    awaitedMovement = nil
  }
}

extension Command.Argument {
  /// Whether the argument's completions are file names or manual pages, which must be read in the
  /// background.
  fileprivate var isCompletedByEffect: Bool { isPath || isTopic }

  /// Returns whether a suggestion is an option, which precedes the file path.
  func isOption(_ suggestion: String) -> Bool { isPath && values.contains(suggestion) }
}

extension Substring {
  /// The text without leading and trailing spaces.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    let end = start.reversed().prefix { $0 == " " }.count
    return String(start.dropLast(end))
  }
}

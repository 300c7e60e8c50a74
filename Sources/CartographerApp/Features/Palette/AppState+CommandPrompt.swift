import Geodesy
import TerminalUI

extension AppState {
  /// Opens the command line with the given text in it.
  ///
  /// - Parameter problem: The reason why the file path in the text cannot be used.
  ///   Nil if no problem is known.
  /// - Parameter suggestsFolder: Whether the text ends with a folder that absolute paths replace.
  mutating func openCommandPrompt(
    _ text: String = "", problem: String? = nil, suggestsFolder: Bool = false
  ) -> [Effect] {
    let prompt = CommandPrompt(text, problem: problem, suggestsFolder: suggestsFolder)
    overlays.push(prompt)
    return prompt.request
  }

  /// Shows the file names that complete the entered argument. If Tab was already pressed, also
  /// completes the argument.
  mutating func complete(_ argument: String, _ names: [String]) -> [Effect] {
    var isWanted = false
    overlays.update(CommandPrompt.self) { isWanted = $0.receive(names, for: argument) }
    guard isWanted, let prompt = overlays.top(as: CommandPrompt.self) else { return [] }
    return complete(prompt)
  }

  /// Shows the items, countries and towns that match the entered name. If Tab was already pressed,
  /// also completes the name.
  mutating func receiveNames(_ matches: [MapTarget], for name: String) -> [Effect] {
    var (next, isWanted): (String?, Bool) = (nil, false)
    overlays.update(CommandPrompt.self) { (next, isWanted) = $0.receive(matches, for: name) }
    var effects = search(for: next)
    if isWanted, let prompt = overlays.top(as: CommandPrompt.self) { effects += complete(prompt) }
    return effects
  }

  /// Returns the effects that search for a partially typed name.
  func search(for name: String?) -> [Effect] {
    name.map { [.ask(.names(NameRequest($0, in: self)))] } ?? []
  }

  /// Stops waiting for completions after a read error.
  mutating func stopCompletion() {
    guard var prompt = overlays.top(as: CommandPrompt.self), prompt.isWaiting else { return }
    prompt.stopWaiting()
    overlays.replaceTop(prompt)
    input.dropDeferred()
  }

  /// Completes the command's name or argument on the command line, or waits until the completions
  /// are known.
  mutating func complete(_ prompt: CommandPrompt) -> [Effect] {
    guard let (command, _) = prompt.call else {
      let entries = prompt.entries(in: self)
      guard entries.indices.contains(prompt.cursor.selected) else { return [] }
      let id = entries[prompt.cursor.selected].command.id
      return prompt.replacing(with: "\(id) ", in: &self)
    }
    if prompt.awaitsCompletions {
      var waiting = prompt
      waiting.awaitCompletions()
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

  /// Appends the suggested file name to a typed argument that is empty or ends with a slash. An
  /// argument with converter options stays unchanged, because the suggested file name is not in the
  /// converter's format.
  func completed(_ argument: String, of command: Command) -> String {
    guard argument.isEmpty || argument.hasSuffix("/"),
      ConvertedPath.optionsLength(of: argument) == 0, let suggestion = command.suggestion(self)
    else { return argument }
    return argument + suggestion
  }

  /// Runs the entered command, or moves the map to the match that the user selected.
  mutating func runTyped(_ prompt: CommandPrompt) -> [Effect] {
    let text = prompt.text
    let highlighted = prompt.highlighted(in: self)
    if let (command, typed) = prompt.call {
      if let target = prompt.selectedName {
        closeCommandPrompt()
        return goTo(target)
      }
      var argument = completed(typed, of: command)
      if highlighted != nil, let suggestion = prompt.suggestion {
        // A folder or an option does not complete the argument: a file's name or a path must
        // follow.
        if suggestion.hasSuffix("/") || command.argument?.isOption(suggestion) == true {
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
      closeCommandPrompt()
      return run(command, argument: argument)
    }
    guard !text.isEmpty || highlighted != nil else {
      overlays.close()
      return []
    }
    let entries = prompt.entries(in: self)
    if entries.isEmpty, Int(text) != nil, let command = CommandRegistry["point"] {
      closeCommandPrompt()
      return run(command, argument: text)
    }
    if entries.isEmpty, coordinate(in: text) != nil {
      closeCommandPrompt()
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
    closeCommandPrompt()
    return run(entries[highlighted].command)
  }

  /// Closes the command line, and the file browser if the command line was opened from it.
  private mutating func closeCommandPrompt() {
    overlays.close()
    overlays.remove(FileBrowser.self)
  }
}

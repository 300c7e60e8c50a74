import CartographerCore
import Geodesy
import TerminalUI

/// A confirmation prompt for an action that is hard to undo.
struct Confirmation: Overlay {
  struct Choice: Sendable, Equatable {
    /// The answer that this choice represents. To select the choice, the user presses the key bound
    /// to the answer's command.
    let answer: Answer
    let label: String
    let action: Action

    init(_ answer: Answer, _ label: String, _ action: Action) {
      self.answer = answer
      self.label = label
      self.action = action
    }
  }

  /// The action that an answer starts.
  enum Action: Sendable, Equatable {
    /// Saving several edits as one change.
    case edits([LibraryEdit])
    case importText(String, name: String)
    case export(ids: [ItemID], path: String, ConversionChoice?)
    case picture(PictureRequest, path: String)
    /// Creating the missing folder of an export file, and exporting to the file.
    case exportInNewFolder(ids: [ItemID], path: String, ConversionChoice?)
    case cancelJobsAndQuit
    case wait
    /// Undoing several changes one by one, in the order of the given IDs.
    case undo([LibraryChange.ID])
    /// Submitting the form that the confirmation prompt covers.
    case submitForm
    case deletePoints(of: ItemID, keys: [Int64])
    /// Discarding the input in the form below the confirmation prompt.
    case discardForm
    case discardDraft(Draft)
    /// Quitting the program and discarding unsaved input.
    case quit
    /// Saving the whole library in a new store.
    case saveLibrary(path: String)
    /// Asking for a different path for the new store that will contain the whole library.
    case chooseLibraryFile
  }

  static let commands: [Command] =
    Answer.allCases.map { answer in
      command(
        answer.rawValue, answer.title, hint: answer.title.lowercased(),
        keys: [answer.context: answer.key],
        obstacle: { state in
          let question = state.overlays.open(Confirmation.self).last
          return question?.choice(answer) == nil ? "not an answer to this question" : nil
        },
        run: { question, state in state.answer(question, answer) })
    } + [
      closeCommand(
        "confirm-cancel", "Cancel", hint: "cancel", keys: [.confirm: "esc", .conversion: "esc"])
    ]

  let title: String
  let lines: [String]
  /// The choices that the question offers. The answers of all choices must have the same command
  /// context.
  let choices: [Choice]
  /// The label of the cancel key, such as `back to the form`.
  let cancelLabel: String

  var modeName: String { "CONFIRM" }
  var leaveCommand: String { "confirm-cancel" }

  init(title: String, lines: [String], choices: [Choice], cancelLabel: String = "cancel") {
    self.title = title
    self.lines = lines
    self.choices = choices
    self.cancelLabel = cancelLabel
  }

  var context: CommandContext { choices.first?.answer.context ?? .confirm }

  var hints: [PopupHint] {
    choices.map { PopupHint($0.answer.rawValue, label: $0.label, isPromoted: true) }
      + [PopupHint(leaveCommand, label: cancelLabel)]
  }

  /// Returns the choice for the given answer. Returns nil if the question does not offer that
  /// answer.
  fileprivate func choice(_ answer: Answer) -> Choice? {
    choices.first { $0.answer == answer }
  }

  /// Returns the keys for the choices and the key for cancelling, each with its label.
  private func keys(in state: AppState) -> [(key: String, label: String)] {
    let commands = choices.map { ($0.answer.rawValue, $0.label) } + [(leaveCommand, cancelLabel)]
    return commands.map { (state.key($0.0), $0.1) }
  }

  func reminder(in state: AppState) -> String? {
    keys(in: state).map { "\($0.key) \($0.label)" }.joined(separator: ", ")
  }

  func draw(on screen: inout Screen) {
    let words = screen.words
    let room = screen.state.popupColumns(atLeast: 62) - 6
    let body = lines.flatMap { words.text($0).wrapped(to: max(room, 2)) }
    let inside = screen.popup(
      columns: 62, rows: body.count + choices.count + 2, title: words.text(title))
    for (row, line) in body.enumerated() { screen.surface.put(line, in: inside.line(row)) }
    for (offset, entry) in keys(in: screen.state).enumerated() {
      let line = inside.line(body.count + 1 + offset)
      screen.surface.put(words.text(entry.key), in: line, style: Style(.key))
      screen.surface.put(words.text(entry.label), in: line.splitLeft(8).rest)
    }
    screen.surface.cursor = inside.line(body.count + 1).origin
  }
}

extension AppState {
  /// Asks a question and lists the affected items or points. If there are fewer `lines` than
  /// `count`, adds a line with the number of omitted lines.
  ///
  /// - Parameter count: The total number of lines, including omitted lines.
  ///   Nil if no line is omitted.
  mutating func ask(
    _ title: String, _ lines: [String], of count: Int? = nil, _ choices: [Confirmation.Choice]
  ) -> [Effect] {
    let rest = count.map { $0 - lines.count } ?? 0
    overlays.push(
      Confirmation(
        title: title,
        lines: lines + (rest > 0 ? ["… and \(Numbers.grouped(rest)) more"] : []),
        choices: choices))
    return []
  }

  /// Closes a question and starts the action for the given answer.
  fileprivate mutating func answer(
    _ question: Confirmation, _ answer: Confirmation.Answer
  ) -> [Effect] {
    guard let choice = question.choice(answer) else { return [] }
    overlays.close()
    return perform(choice.action)
  }

  private mutating func perform(_ action: Confirmation.Action) -> [Effect] {
    switch action {
    case .edits(let edits):
      for case .trash(let ids) in edits { list.unmark(ids) }
      for case .purge(let ids) in edits { list.unmark(ids) }
      list.endRange()
      return send(edits)
    case .importText(let text, let name): return importText(text, name: name)
    case .submitForm:
      guard let form = overlays.top(as: FormState.self) else { return [] }
      return submit(form, isConfirmed: true)
    case .deletePoints(let id, let keys): return deletePoints(keys, of: id)
    case .export(let ids, let path, let conversion):
      return export(ids, to: path, conversion, replacing: true)
    case .picture(let request, let path): return draw(request, to: path, replacing: true)
    case .exportInNewFolder(let ids, let path, let conversion):
      return exportInNewFolder(ids, to: path, conversion)
    case .cancelJobsAndQuit: return quitAtOnce()
    case .wait: return []
    case .undo(let changes):
      writes.rememberUndoneTogether(changes)
      return changes.flatMap { send(.undo($0)) }
    case .discardForm: return discardForm()
    case .discardDraft(let draft): return discard(draft)
    case .quit: return [saving, .quit]
    case .saveLibrary(let path): return saveLibrary(at: path)
    case .chooseLibraryFile: return openCommandPrompt("save-library ")
    }
  }
}

import TerminalUI

/// The commands that are available while a parameter of an operation is being typed.
enum ParameterInput {
  static let commands: [Command] = [
    Command("apply-value", "Keep the value and apply", hint: "apply", keys: [.value: "enter"]) {
      state, _ in
      state.endTyping()
      return state.confirmTrial()
    },
    Command(
      "keep-value", "Keep the value and go to the next parameter", hint: "next parameter",
      keys: [.value: "tab or down"]
    ) { state, _ in state.moveFromValue(by: 1) },
    Command(
      "keep-value-back", "Keep the value and go to the previous parameter",
      hint: "previous parameter", keys: [.value: "backtab or up"]
    ) { state, _ in state.moveFromValue(by: -1) },
    Command(
      "restore-value", "Restore the value before typing", hint: "restore value",
      keys: [.value: "esc"]
    ) { state, _ in state.restoreValue() },
  ]

  static let hints = [
    PopupHint("apply-value", isPromoted: true), PopupHint("keep-value", isPromoted: true),
    PopupHint("restore-value", isPromoted: true),
  ]

  /// The characters that, when typed, start a new value of the focused parameter.
  fileprivate static let starters: Set<Character> = Set("0123456789.~/\"")
}

extension AppState {
  /// Whether keys are typed into a parameter of an operation.
  var isTypingParameter: Bool {
    guard overlays.isEmpty, !isTooSmall, case .trial(let trial) = mode else {
      return false
    }
    return trial.isTyping
  }

  /// Returns the character with which a key starts a new value of the focused parameter, or nil if
  /// the key does not start one.
  ///
  /// A character that starts a value has priority over the key bindings of outer contexts, such as
  /// the digits that focus panes.
  func valueStarter(_ stroke: KeyStroke) -> Character? {
    guard overlays.isEmpty, input.chord.isEmpty, case .trial(let trial) = mode, !trial.isTyping,
      trial.form.field.isTyped, let typed = stroke.typed, ParameterInput.starters.contains(typed),
      case .nothing = keymap.meaning(of: [stroke], in: [.trial])
    else { return nil }
    return typed
  }

  /// Replaces the focused parameter by typed or pasted text, or inserts the text if the parameter is
  /// already being typed.
  mutating func typeParameter(_ text: String) -> [Effect] {
    guard case .trial(var trial) = mode, trial.form.field.isTyped else { return [] }
    if trial.textBefore == nil {
      trial.textBefore = trial.form.field.text
      trial.form.field.input = TextField()
    }
    trial.form.field.input.insert(text)
    mode = .trial(trial)
    return tryOut()
  }

  /// Edits the text of the parameter that is being typed.
  mutating func editParameter(_ edit: TextField.Edit) -> [Effect] {
    guard case .trial(var trial) = mode, trial.isTyping else { return [] }
    trial.form.field.input.apply(edit)
    mode = .trial(trial)
    return tryOut()
  }

  mutating func startTyping() -> [Effect] {
    guard case .trial(var trial) = mode else { return [] }
    guard trial.form.field.isTyped else { return stepTrial(by: 1) }
    trial.textBefore = trial.form.field.text
    mode = .trial(trial)
    return []
  }

  /// Keeps the typed value.
  fileprivate mutating func endTyping() {
    guard case .trial(var trial) = mode else { return }
    trial.textBefore = nil
    mode = .trial(trial)
  }

  fileprivate mutating func moveFromValue(by step: Int) -> [Effect] {
    endTyping()
    return moveInTrial(by: step) + tryOut()
  }

  mutating func restoreValue() -> [Effect] {
    guard case .trial(var trial) = mode, let before = trial.textBefore else { return [] }
    trial.form.field.input.replace(with: before)
    trial.textBefore = nil
    mode = .trial(trial)
    return tryOut()
  }

  mutating func moveInTrial(by step: Int) -> [Effect] {
    guard case .trial(var trial) = mode else { return [] }
    trial.form.moveFocus(by: step)
    mode = .trial(trial)
    return []
  }

  mutating func stepTrial(by steps: Int) -> [Effect] {
    guard case .trial(var trial) = mode else { return [] }
    trial.form.step(by: steps, trialStepper)
    mode = .trial(trial)
    return tryOut()
  }

  mutating func compareInTrial() -> [Effect] {
    guard case .trial(var trial) = mode else { return [] }
    trial.toggleComparison()
    mode = .trial(trial)
    return []
  }
}

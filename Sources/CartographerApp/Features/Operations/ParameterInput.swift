import TerminalUI

/// The commands that are available while a parameter of an operation is being typed.
enum ParameterInput {
  static let commands: [Command] = [
    Command(
      "apply-value", "Keep the value and apply the operation", hint: "apply",
      keys: [.value: "enter"]
    ) { state, _ in
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
      "restore-value", "Restore the parameter's old value", hint: "restore value",
      keys: [.value: "esc"]
    ) { state, _ in state.restoreValue() },
  ]

  static let hints = [
    PopupHint("apply-value", isPromoted: true), PopupHint("keep-value", isPromoted: true),
    PopupHint("restore-value", isPromoted: true),
  ]

  /// The characters that start a new value for the focused parameter when they are typed.
  fileprivate static let starters: Set<Character> = Set("0123456789.~/\"")
}

extension AppState {
  /// Whether the user is typing the value of an operation's parameter.
  var isTypingParameter: Bool {
    guard overlays.isEmpty, !isTooSmall, case .trial(let trial) = mode else {
      return false
    }
    return trial.isTyping
  }

  /// Returns the character that a key types to start a new value for the focused parameter, or nil
  /// if the key does not start a value.
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

  /// Replaces the focused parameter's value with typed or pasted text, or inserts the text if the
  /// value is already being typed.
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

  /// Edits the parameter value that is being typed.
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

  /// Ends typing and keeps the typed value.
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

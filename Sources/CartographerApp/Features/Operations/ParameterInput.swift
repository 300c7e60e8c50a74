import TerminalUI

/// The commands that are available while the value of an operation's parameter is being typed.
enum ParameterInput {
  static let commands: [Command] = [
    Command(
      "apply-value", "Keep the value; press again to apply the operation", hint: "keep value",
      keys: [.value: "enter"]
    ) { state, _ in
      state.endTyping()
      return []
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
      "restore-value", "Restore the parameter's previous value", hint: "restore value",
      keys: [.value: "esc"]
    ) { state, _ in state.restoreValue() },
  ]

  static let hints = [
    PopupHint("apply-value", isPromoted: true), PopupHint("keep-value", isPromoted: true),
    PopupHint("restore-value", isPromoted: true),
  ]
}

extension AppState {
  /// Whether the user is typing a value for an operation's parameter.
  var isTypingParameter: Bool {
    overlays.isEmpty && !isTooSmall && operation?.isTyping == true
  }

  /// Replaces the focused parameter's value with typed or pasted text. If the value is already
  /// being typed, the text is inserted. If the focused parameter is a choice, the text goes into
  /// the next parameter.
  mutating func typeParameter(_ text: String) -> [Effect] {
    changeOperation { $0.type(text) } == true ? previewOperation() : []
  }

  /// Edits the parameter value that is being typed.
  mutating func editParameter(_ edit: TextField.Edit) -> [Effect] {
    changeOperation { $0.edit(edit) } == true ? previewOperation() : []
  }

  /// Starts text input for the focused parameter. If the parameter is a choice, selects its next
  /// option.
  mutating func startTyping() -> [Effect] {
    changeOperation { $0.startTyping() } == true ? [] : stepParameter(by: 1)
  }

  /// Ends text input for a parameter, and keeps the entered value.
  fileprivate mutating func endTyping() {
    changeOperation { $0.keepValue() }
  }

  fileprivate mutating func moveFromValue(by step: Int) -> [Effect] {
    endTyping()
    return focusParameter(by: step) + previewOperation()
  }

  mutating func restoreValue() -> [Effect] {
    changeOperation { $0.restoreValue() } == true ? previewOperation() : []
  }

  mutating func restoreDefaultValues() -> [Effect] {
    changeOperation { $0.restoreDefaults() }
    return previewOperation()
  }

  mutating func focusParameter(by step: Int) -> [Effect] {
    changeOperation { $0.moveFocus(by: step) }
    return []
  }

  mutating func stepParameter(by steps: Int) -> [Effect] {
    let stepper = operationStepper
    changeOperation { $0.step(by: steps, stepper) }
    return previewOperation()
  }

  mutating func compareBeforeAfter() -> [Effect] {
    changeOperation { $0.toggleComparison() }
    return []
  }
}

import TerminalUI

/// The commands that are available while an operation's parameter is being typed.
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
      "restore-value", "Restore the parameter's old value", hint: "restore value",
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
    guard overlays.isEmpty, !isTooSmall, case .preview(let operation) = mode else {
      return false
    }
    return operation.isTyping
  }

  /// The operation that is being previewed, or nil if there is none.
  var operation: OpenOperation? {
    if case .preview(let operation) = mode { operation } else { nil }
  }

  /// Replaces the focused parameter's value with typed or pasted text, or inserts the text if the
  /// value is already being typed. If the focused parameter is a choice, the text goes into the next
  /// parameter.
  mutating func typeParameter(_ text: String) -> [Effect] {
    guard case .preview(var operation) = mode, operation.form.focusTypedField() else { return [] }
    if operation.textBefore == nil {
      operation.textBefore = operation.form.field.text
      operation.form.field.input = TextField()
    }
    operation.form.field.input.insert(text)
    mode = .preview(operation)
    return previewOperation()
  }

  /// Edits the parameter value that is being typed.
  mutating func editParameter(_ edit: TextField.Edit) -> [Effect] {
    guard case .preview(var operation) = mode, operation.isTyping else { return [] }
    operation.form.field.input.apply(edit)
    mode = .preview(operation)
    return previewOperation()
  }

  mutating func startTyping() -> [Effect] {
    guard case .preview(var operation) = mode else { return [] }
    guard operation.form.field.isTyped else { return stepParameter(by: 1) }
    operation.textBefore = operation.form.field.text
    operation.form.field.input.prefill(with: operation.form.field.text)
    mode = .preview(operation)
    return []
  }

  /// Stops the typing of a parameter's value, and keeps the typed value.
  fileprivate mutating func endTyping() {
    guard case .preview(var operation) = mode else { return }
    operation.textBefore = nil
    mode = .preview(operation)
  }

  fileprivate mutating func moveFromValue(by step: Int) -> [Effect] {
    endTyping()
    return focusParameter(by: step) + previewOperation()
  }

  mutating func restoreValue() -> [Effect] {
    guard case .preview(var operation) = mode, let before = operation.textBefore else { return [] }
    operation.form.field.input.replace(with: before)
    operation.textBefore = nil
    mode = .preview(operation)
    return previewOperation()
  }

  mutating func restoreDefaultValues() -> [Effect] {
    guard case .preview(var operation) = mode else { return [] }
    operation.restoreDefaults()
    mode = .preview(operation)
    return previewOperation()
  }

  mutating func focusParameter(by step: Int) -> [Effect] {
    guard case .preview(var operation) = mode else { return [] }
    operation.form.moveFocus(by: step)
    mode = .preview(operation)
    return []
  }

  mutating func stepParameter(by steps: Int) -> [Effect] {
    guard case .preview(var operation) = mode else { return [] }
    operation.form.step(by: steps, operationStepper)
    mode = .preview(operation)
    return previewOperation()
  }

  mutating func compareBeforeAfter() -> [Effect] {
    guard case .preview(var operation) = mode else { return [] }
    operation.toggleComparison()
    mode = .preview(operation)
    return []
  }
}

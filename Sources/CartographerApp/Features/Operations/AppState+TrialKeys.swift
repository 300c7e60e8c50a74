import TerminalUI

extension AppState {
  /// The characters that start a new value when they are typed.
  private static let starters: Set<Character> = Set("0123456789.~/\"")

  /// Handles a key as input of a form value, or returns nil if the key is not input.
  mutating func typeInTrial(_ stroke: KeyStroke) -> [Effect]? {
    guard case .trial(var trial) = mode, pendingKeys.isEmpty else { return nil }
    guard let before = trial.textBefore else {
      guard trial.form.field.isTyped, let typed = stroke.typed, Self.starters.contains(typed)
      else { return nil }
      trial.textBefore = trial.form.field.text
      trial.form.field.input = TextField(String(typed))
      mode = .trial(trial)
      return tryOut()
    }
    switch stroke.notation {
    case "esc", "ctrl-c":
      trial.form.field.input.replace(with: before)
      trial.textBefore = nil
    case "enter":
      trial.textBefore = nil
      mode = .trial(trial)
      return confirmTrial()
    case "tab", "down", "backtab", "up":
      trial.textBefore = nil
      trial.form.moveFocus(by: ["tab", "down"].contains(stroke.notation) ? 1 : -1)
    case "ctrl-z", "ctrl-l": return nil
    default:
      guard trial.form.field.input.handle(stroke) else { return [] }
    }
    mode = .trial(trial)
    return tryOut()
  }

  /// Inserts pasted text into the focused value.
  mutating func pasteIntoTrial(_ text: String) -> [Effect] {
    guard case .trial(var trial) = mode, trial.form.field.isTyped else { return [] }
    if trial.textBefore == nil {
      trial.textBefore = trial.form.field.text
      trial.form.field.input = TextField()
    }
    trial.form.field.input.insert(text)
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

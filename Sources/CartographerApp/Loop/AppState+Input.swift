import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  mutating func handle(_ event: InputEvent) -> [Effect] {
    switch event {
    case .key(let stroke): return press(stroke)
    case .mouse(let mouse):
      guard settings.isMouseOn else { return [] }
      guard keysWait, mouse.action.isClick else { return handle(mouse) }
      input.putOff(event)
      return []
    case .paste(let text):
      guard keysWait else { return paste(text) }
      input.putOff(event)
      return []
    case .resize(let size):
      panes.resize(to: size)
      settle()
      return []
    case .terminate: return saveLostLibrary() + [saving, .quit]
    case .resumed: return [.loadLibrary]
    case .focus, .wake: return []
    }
  }

  /// Runs the command bound to a key in the current contexts, or inserts a typed letter into the
  /// text field. While an answer is pending, keys that may depend on it are deferred.
  mutating func press(_ stroke: KeyStroke) -> [Effect] {
    defer { keepBasis() }
    list.rememberClick(on: nil)
    let meaning = meaning(of: stroke)
    if overlay?.isWaiting == true, meaning.command?.id == overlay?.leaveCommand {
      // The deferred keys were typed for the popup that is being closed.
      input.dropDeferred()
    } else if input.waiting != nil, input.deferred.isEmpty, meaning.command?.id == "back" {
      return cancelWaitingCommand()
    } else if keysWait, meaning.command?.isImmediate != true {
      input.putOff(.key(stroke))
      return []
    }
    messages.clear()
    if isTooSmall, !isAllowedWhenTooSmall(meaning) { return [] }
    let prompt = activeOverlay
    let effects = act(on: stroke, meaning)
    if isSaving, let prompt, prompt.holdsUnsentInput { overlays.submit(prompt) }
    return effects
  }

  /// Returns the meaning of a key press, which can continue an incomplete chord. If the key does
  /// not continue the chord, it is looked up only among the keys that act during a chord and the
  /// keys that act everywhere.
  private func meaning(of stroke: KeyStroke) -> Keymap.Meaning {
    let meaning = keymap.meaning(of: input.chord + [stroke], in: contexts) { $0.isAccepted(self) }
    guard case .nothing = meaning, !input.chord.isEmpty else { return meaning }
    return keymap.meaning(of: [stroke], in: CommandContext.chord.lookup)
  }

  private mutating func act(on stroke: KeyStroke, _ meaning: Keymap.Meaning) -> [Effect] {
    let typed = input.chord + [stroke]
    switch meaning {
    case .command(let command, let argument):
      if !command.keepsChord { input.endChord() }
      return run(command, argument: argument)
    case .chord:
      input.continueChord(with: stroke)
      return []
    case .text(let text, let typed): return text.begin(&self, typed)
    case .nothing: input.endChord()
    }
    if typed.count == 1 {
      if hasTextField { return stroke.typed.map { editText(.insert(String($0))) } ?? [] }
      if let activeOverlay { return activeOverlay.reminder(in: self).map { warn($0) } ?? [] }
    }
    return warn(
      """
      \(KeyStroke.notation(of: typed)) does nothing here \
      (\(key("help")) shows the keys)
      """)
  }

  /// Runs a command, or shows the reason why the command is unavailable. If a required argument is
  /// missing, opens the command line to ask for the argument.
  mutating func run(_ command: Command, argument: String = "") -> [Effect] {
    if let reason = command.obstacle(self) {
      if activeOverlay == nil, reason.kind == .pointsLoading {
        return waitOrWarn(reason, command.id, argument)
      }
      // The titles of the commands for stops would only repeat that there is no stop.
      let message =
        reason.kind == .noStop
        ? reason.text.prefix(1).uppercased() + reason.text.dropFirst()
        : "\(command.title): \(reason.text)"
      return warn(activeOverlay?.reminder(in: self) ?? message)
    }
    if argument.isEmpty, let wanted = command.argument, !wanted.isOptional {
      return openCommandPrompt("\(command.id) ")
    }
    guard overlays.isEmpty, let drawing = mode.drawing, !drawing.points.isEmpty else {
      return command.run(&self, argument)
    }
    let effects = command.run(&self, argument)
    // The drawn points are kept by every command that leaves the drawing mode.
    if case .draw = mode {} else { pathEditing.keep(drawing) }
    return effects
  }

  /// Returns whether a key can be used while the screen is too small to draw the editor. Only
  /// quitting, suspending and cancelling are allowed, since the user cannot see the effect of other
  /// commands.
  private func isAllowedWhenTooSmall(_ meaning: Keymap.Meaning) -> Bool {
    guard let command = meaning.command else { return false }
    // A letter that was typed for a form on the hidden screen must not quit.
    if command.id == "quit" { return overlay?.hasTextField != true }
    return ["suspend", "cancel"].contains(command.id)
  }

  /// Processes the deferred input. Does nothing while key presses must still be deferred.
  mutating func replayDeferredKeys() -> [Effect] {
    guard !keysWait else { return [] }
    return input.removeDeferred().reduce(into: []) { $0 += handle($1) }
  }

  /// Inserts pasted text into the focused field; pasted text is never interpreted as key presses.
  /// Without a field, the text is read as coordinates, as the content of a file, or as the paths of
  /// dropped files.
  private mutating func paste(_ text: String) -> [Effect] {
    let lines = text.split(whereSeparator: \.isNewline)
    let line = lines.joined(separator: " ")
    if let overlay {
      if let effects = overlay.paste(text, in: &self) { return effects }
      guard overlay.hasTextField else { return [] }
      let limit = overlay.longestPaste
      let pasted = overlay.keepsLines ? text : line
      let effects = overlay.edit(.insert(String(pasted.prefix(limit))), in: &self)
      if pasted.count > limit {
        return effects + warn("only the first \(Numbers.grouped(limit)) characters were pasted")
      }
      guard lines.count > 1, !overlay.keepsLines else { return effects }
      let count = Numbers.counted(lines.count, "line")
      return effects + warn("the field has only one line; \(count) were joined by spaces")
    }
    if case .preview = mode { return typeParameter(line) }
    return pasteOnScreen(text)
  }
}

extension Keymap.Meaning {
  /// The command bound to the keys. Nil for the start of a chord and for unbound keys.
  fileprivate var command: Command? {
    if case .command(let command, _) = self { command } else { nil }
  }
}

extension MouseEvent.Action {
  /// Whether the action is a button press or release, as opposed to a drag or a wheel movement.
  fileprivate var isClick: Bool {
    switch self {
    case .press, .release: true
    case .drag, .wheelUp, .wheelDown: false
    }
  }
}

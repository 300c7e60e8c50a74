import CartographerPresentation
import TerminalUI

extension AppState {
  mutating func handle(_ event: InputEvent) -> [Effect] {
    switch event {
    case .key(let stroke): return press(stroke)
    case .mouse(let mouse):
      guard settings.isMouseOn else { return [] }
      guard keysWait, mouse.action.isClick else { return handle(mouse) }
      putOff(event)
      return []
    case .paste(let text):
      guard keysWait else { return paste(text) }
      putOff(event)
      return []
    case .resize(let size):
      self.size = size
      settle()
      return []
    case .terminate: return [saving, .quit]
    case .resumed: return [.loadLibrary]
    case .focus, .wake: return []
    }
  }

  /// The keys that are handled even while other keys wait.
  private static let immediateKeys = ["ctrl-z", "ctrl-l", "ctrl-c"]
  private static let deferredLimit = 256
  /// The maximum length of text pasted into a filter, since the text is searched in every name at
  /// once.
  private static let longestFilter = 256

  /// Handles a key. The top overlay receives the key first, then the contexts, innermost first.
  mutating func press(_ stroke: KeyStroke) -> [Effect] {
    defer { keepBasis() }
    if stroke.notation == "ctrl-c" { deferredKeys = [] }
    if stroke.key == .escape, overlay?.canBeLeftWaiting == true {
      deferredKeys = []
    } else if keysWait, !Self.immediateKeys.contains(stroke.notation) {
      putOff(.key(stroke))
      return []
    }
    toast = nil
    if layout.kind == .tooSmall, !isAllowedWhenTooSmall(stroke) { return [] }
    if let overlay, layout.kind != .tooSmall { return press(stroke, in: overlay) }
    if stroke.key == .escape, !pendingKeys.isEmpty {
      pendingKeys = []
      return []
    }
    if let effects = typeInTrial(stroke) { return effects }
    let typed = pendingKeys + [stroke]
    switch keymap.meaning(of: typed, in: contexts) {
    case .command(let command, let argument):
      pendingKeys = []
      return run(command, argument: argument)
    case .chord:
      pendingKeys = typed
      return []
    case .nothing:
      pendingKeys = []
      return warn(
        "\(KeyStroke.notation(of: typed)) does nothing here (\(key("help")) shows the keys)")
    }
  }

  /// Runs a command, or shows the reason why it is not available. A command with a required
  /// argument asks for the argument.
  mutating func run(_ command: Command, argument: String = "") -> [Effect] {
    if let reason = command.obstacle(self) {
      return warn("\(command.title): \(reason)")
    }
    if argument.isEmpty, let wanted = command.argument, !wanted.isOptional {
      let palette = PaletteState("\(command.id) ")
      overlays.append(.palette(palette))
      return wanted.isPath ? [.complete(argument: "")] : []
    }
    guard case .draw(let drawing) = mode, !drawing.points.isEmpty else {
      return command.run(&self, argument)
    }
    let effects = command.run(&self, argument)
    // Every command that leaves a drawing keeps its points.
    if case .draw = mode {} else { pathEditing.keep(drawing) }
    return effects
  }

  private func isAllowedWhenTooSmall(_ stroke: KeyStroke) -> Bool {
    guard case .command(let command, _) = keymap.meaning(of: [stroke], in: contexts) else {
      return false
    }
    return ["quit", "back", "undo", "suspend", "cancel"].contains(command.id)
  }

  private mutating func putOff(_ event: InputEvent) {
    if deferredKeys.count < Self.deferredLimit { deferredKeys.append(event) }
  }

  /// Handles the deferred keys, unless keys must still wait.
  mutating func replayDeferredKeys() -> [Effect] {
    guard !keysWait, !deferredKeys.isEmpty else { return [] }
    let events = deferredKeys
    deferredKeys = []
    return events.reduce(into: []) { $0 += handle($1) }
  }

  /// Handles pasted text, which never runs keys. The text goes into the focused field; without a
  /// field, it is read as coordinates or as a GPX file.
  private mutating func paste(_ text: String) -> [Effect] {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    switch overlays.last {
    case .filter(var filter):
      filter.field.insert(String(line.prefix(Self.longestFilter)))
      return changeFilter(filter)
    case .search(var search):
      search.field.insert(String(line.prefix(Self.longestFilter)))
      return changeSearch(search)
    case .palette(var palette):
      palette.field.insert(line)
      palette.cursor = ListCursor()
      return changePalette(palette)
    case .form(var form):
      form.fields[form.focused].input.insert(line)
      form.fields[form.focused].error = nil
      replaceOverlay(.form(form))
      return []
    case .groupPicker(var picker):
      picker.insert(line)
      replaceOverlay(.groupPicker(picker))
      return []
    case .stopPicker(var picker):
      picker.insert(line)
      replaceOverlay(.stopPicker(picker))
      return []
    case .help(var help) where help.isFiltering:
      help.field.insert(String(line.prefix(Self.longestFilter)))
      help.top = 0
      replaceOverlay(.help(help))
      return []
    case nil:
      if case .trial = mode { return pasteIntoTrial(line) }
      return pasteOnScreen(text)
    default: return []
    }
  }

  mutating func replaceOverlay(_ overlay: Overlay) {
    guard !overlays.isEmpty else { return }
    overlays[overlays.count - 1] = overlay
  }

  private mutating func press(_ stroke: KeyStroke, in overlay: Overlay) -> [Effect] {
    if stroke.notation == "ctrl-z" { return [.suspend] }
    if stroke.notation == "ctrl-l" { return [.repaint] }
    let isCancel = stroke.notation == "ctrl-c"
    let stroke = isCancel ? KeyStroke(.escape) : stroke
    let effects =
      switch overlay {
      case .filter(let filter): press(stroke, in: filter)
      case .report(let report): press(stroke, in: report)
      case .search(let search): press(stroke, in: search)
      case .palette(let palette): press(stroke, in: palette)
      case .help(let help): press(stroke, in: help)
      case .form(let form): press(stroke, in: form)
      case .confirm(let question): press(stroke, in: question)
      case .groupPicker(let picker): press(stroke, in: picker)
      case .stopPicker(let picker): press(stroke, in: picker)
      case .nearest(let nearest): press(stroke, in: nearest)
      case .jobs(let view): press(stroke, in: view)
      case .history(let history): press(stroke, in: history)
      case .message(let text): press(stroke, in: text)
      }
    if isSaving, overlay.holdsTypedText { submitted = overlay }
    return effects
  }
}

extension MouseEvent.Action {
  /// Whether the action is a button press or release, not the wheel or a drag.
  fileprivate var isClick: Bool {
    switch self {
    case .press, .release: true
    case .drag, .wheelUp, .wheelDown: false
    }
  }
}

import CartographerCore
import CartographerPresentation
import TerminalUI

extension AppState {
  mutating func press(_ stroke: KeyStroke, in help: HelpState) -> [Effect] {
    var help = help
    if help.isFiltering {
      switch stroke.notation {
      case "enter", "down": help.isFiltering = false
      case "esc":
        help.isFiltering = false
        help.field = TextField()
      default:
        _ = help.field.handle(stroke)
        help.top = 0
      }
      replaceOverlay(.help(help))
      return []
    }
    switch stroke.notation {
    case "esc", "q", "?", "f1":
      overlays.removeLast()
      return []
    case "/": help.isFiltering = true
    default:
      help.top = scrolled(help.top, by: stroke, in: ItemWords(state: self).scrolling(help))
    }
    replaceOverlay(.help(help))
    return []
  }

  mutating func press(_ stroke: KeyStroke, in text: MessageState) -> [Effect] {
    var text = text
    if ["esc", "q", "enter"].contains(stroke.notation) {
      overlays.removeLast()
      return []
    }
    text.top = scrolled(text.top, by: stroke, in: ItemWords(state: self).scrolling(text))
    replaceOverlay(.message(text))
    return []
  }

  /// Returns the first visible line after a key that scrolls a text, clamped to the last useful
  /// position.
  func scrolled(_ top: Int, by stroke: KeyStroke, in text: ScrollingText) -> Int {
    let last = text.lastTop
    let top = min(top, last)
    let page = max(size.rows / 2, 1)
    let step: Int =
      switch stroke.notation {
      case "j", "down": 1
      case "k", "up": -1
      case "ctrl-d", "pagedown", "space": page
      case "ctrl-u", "pageup": -page
      case "g", "home": -top
      case "G", "end": last - top
      default: 0
      }
    return min(max(top + step, 0), last)
  }

  mutating func press(_ stroke: KeyStroke, in question: ConfirmState) -> [Effect] {
    if stroke.key == .escape {
      overlays.removeLast()
      return []
    }
    guard let choice = question.choices.first(where: { $0.key == stroke }) else {
      let keys = question.choices.map { "\($0.key.notation) \($0.label)" }
      return warn((keys + ["esc \(question.cancelLabel)"]).joined(separator: ", "))
    }
    overlays.removeLast()
    return perform(choice.action)
  }

  private mutating func perform(_ action: ConfirmAction) -> [Effect] {
    switch action {
    case .edits(let edits):
      for case .trash(let ids) in edits { list.unmark(ids) }
      for case .purge(let ids) in edits { list.unmark(ids) }
      list.endRange()
      return send(edits)
    case .importFile(let path): return importFile(path)
    case .importText(let text): return importText(text)
    case .submitForm:
      guard case .form(let form) = overlay else { return [] }
      return submit(form, isConfirmed: true)
    case .deletePoints(let id, let keys): return deletePoints(keys, of: id)
    case .export(let ids, let path): return export(ids, to: path, replacing: true)
    case .cancelJobsAndQuit: return runningJobs.map { .cancelJob($0.id) } + [saving, .quit]
    case .wait: return []
    case .undo(let entries): return entries.flatMap { send(.undo($0)) }
    case .discardForm: return discardForm()
    case .quit: return [saving, .quit]
    }
  }

  mutating func press(_ stroke: KeyStroke, in view: JobViewState) -> [Effect] {
    var view = view
    let shown = Array(jobs.all.reversed())
    switch stroke.notation {
    case "esc", "q", "w":
      overlays.removeLast()
      return []
    case "x":
      guard shown.indices.contains(view.cursor.selected), shown[view.cursor.selected].isRunning
      else { return warn("this job has ended") }
      return [.cancelJob(shown[view.cursor.selected].id)]
    case "enter":
      guard shown.indices.contains(view.cursor.selected) else { return [] }
      let job = shown[view.cursor.selected]
      overlays.append(
        .message(
          MessageState(
            title: job.title, lines: [job.sentence] + job.messages)))
      return []
    default: move(&view.cursor, by: stroke, count: shown.count)
    }
    replaceOverlay(.jobs(view))
    return []
  }

  mutating func press(_ stroke: KeyStroke, in history: HistoryState) -> [Effect] {
    var history = history
    switch stroke.notation {
    case "esc", "q":
      overlays.removeLast()
      return []
    case "u":
      if let reason = Obstacle.noUndo(self) { return warn(reason) }
      return undoLast()
    case "ctrl-r", "U":
      if let reason = Obstacle.noRedo(self) { return warn(reason) }
      return redoNext()
    case "enter":
      guard let entry = history.selected else { return [] }
      return [.ask(.diff(entry.id, settings.zone))]
    case "t": return goBackTo(history)
    default: move(&history.cursor, by: stroke, count: history.entries?.count ?? 0)
    }
    replaceOverlay(.history(history))
    return []
  }

  /// Undoes the changes made after the selected one; asks first if there is more than one.
  private mutating func goBackTo(_ history: HistoryState) -> [Effect] {
    if let reason = Obstacle.noUndo(self) { return warn(reason) }
    guard let entry = history.selected, let entries = history.entries else { return [] }
    guard entry.state == .done else {
      return warn("the change is \(entry.state.rawValue); \(key("redo")) redoes undone changes")
    }
    let later = entries.filter { $0.id > entry.id && $0.state == .done }
    guard !later.isEmpty else { return warn("there are no later changes") }
    guard later.count > 1 else { return undoLast() }
    let told = later.prefix(8).map(\.title.imperative)
    let rest = later.count - told.count
    overlays.append(
      .confirm(
        ConfirmState(
          title: "Undo \(later.count) changes?",
          lines: told + (rest > 0 ? ["… and \(rest) more"] : [])
            + ["", "\(key("redo")) redoes them one by one."],
          choices: [
            ConfirmState.Choice(
              KeyStroke("y"), "undo \(later.count) changes", .undo(later.map(\.id)))
          ])))
    return []
  }

  /// The number of rows of a list shown over the screen.
  var overlayHeight: Int { max(size.rows - 8, 1) }

  func move(_ cursor: inout ListCursor, by stroke: KeyStroke, count: Int) {
    let height = overlayHeight
    switch stroke.notation {
    case "j", "down": cursor.move(by: 1, count: count, height: height)
    case "k", "up": cursor.move(by: -1, count: count, height: height)
    case "ctrl-d", "pagedown": cursor.move(by: height, count: count, height: height)
    case "ctrl-u", "pageup": cursor.move(by: -height, count: count, height: height)
    case "g", "home": cursor.select(0, count: count, height: height)
    case "G", "end": cursor.select(count - 1, count: count, height: height)
    default: break
    }
  }
}

extension Job {
  /// A description of the job's state: its progress or its result.
  package var sentence: String {
    switch state {
    case .running(let progress):
      let share = ProgressBar(fraction: progress.fraction).percentage.string
      return ["running", share, progress.detail].filter { !$0.isEmpty }.joined(separator: " ")
    case .done(let text): return text
    case .failed(let text): return text
    case .cancelled: return "\(title): cancelled; the store is unchanged"
    }
  }
}

import CartographerPresentation
import TerminalUI

/// The key hints in the last row of the screen, with the positions needed to recognise mouse
/// clicks.
package struct ScreenHints: Sendable {
  /// A key hint: a label and one or more keys, such as `j` and `k`. A key can be a chord, such as
  /// `o i`.
  private struct Entry {
    let keys: [String]
    let label: String
    let isPromoted: Bool

    var text: String { keys.joined(separator: " ") }
  }

  private let entries: [Entry]
  /// The hints at the right end of the row: the keys for the command line and for help. The hints
  /// at the right end are absent while a popup is open or a chord is incomplete.
  private let pinned: [Entry]

  package init(_ state: AppState) {
    if !state.input.chord.isEmpty {
      entries = ScreenHints.entries(
        [PopupHint("cancel-chord", isPromoted: true)]
          + (state.chordLines > state.chordHeight ? [PopupHint("chord-down", "chord-up")] : []),
        state, in: CommandContext.chord.lookup)
      pinned = []
      return
    }
    if let hints = state.overlay?.hints ?? (state.isTypingParameter ? ParameterInput.hints : nil) {
      entries = ScreenHints.entries(hints, state, in: state.contexts)
      pinned = []
      return
    }
    let contexts = state.contexts
    let isModal = state.mode != .browse
    let operations = Self.operations
    func entry(_ id: String) -> Entry? {
      // The four directions share one hint.
      let ids = id == "pan-left" ? ["left", "down", "up", "right"].map { "pan-\($0)" } : [id]
      let commands = ids.compactMap { CommandRegistry[$0] }
      let bindings = commands.compactMap { state.keymap.binding(of: $0, in: contexts) }
      // A command whose path is still being read runs as soon as the points have arrived.
      guard let command = commands.first, let first = bindings.first,
        command.obstacle(state).map({ $0.kind == .pointsLoading }) ?? true
      else { return nil }
      // The operations share the first key of their chords, which shows the list of operations.
      if id == operations {
        guard first.keys.count > 1 else { return nil }
        return Entry(
          keys: [KeyStroke.notation(of: [first.keys[0]])], label: "operations", isPromoted: false)
      }
      let isLeaving = id == "quit" && !state.isAtRoot
      let label =
        state.measuringHint(id)
        ?? (id == "back" ? state.backHint : isLeaving ? "back" : command.hint)
      return Entry(
        keys: bindings.map(\.notation), label: label,
        isPromoted: isModal && first.context == contexts.first)
    }
    var seen: Set<String> = []
    entries = ScreenHints.commands(state).filter { seen.insert($0).inserted }.compactMap(entry)
    pinned = ["command", "help"].compactMap(entry)
  }

  /// Returns the IDs of the commands in the row of key hints, most important first and without
  /// duplicates.
  static func commandIDs(_ state: AppState) -> [String] {
    let hints = state.overlay?.hints ?? (state.isTypingParameter ? ParameterInput.hints : nil)
    var seen: Set<String> = []
    return (hints?.flatMap(\.commands) ?? commands(state)).filter { seen.insert($0).inserted }
  }

  /// Returns the most useful commands in the current mode and pane, most important first.
  private static func commands(_ state: AppState) -> [String] {
    switch state.mode {
    case .boxSelect: return ["box-done", "box-filter", "back", "zoom-in"]
    case .draw(let drawing):
      return ["add-point", "pan-left", "finish-path", "back", "drop-point", "zoom-in", "goto"]
        + (drawing.points.isEmpty ? [] : ["new-path"])
    case .measure(let line):
      let hasLegs = line.points.count > 1
      return ["add-point", "back", "drop-point"] + (hasLegs ? ["legs"] : []) + ["pan-left"]
        + (hasLegs ? ["new-path"] : []) + ["zoom-in", "goto"]
    case .grab:
      return ["drop", "move-by"] + ["left", "down", "up", "right"].map { "carry-\($0)" }
        + ["back", "zoom-in"]
    case .preview(let operation):
      return [
        "do-it", "less", "more", "next-value", "back", "type-value", "compare", "operation-map",
      ]
        + (operation.kind == .simplify ? [] : ["zoom-in"])
    case .pathEdit:
      return [
        "next-point", "move-point", "append-point", "delete-points", "split", "reverse-points",
        "edit-point", "insert-point", "search-points", "point-table", "point-range",
        "previous-point", operations, "undo", "back",
      ]
    case .itinerary where state.focus == .map:
      return ["pan-left", "zoom-in", "pick", "goto", "fit-all", "leave-map", "add-stop"]
    case .itinerary where state.focus == .groups: return ["open", "back"]
    case .itinerary where state.focus == .profile:
      return [
        "profile-left", "profile-right", "next-quantity", "profile-axis", "profile-in",
        "profile-out", "profile-highest", "back",
      ]
    case .itinerary(let itinerary):
      return (itinerary.filter.isEmpty ? [] : ["back"]) + [
        "add-stop", "new-day", "mark-stop", "remove-stop", "toggle-done", "stop-down", "stop-up",
        "day-later", "join-day", "edit-stop", "filter", "undo", "show-stop", "first-day",
        "back", "move-day-later", "export",
      ]
    case .browse: break
    }
    let tail = ["undo", "redo", "new-place", "quit"]
    if state.library.isEmpty {
      if state.focus == .map {
        return ["new-place", "new-path", "pan-left", "zoom-in", "leave-map", "import", "quit"]
      }
      return ["open-sample", "import", "new-place", "new-path", "quit"]
    }
    switch state.focus {
    case .map:
      return ["pick", "zoom-in", "fit", "fit-all", "new-place", "leave-map", "box-select"] + tail
    case .profile:
      return [
        "profile-left", "profile-right", "next-quantity", "profile-axis", "profile-in",
        "profile-out", "profile-highest", "back",
      ] + tail
    case .jobs: return ["cancel-job", "jobs", "back"] + tail
    case .detail: return ["edit", "notes", "group", "back"] + tail
    case .groups: return ["open", "itinerary", "new-group", "back"] + tail
    case .list: break
    }
    if state.list.rows.isEmpty { return emptyListCommands(state) }
    if state.list.tab == .trash { return ["restore", "purge", "mark", "next-tab"] + tail }
    if state.list.tab == .groups {
      return ["open", "itinerary", "edit", "mark", "filter", "delete", "undo", "next-pane"]
        + ["next-tab", "fit", "redo", "quit"]
    }
    let verbs = state.list.scope == nil ? ["group"] : ["remove-from-group", "group", "itinerary"]
    // A hint for Enter is less necessary than hints for the other keys.
    return ["edit", "mark", "filter"] + (state.list.tab == .places ? ["move-place"] : [operations])
      + ["export", "delete"] + verbs + ["open", "undo"]
      + ["next-pane", "next-tab", "fit", "redo", "quit"]
  }

  /// The ID of the command whose key hint represents all path operations. The chords of all
  /// operations begin with the same key.
  private static let operations = "crop"

  private static func emptyListCommands(_ state: AppState) -> [String] {
    let first =
      state.isFilteredList ? ["back", "filter"] : state.list.scope == nil ? [] : ["leave"]
    let creating: [String] =
      switch state.list.tab {
      case .paths: ["new-path", "import"]
      case .places: ["new-place", "import"]
      case .groups: ["new-group"]
      case .trash: []
      }
    return first + creating + ["next-tab", "next-pane", "undo", "redo", "quit"]
  }

  /// Returns a popup's key hints, with the keys from the user's keymap. Several keys are joined, as
  /// in `j k`. A hint is omitted if none of its commands has a key.
  private static func entries(
    _ hints: [PopupHint], _ state: AppState, in contexts: [CommandContext]
  ) -> [Entry] {
    hints.compactMap { hint in
      guard !hint.commands.isEmpty else {
        return Entry(keys: ["a-z"], label: hint.label ?? "", isPromoted: hint.isPromoted)
      }
      let commands = hint.commands.compactMap { CommandRegistry[$0] }
      let keys = commands.compactMap { state.keymap.binding(of: $0, in: contexts)?.notation }
      guard let first = commands.first, !keys.isEmpty else { return nil }
      return Entry(keys: keys, label: hint.label ?? first.hint, isPromoted: hint.isPromoted)
    }
  }

  private static func bar(_ entries: [Entry]) -> HintBar {
    HintBar(
      entries.map {
        Hint(key: DisplayText($0.text), label: DisplayText($0.label), isPromoted: $0.isPromoted)
      })
  }

  private func parts(of rect: Rect) -> (main: Rect, pinned: Rect) {
    let inside = rect.inset(columns: 1, rows: 0)
    let width = pinned.reduce(0) { $0 + $1.text.count + $1.label.count + 3 } - 2
    let (main, right) = inside.splitRight(min(width, inside.columns / 2))
    return (main, right)
  }

  package func draw(into surface: inout Surface, in rect: Rect) {
    let (main, right) = parts(of: rect)
    ScreenHints.bar(entries).draw(into: &surface, in: main)
    ScreenHints.bar(pinned).draw(into: &surface, in: right)
  }

  /// Returns the key strokes for a click on a hint. If the hint has several keys or chords, returns
  /// the key or chord at the click's position or, for a click on the label, the first key or chord.
  /// Returns an empty array if there is no hint at the position.
  package func strokes(at position: Point, in rect: Rect) -> [KeyStroke] {
    let (main, right) = parts(of: rect)
    for (entries, area) in [(entries, main), (pinned, right)] {
      let bar = ScreenHints.bar(entries)
      guard let index = bar.index(at: position, in: area) else { continue }
      let keys = entries[index].keys
      var end = bar.layout(in: area)[index].column
      let key = keys.first { key in
        end += key.count + 1
        return position.column < end
      }
      return (key ?? keys.first).flatMap { KeyStroke.sequence(notation: $0) } ?? []
    }
    return []
  }
}

extension AppState {
  /// Returns a command's special hint label for the measuring mode. Returns nil if the command
  /// keeps its usual label, or if no line is being measured.
  fileprivate func measuringHint(_ command: String) -> String? {
    guard case .measure = mode else { return nil }
    return switch command {
    case "new-path": "draw as path"
    default: nil
    }
  }

  /// The label of the hint for the command `back`. The command cancels a box selection, a preview
  /// or a move, and ends measuring; otherwise, it goes back one level without discarding anything.
  fileprivate var backHint: String {
    switch mode {
    case .boxSelect, .preview, .grab: "cancel"
    case .measure: "end"
    case .draw, .pathEdit: "back"
    case .itinerary:
      focus == .list && itinerary?.filter.isEmpty == false ? "clear filter" : "back"
    case .browse: isFilteredList ? "clear filter" : "back"
    }
  }
}

import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The popup that lists the history's changes, newest first.
struct HistoryList: ListOverlay {
  static let commands: [Command] = [
    command(
      "show-change", "Show the differences made by the change", hint: "show changes",
      keys: [.history: "enter"]
    ) { history, state in
      guard let change = history.selected else { return [] }
      return [.ask(.diff(change.id, state.settings.zone, state.settings.notation))]
    },
    command(
      "restore-state", "Undo all changes made after the selected one", hint: "restore this state",
      keys: [.history: "t"]
    ) { history, state in state.restoreState(selectedIn: history) },
    closeCommand("close-history", "Close the history", hint: "close", keys: [.history: "esc"]),
  ]

  /// The changes in the history, newest first. Nil until the changes are loaded.
  private(set) var changes: [LibraryChange]?
  /// Whether the history must be loaded or reloaded.
  fileprivate(set) var isOutdated = true
  private(set) var cursor = ListCursor()

  var context: CommandContext { .history }
  var modeName: String { "HISTORY" }
  var leaveCommand: String { "close-history" }
  var hints: [PopupHint] {
    [
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("show-change"),
      PopupHint("undo"), PopupHint("redo"), PopupHint("restore-state"), PopupHint("close-history"),
    ]
  }

  var isWaiting: Bool { isOutdated }

  /// The change under the cursor. Nil if no changes are listed.
  var selected: LibraryChange? {
    guard let changes, changes.indices.contains(cursor.selected) else { return nil }
    return changes[cursor.selected]
  }

  func rowCount(in state: AppState) -> Int { changes?.count ?? 0 }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
  }

  /// Shows the loaded history and keeps the cursor on the previously selected change.
  fileprivate mutating func receive(_ loaded: [LibraryChange], height: Int) {
    let selected = selected?.id
    let newest = Array(loaded.reversed())
    changes = newest
    isOutdated = false
    if let row = newest.firstIndex(where: { $0.id == selected }) {
      cursor.select(row, count: newest.count, height: height)
    }
  }

  func draw(on screen: inout Screen) {
    let inside = screen.popup(
      rows: screen.state.popupArea.rows - 2, title: "History", note: "newest first")
    screen.surface.cursor = inside.origin
    guard let changes, !changes.isEmpty else {
      screen.surface.put(
        changes == nil ? "Reading…" : "No changes yet.", in: inside.line(0), style: Style(.dim))
      return
    }
    let words = screen.words
    let zone = screen.state.settings.zone
    let list = ListView(count: changes.count, cursor: cursor, isFocused: true) { index in
      let change = changes[index]
      let time = TimeText.minute(change.time, in: zone)
      return ListRow(
        words.text(time).padded(to: 24) + words.text(change.title.imperative),
        detail: change.state == .done ? "" : words.text(change.state.rawValue),
        style: Style(change.state == .done ? .text : .dim))
    }
    list.draw(into: &screen.surface, in: inside)
  }
}

// MARK: Loading

/// Functions that load the history for the history list, and reload it after every change while the
/// list is open.
extension AppState {
  mutating func openHistory() -> [Effect] {
    overlays.push(HistoryList())
    return [.loadHistory]
  }

  /// Reloads the history if its list is open.
  mutating func renewHistory() -> [Effect] {
    outdateHistory()
    return readHistory()
  }

  mutating func outdateHistory() {
    overlays.update(HistoryList.self) { $0.isOutdated = true }
  }

  /// Requests the history if the open history list is outdated. Does nothing while a change is
  /// being saved.
  func readHistory() -> [Effect] {
    let isWanted = overlays.open(HistoryList.self).contains(where: \.isOutdated)
    return isWanted && !isSaving ? [.loadHistory] : []
  }

  /// Keeps displaying the old history after reloading has failed.
  mutating func keepOldHistory() {
    overlays.update(HistoryList.self) { $0.isOutdated = false }
  }

  mutating func showHistory(_ changes: [LibraryChange]) -> [Effect] {
    let height = overlayHeight
    overlays.update(HistoryList.self) { $0.receive(changes, height: height) }
    return []
  }

  /// Undoes all changes made after the selected one. If there are several, asks for confirmation
  /// first.
  fileprivate mutating func restoreState(selectedIn history: HistoryList) -> [Effect] {
    if let reason = Obstacle.noUndo(self) { return warn(reason.text) }
    guard let change = history.selected, let changes = history.changes else { return [] }
    guard change.state == .done else {
      return warn(
        """
        the change is \(change.state.rawValue); \
        \(key("redo")) redoes changes
        """)
    }
    let later = changes.filter { $0.id > change.id && $0.state == .done }
    guard !later.isEmpty else { return warn("there are no changes after the selected one") }
    guard later.count > 1 else { return undoLast() }
    let told = later.prefix(8).map(\.title.imperative)
    let rest = later.count - told.count
    let count = Numbers.counted(later.count, "change")
    return ask(
      "Undo \(count)?",
      told + (rest > 0 ? ["… and \(Numbers.grouped(rest)) more"] : [])
        + [
          "",
          """
          \(key("redo")) redoes them one by one.
          """,
        ],
      [Confirmation.Choice(.yes, "undo \(count)", .undo(later.map(\.id)))])
  }
}

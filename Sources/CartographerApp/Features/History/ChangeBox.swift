import CartographerCore
import CartographerPresentation
import TerminalUI

/// The differences made by a change in the history.
package struct ShownChange: Sendable, Equatable {
  let id: LibraryChange.ID
  /// Whether the change is in effect, that is, not undone.
  let isDone: Bool
  let title: String
  let lines: [ChangeDiffLines.Line]
}

/// The popup that shows the differences made by a change. In the popup, the user can also restore
/// individual items to their earlier state.
struct ChangeBox: ListOverlay {
  static let commands: [Command] = [
    command(
      "restore-item-before", "Restore only the highlighted item to its state before the change",
      hint: "restore only this item", keys: [.change: "r"], obstacle: Obstacle.notWritable
    ) { box, state in state.restoreItem(in: box) },
    closeCommand(
      "close-change", "Close the change", hint: "close", keys: [.change: "esc or enter"]),
  ]

  let change: ShownChange
  private(set) var cursor = ListCursor()

  var context: CommandContext { .change }
  var modeName: String { "CHANGE" }
  var leaveCommand: String { "close-change" }
  var hints: [PopupHint] {
    [
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("restore-item-before"),
      PopupHint("close-change"),
    ]
  }

  init(_ change: ShownChange) {
    self.change = change
  }

  /// Returns the popup's wrapped lines, each with the item that the line describes.
  private func rows(_ words: ItemWords) -> [(text: DisplayText, item: ItemID?)] {
    let columns = max(words.state.popupColumns - 5, 2)
    return change.lines.flatMap { line -> [(text: DisplayText, item: ItemID?)] in
      guard !line.text.isEmpty else { return [("", line.item)] }
      return words.whole(line.text).wrapped(to: columns).map { ($0, line.item) }
    }
  }

  func rowCount(in state: AppState) -> Int { rows(ItemWords(state: state)).count }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
  }

  /// Returns the item described by the line at the cursor. Returns nil if the line describes no
  /// item.
  func highlightedItem(in state: AppState) -> ItemID? {
    cursor.row(of: rows(ItemWords(state: state)))?.item
  }

  func draw(on screen: inout Screen) {
    let rows = rows(screen.words)
    let inside = screen.popup(
      rows: min(max(rows.count, 1), height(in: screen.state)), title: screen.text(change.title))
    let list = ListView(count: rows.count, cursor: cursor, isFocused: true) {
      ListRow(rows[$0].text)
    }
    list.draw(into: &screen.surface, in: inside)
  }
}

extension AppState {
  mutating func show(_ change: ShownChange) -> [Effect] {
    overlays.push(ChangeBox(change))
    return []
  }

  /// Restores the highlighted item to its state before the change, and returns to the history.
  fileprivate mutating func restoreItem(in box: ChangeBox) -> [Effect] {
    guard let id = box.highlightedItem(in: self) else {
      return warn("there is no item on this line; move to a line with an item")
    }
    guard box.change.isDone else {
      let redo = key("redo")
      return warn("the change is already undone; \(redo) in the history redoes changes")
    }
    overlays.close()
    // The item's earlier state replaces its current state, including any edits made since the
    // history was opened.
    overlays.rebase(to: index.snapshot.revision)
    return send(.revert([id], toBefore: box.change.id))
  }
}

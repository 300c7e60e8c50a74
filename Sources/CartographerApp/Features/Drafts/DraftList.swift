import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The list of drafts: unfinished input that can be continued or discarded.
struct DraftList: ListOverlay {
  static let commands: [Command] = [
    command(
      "resume-draft", "Continue the drawing or open the form", hint: "continue",
      keys: [.draftList: "enter"]
    ) { list, state in
      guard let draft = list.selected(in: state) else { return [] }
      state.overlays.close()
      return state.resume(draft)
    },
    command(
      "discard-draft", "Discard the draft", hint: "discard",
      keys: [.draftList: "d or delete"]
    ) { list, state in
      guard let draft = list.selected(in: state) else { return [] }
      state.overlays.push(
        Confirmation(
          title: "Discard the draft?", lines: [draft.title] + draft.lines,
          choices: [Confirmation.Choice(.yes, "discard it", .discardDraft(draft))]))
      return []
    },
    closeCommand("close-drafts", "Close the list", hint: "close", keys: [.draftList: "esc"]),
  ]

  private(set) var cursor = ListCursor()

  var context: CommandContext { .draftList }
  var modeName: String { "DRAFTS" }
  var leaveCommand: String { "close-drafts" }
  var hints: [PopupHint] {
    [
      PopupHint("resume-draft"), PopupHint("discard-draft"),
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("close-drafts"),
    ]
  }

  private func selected(in state: AppState) -> Draft? {
    let drafts = state.allDrafts
    guard !drafts.isEmpty else { return nil }
    // A draft before the cursor may just have been discarded.
    return drafts[min(cursor.selected, drafts.count - 1)]
  }

  func rowCount(in state: AppState) -> Int { state.allDrafts.count }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    cursor.move(movement, count: count, height: height)
  }

  func draw(on screen: inout Screen) {
    let state = screen.state
    let words = screen.words
    let drafts = state.allDrafts
    let inside = screen.popup(
      columns: 76, rows: max(drafts.count, 1), title: "Unfinished input",
      note: words.text(Numbers.counted(drafts.count, "draft")))
    var shown = cursor
    shown.settle(count: drafts.count, height: inside.rows)
    let list = ListView(count: drafts.count, cursor: shown, isFocused: true) {
      ListRow(
        words.text(drafts[$0].title),
        detail: words.text(state.age(of: drafts[$0]) ?? "this session"))
    }
    list.draw(into: &screen.surface, in: inside)
    if drafts.isEmpty {
      screen.surface.put(
        "There is no unfinished input.", in: inside.line(0), style: Style(.dim))
      screen.surface.cursor = inside.origin
    }
  }
}

import CartographerCore
import TerminalUI

extension Screen {
  mutating func drawList(in content: Rect) {
    drawTabs()
    guard let rows = layout.listRows else { return }
    if state.list.rows.isEmpty { return drawEmptyList(in: rows) }
    let words = words
    let shown = state.list.rows
    // While a path is edited, keys act on its points, not on the list.
    let undimmed = state.mode.isPathEdit ? state.list.cursor.selected : nil
    let list = ListView(
      count: shown.count, cursor: state.list.cursor,
      isFocused: state.focus == .list && state.mode == .browse
    ) { position in
      var row = words.row(shown[position])
      if let undimmed, position != undimmed {
        row.style = Style(.dim)
        row.matches = []
      }
      return row
    }
    list.draw(into: &surface, in: rows)
  }

  private mutating func drawTabs() {
    for (tab, rect) in layout.tabs {
      let isShown = tab == state.list.tab
      surface.put(
        text(tab.title), in: rect,
        style: isShown ? Style(.title, [.underline, .bold]) : Style(.dim))
    }
  }

  private mutating func drawEmptyList(in rect: Rect) {
    var lines: [DisplayText]
    if state.library.isUnreadable {
      lines = ["The library could not be read.", "", hint("quit", "quit")]
    } else if !state.library.isLoaded {
      lines = ["Reading the library…"]
    } else if state.library.isEmpty {
      // The map, if it is visible, shows the first steps.
      guard layout.rect(of: .map) != nil else { return drawWelcome(in: rect) }
      lines = ["Nothing here yet."]
    } else if !state.list.filterWords.isEmpty {
      lines = [
        state.list.filter.isEmpty ? "Nothing is" : "Nothing contains",
        text(
          state.list.filter.isEmpty
            ? state.list.filterWords.replacing(":", with: " the ") + "."
            : "“\(state.list.filter)”."), "", hint("back", "clear the filter"),
      ]
    } else if state.list.tab == .trash {
      lines = ["The trash is empty."]
    } else if state.list.tab == .groups {
      lines = [
        "No groups yet.", "", hint("new-group", "create a group"),
        hint("group", "add selected items"), "     to groups",
      ]
    } else if state.list.scope != nil {
      lines = [
        text("No \(state.list.tab.rawValue) in this group."), "", creationHint, tabHint,
        hint("group", "add to groups"), hint("leave", "go back to the groups"),
      ]
    } else {
      lines = [
        text("No \(state.list.tab.rawValue) yet."), "", creationHint,
        hint("import", "import files"), tabHint,
      ]
    }
    lines.insert("", at: 0)
    for (row, line) in lines.enumerated() {
      surface.put(line, in: rect.line(row).inset(columns: 1, rows: 0), style: Style(.dim))
    }
    if state.focus == .list { surface.cursor = rect.origin }
  }

  /// Returns a line that shows a command's key and the command's effect.
  private func hint(_ command: String, _ words: DisplayText) -> DisplayText {
    text(state.key(command)).padded(to: 4) + " " + words
  }

  /// A line that shows the key for creating a path or a place, depending on the current tab.
  private var creationHint: DisplayText {
    state.list.tab == .paths
      ? hint("new-path", "draw a path") : hint("new-place", "create a place")
  }

  private var tabHint: DisplayText {
    text("\(state.key("previous-tab")) \(state.key("next-tab"))").padded(to: 4) + " switch tabs"
  }
}

import CartographerPresentation
import TerminalUI

/// The list from which the user chooses one of several items, towns and countries with similar
/// names. Typing filters the list.
struct FoundPicker: Picker {
  static let commands: [Command] = [
    command(
      "go-to-found", "Go to the item or town", hint: "go there", keys: [.foundPicker: "enter"]
    ) { picker, state in
      guard let target = picker.selected else { return [] }
      state.overlays.close()
      return state.goTo(target)
    },
    closeCommand("close-found", "Close the list", hint: "close", keys: [.foundPicker: "esc"]),
  ]

  let title: String
  /// The items, towns and countries to choose from.
  let found: [MapTarget]
  private(set) var input = PickerInput()

  var context: CommandContext { spaceChooses ? .foundRows : .foundPicker }
  var modeName: String { "PLACES" }
  var leaveCommand: String { "close-found" }
  var hints: [PopupHint] {
    [
      PopupHint("popup-down", "popup-up", label: "select"), PopupHint("go-to-found"),
      PopupHint(letters: "filter"), PopupHint("close-found"),
    ]
  }
  var holdsUnsentInput: Bool { false }

  init(title: String, found: [MapTarget]) {
    self.title = title
    self.found = found
  }

  /// The items, towns and countries whose row text contains every entered word.
  var rows: [MapTarget] {
    let words = SearchFolding.folded(field.text).split(separator: " ")
    guard !words.isEmpty else { return found }
    return found.filter { target in
      let text = SearchFolding.folded("\(target.name) \(target.detail)")
      return words.allSatisfy { text.contains($0) }
    }
  }

  fileprivate var selected: MapTarget? { cursor.row(of: rows) }

  /// The number of lines above the list: the filter and an empty line.
  private static let linesAboveList = 2

  func rowCount(in state: AppState) -> Int { rows.count }

  func height(in state: AppState) -> Int { max(state.overlayHeight - Self.linesAboveList, 1) }

  mutating func moveCursor(_ movement: RowMovement, count: Int, height: Int) {
    input.moveCursor(movement, count: count, height: height)
  }

  mutating func editFilter(_ edit: TextField.Edit) { input.edit(edit) }

  func draw(on screen: inout Screen) {
    let words = screen.words
    let units = screen.state.settings.units
    // The size stays the same while the list is filtered.
    let columns = MapTarget.rows(found, units, words).columns
    let rows = MapTarget.rows(rows, units, words).rows
    let inside = screen.popup(
      columns: min(max(62, columns), 76), rows: found.count + Self.linesAboveList,
      title: words.text(title))
    let (line, below) = inside.splitTop(1)
    screen.surface.put("Filter ", in: line, style: Style(.dim))
    field.draw(into: &screen.surface, in: line.splitLeft(7).rest, isFocused: true)
    let fieldCursor = screen.surface.cursor
    let body = below.splitTop(Self.linesAboveList - 1).rest
    if rows.isEmpty {
      screen.surface.put("No row contains this text.", in: body.line(0), style: Style(.dim))
    }
    let list = ListView(count: rows.count, cursor: cursor, isFocused: true) { rows[$0] }
    list.draw(into: &screen.surface, in: body)
    screen.surface.cursor = fieldCursor
  }
}

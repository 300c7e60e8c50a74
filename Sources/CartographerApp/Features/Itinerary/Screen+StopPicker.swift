import CartographerCore
import TerminalUI

extension Screen {
  /// Draws the popup list of items that can be added to an itinerary.
  mutating func draw(_ picker: StopPickerState) {
    let rows = picker.rows(in: state.index)
    let count = picker.chosen.count
    let inside = popup(
      columns: 60, rows: min(max(rows.count, 1), 12) + 2,
      title: text("Add to the itinerary of \(state.index.group(picker.group)?.name ?? "")"),
      note: count == 0 ? "" : "\(count) chosen")
    let (line, below) = inside.splitTop(1)
    surface.put("Find or title ", in: line, style: Style(.dim))
    picker.field.draw(into: &surface, in: line.splitLeft(14).rest, isFocused: true)
    let cursor = surface.cursor
    let body = below.splitTop(1).rest
    let (words, items) = (words, state.index)
    let list = ListView(count: rows.count, cursor: picker.cursor, isFocused: true) { index in
      switch rows[index] {
      case .title(let title): return ListRow(words.text("stop “\(title)”"), detail: "no place")
      case .item(let id):
        let number = picker.chosen.firstIndex(of: id).map { "[\($0 + 1)] " } ?? "[ ] "
        let isMember = items[id]?.groups.contains(picker.group) ?? false
        return ListRow(
          words.text(number + (items[id]?.name ?? "")),
          detail: words.text(isMember ? id.kind.noun : "\(id.kind.noun), joins the group"))
      }
    }
    if rows.isEmpty {
      surface.put(
        "The group is empty: type to find an item, or a title.", in: body.line(0),
        style: Style(.dim))
    }
    list.draw(into: &surface, in: body)
    surface.cursor = picker.field.isEmpty && !rows.isEmpty ? surface.cursor : cursor
  }
}

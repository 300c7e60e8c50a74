import CartographerCore
import Foundation
import Geodesy
import TerminalUI

extension Screen {
  mutating func drawDetail(in content: Rect) {
    let rect = content.inset(columns: 1, rows: 0)
    if state.mode.isPathEdit { return drawPoints(in: rect) }
    guard let item = state.selectedItem else {
      surface.put("Nothing selected", in: rect, style: Style(.dim))
      return
    }
    let lines = words.detail(of: item, in: content.size)
    TextView(lines).draw(into: &surface, in: rect, top: state.detailTop)
  }

  private var units: UnitSystem { state.settings.units }

  /// The points around the one being edited.
  private mutating func drawPoints(in rect: Rect) {
    guard let id = state.selected, let path = state.paths[id] else { return }
    let edit: PathEditState
    switch state.mode {
    case .pathEdit(let state): edit = state
    case .grab(let grab):
      guard case .point(let state, _) = grab.subject else { return }
      edit = state
    case .browse, .boxSelect, .draw: return
    }
    let distances = path.profile.distancesMetres
    let (head, rows) = rect.splitTop(1)
    surface.put(
      text("point \(Numbers.grouped(edit.point + 1)) of \(Numbers.grouped(path.count))"), in: head,
      style: Style(.title))
    var cursor = ListCursor(selected: edit.point, top: edit.point - rows.rows / 2)
    cursor.settle(count: path.count, height: rows.rows)
    let (words, units, zone) = (words, units, state.settings.zone)
    let list = ListView(count: path.count, cursor: cursor, isFocused: false) { position in
      var facts: [String] = [units.length(metres: distances[position])]
      if let height = path.elevationMetres(at: position) {
        facts.append(units.elevation(metres: height))
      }
      if rect.columns >= 34, let time = path.time(at: position) {
        facts.append(
          Times.clock(
            Date(timeIntervalSinceReferenceDate: time), in: zone))
      }
      return ListRow(
        words.text(Numbers.grouped(position + 1)),
        detail: words.text(facts.joined(separator: "  ")),
        isMarked: edit.anchor != nil && edit.range.contains(position),
        style: position == edit.point ? Style(.accent, .bold) : .text)
    }
    list.draw(into: &surface, in: rows)
  }
}

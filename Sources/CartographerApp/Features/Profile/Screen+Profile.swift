import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension Screen {
  mutating func drawProfile(in content: Rect) {
    guard let path = state.selectedPath else {
      let isPath = state.selected?.kind == .path
      surface.put(
        isPath ? "reading the points…" : "select a path to see its profile",
        in: content.line(content.rows / 2), style: Style(.dim), alignment: .centre)
      return
    }
    var chart = ProfileChart(
      state.shownProfile(of: path), units: units, glyphs: state.settings.glyphs)
    var cursor = state.pathEditing.pointCursor
    switch state.mode {
    case .pathEdit(let edit): cursor = edit.point
    case .grab(let grab):
      if case .point(let edit, _) = grab.subject { cursor = edit.point }
    case .preview(let operation):
      cursor = nil
      if !operation.showsBefore { chart.cuts = operation.shownPreview?.cutsOfFirst ?? [] }
    case .browse, .boxSelect, .draw, .measure, .itinerary: break
    }
    let place = chart.render(
      into: &surface, content, cursor: cursor.flatMap { $0 < path.count ? $0 : nil })
    if state.focus == .profile { surface.cursor = place ?? content.origin }
    if chart.data.quantity == .elevation, chart.data.range == nil, chart.data.count > 0,
      content.rows > 2
    {
      surface.put(
        text(state.elevationHint), in: content.line(content.rows / 2 + 1),
        style: Style(.dim), alignment: .centre)
    }
  }

  private var units: UnitSystem { state.settings.units }
}

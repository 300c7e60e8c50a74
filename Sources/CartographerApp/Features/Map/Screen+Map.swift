import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension Screen {
  mutating func drawMap(in content: Rect) {
    let renderer = MapRenderer(glyphs: state.settings.glyphs, lines: state.map.lines)
    let scene = state.mapScene
    let frame = renderer.render(
      scene, state.map.viewport, into: &surface, content, labels: state.map.labels)
    labels = frame.labels
    if state.focus == .map { surface.cursor = frame.cursor ?? content.origin }
    if state.mode.line?.points.isEmpty == true {
      surface.put(
        text(
          """
           move the map; \(state.key("add-point")) adds a point\u{20}
          """),
        in: content.line(content.rows - 2),
        style: Style(.dim), alignment: .centre)
    }
    // A user who moves the map wants to see it.
    if state.library.isEmpty, state.mode == .browse, state.map.isUnplaced {
      drawWelcome(in: content)
    }
  }

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

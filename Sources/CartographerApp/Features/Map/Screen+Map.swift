import CartographerPresentation
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
    // After the user has moved the map, the welcome text no longer covers it.
    if state.library.isEmpty, state.mode == .browse, state.map.isUnplaced {
      drawWelcome(in: content)
    }
  }
}

import CartographerCore
import Foundation
import Geodesy
import TerminalUI

extension Screen {
  mutating func drawDetail(in content: Rect) {
    let rect = content.inset(columns: 1, rows: 0)
    if case .preview(let operation) = state.mode { return draw(operation, in: rect) }
    if state.mode.isPathEdit { return drawPoints(in: rect) }
    // Request one line more than is visible, so that the view can indicate further text.
    guard
      let lines = words.detail(in: content.size, most: state.panes.detailTop + content.rows + 1)
    else {
      surface.put("Nothing selected", in: rect, style: Style(.dim))
      return
    }
    TextView(lines).draw(into: &surface, in: rect, top: state.panes.detailTop)
  }
}

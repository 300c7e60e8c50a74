import CartographerCore
import Foundation
import Geodesy
import TerminalUI

extension Screen {
  mutating func drawDetail(in content: Rect) {
    let rect = content.inset(columns: 1, rows: 0)
    if case .trial(let trial) = state.mode { return draw(trial, in: rect) }
    if state.mode.isPathEdit { return drawPoints(in: rect) }
    if let itinerary = state.itinerary, let entry = state.selectedEntry {
      var lines = words.detail(of: entry, in: itinerary, width: content.columns - 2)
      if let item = state.selectedItem {
        lines += words.detail(of: item, in: content.size)
      }
      return TextView(lines).draw(into: &surface, in: rect, top: state.detailTop)
    }
    guard let item = state.selectedItem else {
      surface.put("Nothing selected", in: rect, style: Style(.dim))
      return
    }
    let lines = words.detail(of: item, in: content.size)
    TextView(lines).draw(into: &surface, in: rect, top: state.detailTop)
  }
}

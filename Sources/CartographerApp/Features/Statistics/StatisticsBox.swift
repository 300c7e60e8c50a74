import CartographerCore
import CartographerPresentation
import TerminalUI

/// A popup that shows statistics for paths.
struct StatisticsBox: ScrollingOverlay {
  /// An empty array, since the popup uses the commands of ``MessageBox``.
  static let commands: [Command] = []

  let title: String
  /// The request for the statistics. The request is pending while ``report`` is nil.
  let request: ReportRequest
  fileprivate(set) var report: PathReport?
  /// The plan of the open itinerary. Nil if no itinerary is open.
  let planned: ItineraryPlan?
  private(set) var top = 0

  var context: CommandContext { .message }
  var modeName: String { "STATISTICS" }
  var leaveCommand: String { "close-message" }
  var hints: [PopupHint] { MessageBox.scrollingHints }

  init(title: String, request: ReportRequest, planned: ItineraryPlan?) {
    self.title = title
    self.request = request
    self.planned = planned
  }

  private static let columns = 74

  func scrolling(_ words: ItemWords) -> ScrollingText {
    let width = words.state.popupColumns(atLeast: Self.columns) - 4
    let view = TextView(words.report(self, width: width))
    return ScrollingText(view: view, rows: min(view.lines.count, words.state.mostPopupRows))
  }

  mutating func scroll(to line: Int) { top = line }

  func draw(on screen: inout Screen) {
    drawBox(on: &screen, columns: Self.columns, title: title)
  }
}

extension AppState {
  mutating func receiveReport(_ report: PathReport, of number: Int) -> [Effect] {
    overlays.update(StatisticsBox.self) { shown in
      if shown.request.number == number { shown.report = report }
    }
    return []
  }
}

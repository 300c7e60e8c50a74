import TerminalUI

/// Text in a box over the screen that may be longer than the box.
struct ScrollingText {
  let view: TextView
  /// Lines that show at once.
  let rows: Int

  /// The first line that shows when the last one does.
  var lastTop: Int { view.lastTop(height: rows) }
}

extension AppState {
  /// The room that boxes over the screen may take: between header and status row.
  var popupArea: Rect {
    Rect(size: size).inset(columns: 1, rows: 1).splitBottom(1).rest
  }
}

extension ItemWords {
  private var area: Rect { state.popupArea }
  /// Inside a frame.
  private var mostRows: Int { max(area.rows - 2, 0) }

  /// The help, below the line in which it is searched.
  func scrolling(_ help: HelpState) -> ScrollingText {
    ScrollingText(view: TextView(self.help(help)), rows: max(mostRows - 1, 0))
  }

  func scrolling(_ message: MessageState) -> ScrollingText {
    let view = TextView(
      wrapping: message.lines.map(whole), columns: max(MessageState.columns(in: area) - 4, 2))
    return ScrollingText(view: view, rows: min(max(view.lines.count, 1), mostRows))
  }

  func scrolling(_ report: ReportState) -> ScrollingText {
    let view = TextView(self.report(report, width: ReportState.columns(in: area) - 4))
    return ScrollingText(view: view, rows: min(view.lines.count, mostRows))
  }
}

extension MessageState {
  /// Of its box, with the frame.
  static func columns(in area: Rect) -> Int { min(76, area.columns) }
}

extension ReportState {
  /// Of its box, with the frame.
  static func columns(in area: Rect) -> Int { min(74, area.columns) }
}

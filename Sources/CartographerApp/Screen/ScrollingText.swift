import TerminalUI

/// A text in a popup box that scrolls if it is longer than the box.
struct ScrollingText {
  let view: TextView
  /// The number of lines that are visible at the same time.
  let rows: Int

  /// The index of the first visible line if the text is scrolled to its end.
  var lastTop: Int { view.lastTop(height: rows) }
}

extension AppState {
  /// The rectangle available to popup boxes, between the header and the status row.
  var popupArea: Rect {
    Rect(size: size).inset(columns: 1, rows: 1).splitBottom(1).rest
  }
}

extension ItemWords {
  private var area: Rect { state.popupArea }
  /// The maximum number of text rows inside the frame of a popup box.
  private var mostRows: Int { max(area.rows - 2, 0) }

  /// Returns the scrolling text of the help, which is drawn below the search line.
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
  /// Returns the width of a message's popup box with its frame, in columns.
  static func columns(in area: Rect) -> Int { min(76, area.columns) }
}

extension ReportState {
  /// Returns the width of a statistics popup box with its frame, in columns.
  static func columns(in area: Rect) -> Int { min(74, area.columns) }
}

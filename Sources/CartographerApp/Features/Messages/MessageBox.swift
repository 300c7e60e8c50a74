import TerminalUI

/// A popup box that shows text, such as an import report.
struct MessageBox: ScrollingOverlay {
  static let commands: [Command] = [
    Command("close-message", "Close the box", hint: "close", keys: [.message: "esc or enter"]) {
      state, _ in
      // A box with statistics is also closed by this command.
      if state.overlays.top?.context == .message { state.overlays.close() }
      return []
    }
  ]

  let title: String
  /// A short note at the right end of the box's top line, such as a report's time.
  let note: String
  let lines: [String]
  /// Whether the text is the report of an import or export.
  let isReport: Bool
  /// Whether the text is the reason for a failure.
  let isFailure: Bool
  private(set) var top = 0

  var context: CommandContext { .message }
  var modeName: String { "MESSAGE" }
  var leaveCommand: String { "close-message" }
  var hints: [PopupHint] {
    MessageBox.scrollingHints + (isReport ? [PopupHint("jobs")] : [])
  }

  static let scrollingHints = [
    PopupHint("popup-down", "popup-up", label: "scroll"), PopupHint("close-message"),
  ]

  init(
    title: String, note: String = "", lines: [String], isReport: Bool = false,
    isFailure: Bool = false
  ) {
    self.title = title
    self.note = note
    self.lines = lines
    self.isReport = isReport
    self.isFailure = isFailure
  }

  func scrolling(_ words: ItemWords) -> ScrollingText {
    let columns = max(words.state.popupColumns - 4, 2)
    let view = TextView(wrapping: lines.map(words.whole), columns: columns)
    return ScrollingText(
      view: view, rows: min(max(view.lines.count, 1), words.state.mostPopupRows))
  }

  mutating func scroll(to line: Int) { top = line }

  func draw(on screen: inout Screen) {
    drawBox(on: &screen, title: title, note: note)
  }
}

extension AppState {
  /// Shows the latest status message in full in a popup box.
  mutating func showLastMessage() -> [Effect] {
    guard let latest = messages.latest else { return say("There are no messages yet") }
    return show([latest.text], title: "Last message")
  }

  /// Shows text in a popup box.
  mutating func show(_ lines: [String], title: String, isFailure: Bool = false) -> [Effect] {
    overlays.push(MessageBox(title: title, lines: lines, isFailure: isFailure))
    return []
  }
}

import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// A drawn screen, together with the label positions that the next frame reuses.
package struct Frame: Sendable {
  package var surface: Surface
  package var labels: MapLabelMemory
}

/// Draws the editor's state as a frame. Equal states always produce equal frames.
package func render(_ state: AppState) -> Frame {
  var screen = Screen(state)
  screen.draw()
  return Frame(surface: screen.surface, labels: screen.labels)
}

/// A frame of the screen while it is being drawn.
struct Screen {
  let state: AppState
  let layout: ScreenLayout
  let words: ItemWords
  var surface: Surface
  var labels: MapLabelMemory

  init(_ state: AppState) {
    self.state = state
    layout = ScreenLayout(state)
    words = ItemWords(state: state)
    surface = Surface(size: state.size)
    labels = state.map.labels
  }

  mutating func draw() {
    guard layout.kind != .tooSmall else { return drawTooSmall() }
    drawHeader()
    for (pane, rect) in layout.panes { draw(pane, in: rect) }
    drawStatus()
    if state.longMessage.isEmpty { ScreenHints(state).draw(into: &surface, in: layout.hints) }
    // Only the top popup has a frame, so that a question over a form is the only box on the screen.
    state.overlay?.draw(on: &self)
    if !state.input.chord.isEmpty { drawChord() }
  }

  /// Converts the user's text to characters that the terminal can display.
  func text(_ string: String) -> DisplayText { words.text(string) }

  private mutating func drawTooSmall() {
    let needed = ScreenLayout.smallest
    let lines: [DisplayText] = [
      "Too small:", "\(state.size.columns)x\(state.size.rows), needs",
      "\(needed.columns)x\(needed.rows).", "Enlarge the window.",
      state.overlay?.hasTextField == true ? "Your input is kept." : "\(state.key("quit")) quits.",
    ]
    let said = state.toast.map { text($0.text).wrapped(to: max(state.size.columns, 1)) } ?? []
    for (row, line) in (lines + said).enumerated() {
      surface.put(line, in: surface.bounds.line(row))
    }
    surface.cursor = state.size.isEmpty ? nil : .zero
  }

  private mutating func draw(_ pane: Pane, in rect: Rect) {
    let isFocused = state.focus == pane
    let content = frame(pane, in: rect, isFocused: isFocused)
    guard !content.isEmpty else { return }
    // Only the focused pane may position the terminal's cursor.
    let cursor = surface.cursor
    switch pane {
    case .groups: drawGroups(in: content)
    case .list:
      if case .itinerary(let itinerary) = state.mode {
        drawItinerary(itinerary, in: content)
      } else {
        drawList(in: content)
      }
    case .map: drawMap(in: content)
    case .detail: drawDetail(in: content)
    case .profile: drawProfile(in: content)
    case .jobs: drawJobs(in: content)
    }
    if !isFocused {
      surface.cursor = cursor
    } else if surface.cursor == cursor {
      surface.cursor = content.origin
    }
  }

  /// Draws a pane's frame and returns the rectangle inside it.
  private mutating func frame(_ pane: Pane, in rect: Rect, isFocused: Bool) -> Rect {
    let (title, note) = titles(of: pane)
    // In point editing, letters such as d act on points; the frame must not look like the list's.
    let isEditing = isFocused && state.mode.isPathEdit
    guard state.settings.isPlain else {
      return surface.box(
        rect, title: title, note: note, weight: isFocused ? .heavy : .light,
        style: isEditing ? Style(.warning) : nil,
        titleStyle: Style(isEditing ? .badge : isFocused ? .title : .text))
    }
    let (line, below) = rect.splitTop(1)
    let content = below.splitRight(1).rest
    let mark: DisplayText = isFocused ? "> " : "  "
    surface.put(
      mark + title + (note.isEmpty ? "" : "  " + note), in: line,
      style: Style(.title, isFocused ? .reverse : []))
    return content
  }

  private func titles(of pane: Pane) -> (title: DisplayText, note: DisplayText) {
    let key = keyPrefix(of: pane)
    let name = key + pane.title
    switch pane {
    case .list where state.itinerary != nil:
      let plan = state.itinerary.flatMap { state.library.plan(of: $0.group) }
      let done =
        plan.map {
          "\(Numbers.grouped($0.total.done))/\(Numbers.grouped($0.total.stops)) done"
        } ?? ""
      return (text("\(key)Itinerary"), text(done))
    case .list:
      let count = state.list.rows.count
      return (
        text(key + state.list.tab.title),
        count == 0
          ? ""
          : text(
            "\(Numbers.grouped(state.list.cursor.selected + 1))/\(Numbers.grouped(count))")
      )
    case .map:
      // Adding 0 turns -0 into 0.
      let zoom = (state.map.viewport.zoom * 2).rounded() / 2 + 0
      return (text("\(key)Map  z\(zoom)"), mapNote)
    case .detail:
      if case .preview(let operation) = state.mode {
        return (text(key + operation.kind.title), "")
      }
      if state.mode.isPathEdit { return (text("\(key)Points  \(state.modeName)"), "") }
      return (text(name), "")
    case .profile: return (text("\(name): \(state.profileTitle)"), text(state.profileNote))
    case .groups, .jobs: return (text(name), "")
    }
  }

  /// Returns the key that moves the focus to a pane, followed by a space. Returns an empty string
  /// if the user removed the key.
  private func keyPrefix(of pane: Pane) -> String {
    let key = state.key(pane.focusCommand)
    return key == ":\(pane.focusCommand)" ? "" : "\(key) "
  }

  private var mapNote: DisplayText {
    switch state.mode {
    case .browse, .itinerary: ""
    case .boxSelect: "BOX"
    case .draw: text("\(snapNote)NEW PATH")
    case .measure: text("\(snapNote)MEASURE")
    case .preview(let operation): operation.showsBefore ? "BEFORE" : "AFTER"
    case .pathEdit, .grab: text("\(snapNote)\(state.modeName) \(state.selectedItem?.name ?? "")")
    }
  }

  /// A note that snapping is off, with the key to turn it on. Empty if snapping is on. Snapping
  /// that was turned off stays off in the next session.
  private var snapNote: String {
    guard !state.settings.snapsPoints else { return "" }
    let snap = state.key("snap")
    return "snap off (\(snap))  "
  }
}

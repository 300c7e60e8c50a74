import CartographerPresentation
import TerminalUI

/// A popup that shows manual pages.
struct ManualReader: ScrollingOverlay {
  static let commands: [Command] = [
    closeCommand("close-manual", "Close the manual", hint: "close", keys: [.manual: "esc"]),
    command(
      "follow-link", "Open the page of the selected link", hint: "open link",
      keys: [.manual: "enter"]
    ) { reader, state in reader.follow(in: &state) },
    command("next-link", "Select the next link", hint: "next link", keys: [.manual: "tab"]) {
      reader, state in reader.selectLink(forward: true, in: &state)
    },
    command(
      "previous-link", "Select the previous link", hint: "previous link",
      keys: [.manual: "backtab"]
    ) { reader, state in reader.selectLink(forward: false, in: &state) },
    command(
      "previous-page", "Go back to the previous page", hint: "back",
      keys: [.manual: "backspace or h or left"]
    ) { reader, state in reader.goBack(in: &state) },
    command("manual-index", "Open the manual's index", hint: "index", keys: [.manual: "i"]) {
      _, _ in [.readManual(topic: "")]
    },
    command("search-manual", "Search the page", hint: "search", keys: [.manual: "/"]) {
      reader, state in
      state.overlays.replaceTop(reader.searching(true))
      return []
    },
    command("next-match", "Go to the next match", hint: "next match", keys: [.manual: "n"]) {
      reader, state in reader.goToMatch(1, in: &state)
    },
    command(
      "previous-match", "Go to the previous match", hint: "previous match", keys: [.manual: "N"]
    ) { reader, state in reader.goToMatch(-1, in: &state) },
    command(
      "keep-manual-search", "Keep the search and go back to the page", hint: "keep search",
      keys: [.manualSearch: "enter or down"]
    ) { reader, state in
      state.overlays.replaceTop(reader.searching(false))
      guard reader.match == nil, !reader.field.isEmpty else { return [] }
      return state.warn("the page does not contain “\(reader.field.text)”")
    },
    command(
      "clear-manual-search", "Clear the search and go back to the page", hint: "clear search",
      keys: [.manualSearch: "esc"]
    ) { reader, state in
      var cleared = reader.searching(false)
      cleared.field = TextField()
      cleared.match = nil
      state.overlays.replaceTop(cleared)
      return []
    },
  ]

  /// A visited manual page, with its scroll position and selected link.
  private struct Visit: Equatable {
    let name: String
    let page: ManualText
    var top = 0
    /// The selected link's index. Nil if no link is selected.
    var link: Int?
  }

  /// The visited pages; the last page is the open one.
  private var visits: [Visit]
  private var field = TextField()
  private var isSearching = false
  /// The index of the line that contains the current search match. Nil if nothing matches.
  private var match: Int?

  var modeName: String { "MANUAL" }
  var longestPaste: Int { 256 }
  var context: CommandContext { isSearching ? .manualSearch : .manual }
  var leaveCommand: String { isSearching ? "clear-manual-search" : "close-manual" }
  var hints: [PopupHint] {
    guard !isSearching else {
      return [PopupHint("keep-manual-search"), PopupHint("clear-manual-search")]
    }
    let back = visits.count > 1 ? [PopupHint("previous-page")] : []
    return [
      PopupHint("popup-down", "popup-up", label: "scroll"), PopupHint("next-link"),
      PopupHint("follow-link"),
    ] + back + [PopupHint("search-manual"), PopupHint("manual-index"), PopupHint("close-manual")]
  }

  private init(_ visit: Visit) {
    visits = [visit]
  }

  private var visit: Visit {
    get { visits[visits.count - 1] }
    set { visits[visits.count - 1] = newValue }
  }

  private(set) var top: Int {
    get { visit.top }
    set { visit.top = newValue }
  }

  mutating func scroll(to line: Int) { top = line }

  // MARK: Pages and links

  /// Opens a page in the open manual, or in a new popup if the manual is closed.
  fileprivate static func open(
    _ name: String, _ page: ManualText, anchor: String?, in state: inout AppState
  ) {
    var reader: ManualReader
    let visit = Visit(name: name, page: page)
    if let open = state.overlays.top(as: ManualReader.self) {
      reader = open
      if open.visit.name != name { reader.visits.append(visit) }
      reader.match = nil
      state.overlays.replaceTop(reader)
    } else {
      reader = ManualReader(visit)
      state.overlays.push(reader)
    }
    reader.top = 0
    let lines = reader.layout(state).lines
    if let anchor, let line = lines.firstIndex(where: { $0.anchor == anchor }) {
      reader.top = line
    }
    state.overlays.replaceTop(reader)
  }

  private func follow(in state: inout AppState) -> [Effect] {
    guard let link = visit.link else {
      return state.warn("\(state.key("next-link")) selects a link")
    }
    let target = layout(state).links[link]
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let anchor = parts.count > 1 ? String(parts[1]) : nil
    if parts[0].isEmpty {
      ManualReader.open(visit.name, visit.page, anchor: anchor, in: &state)
      return []
    }
    guard let name = ManualFolder.page(ofLink: parts[0], on: visit.name) else {
      return state.warn("\(target) is not a manual page")
    }
    return [.readManual(topic: name, anchor: anchor)]
  }

  private func goBack(in state: inout AppState) -> [Effect] {
    guard visits.count > 1 else { return state.warn("there is no previous page") }
    var reader = self
    reader.visits.removeLast()
    reader.match = nil
    state.overlays.replaceTop(reader)
    return []
  }

  /// Selects the next or previous link. If no link is selected, selects the first link at or below
  /// the top of the view or, if none exists, the first link on the page.
  private func selectLink(forward: Bool, in state: inout AppState) -> [Effect] {
    let lines = layout(state).lines
    let rows = self.rows(state)
    /// The index of the line on which each link begins.
    var starts: [Int] = []
    for (row, line) in lines.enumerated() {
      for case let link? in line.parts.map(\.link) where link == starts.count { starts.append(row) }
    }
    guard !starts.isEmpty else { return state.warn("this page has no links") }
    var reader = self
    let link =
      if let link = visit.link {
        (link + (forward ? 1 : starts.count - 1)) % starts.count
      } else {
        starts.firstIndex { $0 >= top } ?? 0
      }
    reader.visit.link = link
    reader.show(line: starts[link], of: lines.count, rows)
    state.overlays.replaceTop(reader)
    return []
  }

  /// Scrolls the page so that the given line is visible.
  private mutating func show(line: Int, of count: Int, _ rows: Int) {
    guard line < top || line >= top + rows else { return }
    top = min(max(line - rows / 3, 0), max(count - rows, 0))
  }

  // MARK: Search

  private func searching(_ isSearching: Bool) -> ManualReader {
    var reader = self
    reader.isSearching = isSearching
    return reader
  }

  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var reader = self
    reader.field.apply(edit)
    reader.match = nil
    return reader.goToMatch(0, in: &state, isQuiet: true)
  }

  /// Goes to a search match: 1 means the next match, −1 the previous match, and 0 the first match
  /// at or below the top of the view.
  private func goToMatch(
    _ direction: Int, in state: inout AppState, isQuiet: Bool = false
  ) -> [Effect] {
    var reader = self
    let lines = layout(state).lines
    let wanted = SearchFolding.folded(field.text)
    let found = lines.indices.filter {
      !wanted.isEmpty && SearchFolding.folded(lines[$0].text.string).contains(wanted)
    }
    let current = match ?? (direction < 0 ? top : top - 1)
    reader.match =
      direction < 0
      ? found.last { $0 < current } ?? found.last : found.first { $0 > current } ?? found.first
    if let line = reader.match { reader.show(line: line, of: lines.count, rows(state)) }
    state.overlays.replaceTop(reader)
    guard found.isEmpty, !isQuiet else { return [] }
    let search = state.key("search-manual")
    return state.warn(
      wanted.isEmpty
        ? "\(search) searches the page" : "the page does not contain “\(field.text)”")
  }

  // MARK: View

  private func layout(_ state: AppState) -> ManualLayout {
    ManualLayout(
      visit.page, columns: max(state.popupColumns - 4, 2), glyphs: state.settings.glyphs)
  }

  /// Returns the number of page lines that fit in the popup.
  private func rows(_ state: AppState) -> Int {
    max(state.mostPopupRows - (showsSearch ? 1 : 0), 1)
  }

  private var showsSearch: Bool { isSearching || !field.isEmpty }

  func scrolling(_ words: ItemWords) -> ScrollingText {
    let lines = layout(words.state).lines.map { (text: $0.text, style: Style.text) }
    return ScrollingText(view: TextView(lines), rows: rows(words.state))
  }

  func draw(on screen: inout Screen) {
    let state = screen.state
    var body = screen.popup(
      rows: state.mostPopupRows, title: screen.text("Manual: \(visit.page.title)"),
      note: screen.text(visit.name))
    var cursor = body.origin
    if showsSearch {
      let (line, below) = body.splitTop(1)
      screen.surface.put("/", at: line.origin, style: Style(.key))
      field.draw(into: &screen.surface, in: line.splitLeft(1).rest, isFocused: isSearching)
      if isSearching, let typed = screen.surface.cursor { cursor = typed }
      body = below
    }
    let lines = layout(state).lines
    // Only the scroll marks at the right edge are drawn here; the text follows below.
    let first = min(max(top, 0), max(lines.count - body.rows, 0))
    TextView(lines.map { _ in (text: .empty, style: .text) })
      .draw(into: &screen.surface, in: body, top: first)
    screen.surface.clipped(to: body) { surface in
      for (row, line) in lines.dropFirst(first).prefix(body.rows).enumerated() {
        var column = body.column
        for part in line.parts {
          let isSelected = part.link != nil && part.link == visit.link || match == first + row
          column = surface.put(
            part.text, at: Point(column: column, row: body.row + row),
            style: isSelected ? part.style.adding(.reverse) : part.style)
        }
      }
    }
    screen.surface.cursor = cursor
  }
}

extension AppState {
  /// Shows a manual page, scrolled to the heading with the given anchor.
  mutating func showManual(_ name: String, _ page: ManualText, anchor: String?) -> [Effect] {
    ManualReader.open(name, page, anchor: anchor, in: &self)
    return []
  }
}

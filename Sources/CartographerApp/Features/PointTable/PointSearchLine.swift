import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The point search's input line.
struct PointSearchLine: Overlay {
  static let commands: [Command] = [
    command(
      "keep-search", "Keep the search and stay at the first result", hint: "keep search",
      keys: [.search: "enter or tab"]
    ) { line, state in state.keepSearch(line) },
    command(
      "leave-search", "Cancel the search and return to the point where it began", hint: "cancel",
      keys: [.search: "esc"]
    ) { line, state in
      state.overlays.close()
      state.pathEditing.endSearch()
      return state.goToPoint(line.origin)
    },
  ]

  private var field = TextField()
  /// The index of the point that is selected again if the search is cancelled.
  fileprivate let origin: Int
  fileprivate var error: String?

  var context: CommandContext { .search }
  var modeName: String { "SEARCH" }
  var leaveCommand: String { "leave-search" }
  var hints: [PopupHint] { [PopupHint("keep-search"), PopupHint("leave-search")] }
  var longestPaste: Int { 256 }

  init(origin: Int) {
    self.origin = origin
  }

  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var line = self
    line.field.apply(edit)
    line.error = nil
    let search: PointSearch?
    do throws(QuantityError) {
      search = try line.search(in: state)
    } catch {
      line.error = error.message
      search = nil
    }
    if let search { state.pathEditing.startSearch(search) } else { state.pathEditing.endSearch() }
    state.overlays.replaceTop(line)
    return search == nil ? [] : state.askForPoints()
  }

  /// Returns the search for the entered query. Returns nil if the query is empty, or if a search
  /// term is not a comparison; in the latter case, sets `error`.
  private mutating func search(in state: AppState) throws(QuantityError) -> PointSearch? {
    guard !field.isEmpty, let (_, path) = state.pointEdit else { return nil }
    let query = try PointQuery(field.text)
    guard !query.terms.contains(where: \.isText) else {
      error = "compare values: >2000m, gap>10min, speed>80, slope>10%, hr>150, time>14:30"
      return nil
    }
    return PointSearch(text: field.text, query: query, path: path, origin: origin)
  }

  func drawStatus(on screen: inout Screen, in rect: Rect) -> Bool {
    var note: DisplayText = "a comparison such as >2000m or gap>10min"
    if let error {
      note = screen.text(error)
    } else if let search = screen.state.pathEditing.search {
      // The query in words shows which unit was read.
      let words = search.query.words(in: screen.state.settings.units)
      let count = search.found.map { Numbers.counted($0.count, "point") } ?? "searching"
      note = screen.text("\(words): \(count)")
      if let hint = search.query.hint {
        let whole = note + screen.text(" (\(hint))")
        if whole.width + field.text.count + 4 <= rect.columns { note = whole }
      }
    }
    let parts = rect.splitRight(min(note.width + 1, max(rect.columns - 12, 0)))
    screen.surface.put(
      note, in: parts.right, style: Style(error == nil ? .dim : .warning), alignment: .trailing)
    screen.surface.put("/", at: parts.rest.origin, style: Style(.key))
    field.draw(into: &screen.surface, in: parts.rest.splitLeft(1).rest, isFocused: true)
    return true
  }
}

extension AppState {
  mutating func startSearch() -> [Effect] {
    guard let (edit, _) = pointEdit else { return [] }
    overlays.push(PointSearchLine(origin: edit.point))
    return []
  }

  fileprivate mutating func keepSearch(_ line: PointSearchLine) -> [Effect] {
    guard line.error == nil else { return [] }
    overlays.close()
    guard let found = pathEditing.search?.found else { return [] }
    if found.isEmpty { return warn("no point matches") }
    guard let query = pathEditing.search?.query, let hint = query.hint else { return [] }
    return say(
      "\(query.words(in: settings.units)): \(Numbers.counted(found.count, "point")); \(hint)")
  }
}

extension PointQuery.Term {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// The filter line of the list or of an itinerary, which is open while the user types a filter.
struct FilterLine: Overlay {
  static let commands: [Command] = [
    closeCommand(
      "keep-filter", "Keep the filter", hint: "keep filter", keys: [.filter: "enter or tab"]),
    command("clear-filter", "Clear the filter", hint: "clear filter", keys: [.filter: "esc"]) {
      _, state in
      state.overlays.close()
      state.filter(by: "")
      return []
    },
  ]

  private var field: TextField

  var context: CommandContext { .filter }
  var modeName: String { "FILTER" }
  var leaveCommand: String { "clear-filter" }
  var hints: [PopupHint] {
    [
      PopupHint("keep-filter"), PopupHint("clear-filter"),
      PopupHint("popup-up", "popup-down", label: "select"),
    ]
  }
  /// The maximum number of characters that a single paste can insert. The limit is lower than in
  /// other fields, since every item is immediately searched for the pasted text.
  var longestPaste: Int { 256 }

  init(_ text: String) {
    field = TextField(prefilled: text)
  }

  /// Moves the cursor in the filtered list or itinerary.
  func move(_ movement: RowMovement, in state: inout AppState) {
    guard state.itinerary == nil else { return state.moveInItinerary(movement) }
    state.list.move(movement, height: state.listHeight)
    state.showSelectedItem()
  }

  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] {
    var line = self
    line.field.apply(edit)
    state.overlays.replaceTop(line)
    state.filter(by: line.field.text)
    return []
  }

  func drawStatus(on screen: inout Screen, in rect: Rect) -> Bool {
    let count = screen.text(screen.state.countOfFiltered)
    let parts = rect.splitRight(count.width + 1)
    screen.surface.put(count, in: parts.right, alignment: .trailing)
    screen.surface.put("/", at: parts.rest.origin, style: Style(.key))
    field.draw(into: &screen.surface, in: parts.rest.splitLeft(1).rest, isFocused: true)
    return true
  }
}

extension AppState {
  /// The number of matching items or stops and their total number, such as `12 of 1 204`.
  var countOfFiltered: String {
    let (shown, all) =
      itinerary == nil
      ? (list.rows.count, list.candidates.count) : (shownStops.count, itineraryStops.count)
    return "\(Numbers.grouped(shown)) of \(Numbers.grouped(all))"
  }

  mutating func startFilter() -> [Effect] {
    if focus != .list && layout.rect(of: .list) == nil { panes.focus(.list) }
    overlays.push(FilterLine(itinerary?.filter ?? list.filter))
    return []
  }

  /// Filters the list or the open itinerary by the typed text. If only visible items can match the
  /// new filter, only these items are searched.
  fileprivate mutating func filter(by text: String) {
    guard itinerary == nil else { return filterStops(by: text) }
    guard text != list.filter else { return }
    let before = FilterWords(list.filter, in: settings.zone)
    let isNarrowing =
      !before.isEmpty && FilterWords(text, in: settings.zone).narrow(before)
    list.setFilter(text)
    refilter(narrowing: isNarrowing)
  }
}

import TerminalUI

extension AppState {
  mutating func startFilter() -> [Effect] {
    if focus != .list && layout.rect(of: .list) == nil { panes.focus(.list) }
    overlays.append(.filter(FilterState(list.filter)))
    return []
  }

  mutating func press(_ stroke: KeyStroke, in filter: FilterState) -> [Effect] {
    var filter = filter
    switch stroke.notation {
    case "esc":
      overlays.removeLast()
      list.setFilter("")
      refilter()
      return []
    case "enter", "tab":
      overlays.removeLast()
      return []
    case "down", "up":
      return selectNext(stroke.key == .down ? 1 : -1)
    default:
      _ = filter.field.handle(stroke)
      return changeFilter(filter)
    }
  }

  /// Applies the typed filter. If the filter became longer, only the visible items are searched.
  mutating func changeFilter(_ filter: FilterState) -> [Effect] {
    let text = filter.field.text
    let isNarrowing = !list.filter.isEmpty && text.hasPrefix(list.filter)
    replaceOverlay(.filter(filter))
    guard text != list.filter else { return [] }
    list.setFilter(text)
    refilter(narrowing: isNarrowing)
    return []
  }
}

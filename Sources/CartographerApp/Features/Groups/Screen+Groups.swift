import CartographerCore
import TerminalUI

extension Screen {
  mutating func drawGroups(in content: Rect) {
    let words = words
    let groups = state.index.groups
    let counts = state.index.inUse
    let scope = state.list.scope
    let list = ListView(
      count: groups.count + 1, cursor: state.list.groupCursor,
      isFocused: state.isInGroupColumn || state.itinerary != nil && state.focus == .groups
    ) { position in
      guard position > 0 else {
        return ListRow(
          "Everything",
          detail: words.text(words.counts(paths: counts.paths, places: counts.places)),
          style: scope == nil ? Style(.accent) : .text)
      }
      let group = groups[position - 1]
      return ListRow(
        words.line(group.name), detail: words.text(words.counts(group)),
        style: scope == group.id ? Style(.accent) : .text)
    }
    list.draw(into: &surface, in: content)
  }
}

import CartographerCore
import CartographerPresentation
import TerminalUI

extension AppState {
  /// Whether commands act on the items marked in the list instead of on the selected item. Modes
  /// with their own selection, such as path editing or an itinerary, act on that selection instead.
  package var actsOnMarks: Bool {
    switch mode {
    case .browse, .boxSelect, .draw, .measure: list.actsOnMarks
    case .pathEdit, .preview, .grab, .itinerary: false
    }
  }

  /// The items on which a command acts: the marked items if at least one of them is visible,
  /// otherwise the selected item.
  package var targets: [ItemID] {
    guard actsOnMarks else { return selected.map { [$0] } ?? [] }
    let isTrash = list.tab == .trash
    let marked = list.marks.union(list.range).filter { id in
      index.isTrashed(id) == isTrash
    }
    if marked.isEmpty { return selected.map { [$0] } ?? [] }
    let shown = list.rows.filter(marked.contains)
    return shown + marked.subtracting(shown).sorted()
  }

  /// Whether the groups column has the focus.
  package var isInGroupColumn: Bool { mode == .browse && focus == .groups }

  /// The group under the cursor in the groups column. Nil if the cursor is on the row for the whole
  /// library.
  package var columnGroup: GroupSnapshot? {
    let position = list.groupCursor.selected - 1
    return index.groups.indices.contains(position) ? index.groups[position] : nil
  }

  /// Whether there are items for a command to act on. Unlike ``targets``, this property is computed
  /// without listing all marked items.
  package var hasTargets: Bool { selected != nil || actsOnMarks }

  /// Whether there are places or paths for a command to act on. Unlike ``memberTargets``, this
  /// property is computed without listing all marked items.
  package var hasMemberTargets: Bool {
    guard actsOnMarks else {
      return selected?.kind == .location || selected?.kind == .path
    }
    return list.marks.contains { $0.kind != .group } || list.range.contains { $0.kind != .group }
  }

  /// The places and paths on which a command acts. Groups are omitted because they cannot belong to
  /// groups.
  package var memberTargets: [ItemID] {
    targets.filter { $0.kind == .location || $0.kind == .path }
  }

  /// Moves the focused pane's cursor, or scrolls the pane.
  mutating func moveCursor(by offset: Int) -> [Effect] {
    // Adding the offset to an index must not overflow.
    let offset = min(max(offset, -1_000_000_000), 1_000_000_000)
    switch focus {
    case .groups:
      list.moveInGroups(by: offset, count: groupColumn.count, height: groupColumn.height)
      panes.scrollDetail(to: 0)
    case .detail: scrollDetail(by: offset)
    case .profile: return moveAlongProfile(by: offset)
    case .list, .map, .jobs:
      if list.move(by: offset, height: listHeight) { showSelectedItem() }
    }
    return []
  }

  mutating func scrollDetail(by offset: Int) {
    guard let content = layout.content(of: .detail) else { return }
    let wanted = max(panes.detailTop + offset, 0)
    guard let lines = ItemWords(state: self).detail(in: content.size, most: wanted + content.rows)
    else { return }
    panes.scrollDetail(to: min(wanted, max(lines.count - content.rows, 0)))
  }

  /// Selects an item if it is visible in the list. Returns whether the item was found.
  @discardableResult
  mutating func select(_ id: ItemID) -> Bool {
    guard let position = list.rows.firstIndex(of: id) else { return false }
    if list.select(row: position, height: listHeight) { showAnotherItem() }
    return true
  }

  /// Switches to an item's tab and selects the item. Clears the filter and closes the open group if
  /// they hide the item.
  mutating func reveal(_ id: ItemID) {
    guard let item = index[id] else { return }
    let tab = item.trashed == nil ? ListTab(showing: id.kind) ?? list.tab : .trash
    if list.tab != tab { switchTab(tab) }
    if select(id) { return }
    list.endFilter()
    if let scope = list.scope, !item.groups.contains(scope) { leaveScope() }
    reorder()
    select(id)
  }

  /// Selects the next or previous row, wrapping around at the ends of the list.
  mutating func selectNext(_ step: Int) -> [Effect] {
    let count = list.rows.count
    guard count > 0 else { return [] }
    let row = list.cursor.selected + step
    list.select(row: (row + count) % count, height: listHeight)
    showSelectedItem()
    guard !(0..<count).contains(row), count > 1 else { return [] }
    let end = step > 0 ? "start" : "end"
    return say("The selection wrapped around to the \(end) of the list")
  }

  /// Scrolls the details pane to the top, and moves the map to the selected item if necessary.
  /// Called after an item is selected.
  mutating func showSelectedItem() {
    showAnotherItem()
    followSelection()
  }

  // MARK: Marks

  mutating func toggleMark() -> [Effect] {
    if focus == .groups { return [] }
    guard let id = list.selected else { return [] }
    list.toggleMark(id)
    if list.move(by: 1, height: listHeight) { showSelectedItem() }
    return []
  }

  // MARK: Tabs, groups, order

  mutating func showTab(_ tab: ListTab) -> [Effect] {
    switchTab(tab)
    if mode == .browse { panes.focus(.list) }
    return [saving]
  }

  mutating func switchTab(_ tab: ListTab) {
    if tab == .groups || tab == .trash, list.scope != nil { leaveScope() }
    list.showTab(tab)
    reorder()
  }

  mutating func showNextTab(_ step: Int) -> [Effect] {
    let tabs = ListTab.allCases
    let position = tabs.firstIndex(of: list.tab) ?? 0
    return showTab(tabs[(position + step + tabs.count) % tabs.count])
  }

  /// Opens a group in the list. If the ID is nil, shows all items.
  mutating func openGroup(_ id: ItemID?, keepingMarks: Bool = false) {
    list.openGroup(id.flatMap { index.group($0) }, keepingMarks: keepingMarks)
    rebuildMap()
    reorder()
    if id != nil { _ = fitAll() }
  }

  mutating func leaveScope() {
    list.closeGroup()
    rebuildMap()
  }

  mutating func sort(by key: SortOrder.Key) -> [Effect] {
    list.sort(by: key)
    reorder()
    let direction = list.sort.isDescending ? ", descending" : ""
    messages.show("Sorted by \(key.rawValue)\(direction)")
    return [saving]
  }
}

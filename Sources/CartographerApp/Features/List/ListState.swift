import CartographerCore
import Foundation
import TerminalUI

/// The state of the list pane: its contents, selection and marks.
package struct ListState: Sendable, Equatable {
  package private(set) var tab: ListTab = .paths
  /// The open group's ID. Nil if no group is open. While a group is open, the tabs for paths and
  /// places show only the group's members.
  package private(set) var scope: ItemID?
  /// Whether the open group's itinerary must be opened once the library is loaded.
  private var opensItinerary = false
  package private(set) var filter = ""
  /// The map area that restricts the list. Nil if the list is not restricted to an area.
  package private(set) var area: Area?
  /// The item that was selected when the user began to type the filter.
  private var selectedBeforeFilter: ItemID?
  package private(set) var sort = SortOrder()
  /// The sorted items of the current tab before filtering.
  private(set) var candidates: [ItemID] = []
  /// The items that were changed while the filter was active. Changed items stay in the list, even
  /// if they no longer match the filter, until the filter, the tab or the open group changes.
  private var changedUnderFilter: Set<ItemID> = []
  /// The items shown in the list, in list order. The rows include items that match the filter, and
  /// items that were changed while the filter was active.
  package private(set) var rows: [ItemID] = []
  package private(set) var cursor = ListCursor()
  package private(set) var marks: Set<ItemID> = []
  /// The individually marked items, in the order in which they were marked. If an item occurs
  /// several times, only the last occurrence counts; items that are no longer marked are ignored.
  private var markings: [ItemID] = []
  /// The item at which the current range of marks begins. Nil if no range is being marked. The
  /// range ends at the selected row.
  package private(set) var rangeAnchor: ItemID?
  /// The last clicked row. Nil after any input other than a click.
  package private(set) var clicked: Int?
  /// Each tab's selected item, which is selected again when the tab is next shown.
  private var remembered: [ListTab: ItemID] = [:]
  /// The cursor in the groups column of a wide screen; row 0 represents all items.
  package private(set) var groupCursor = ListCursor()

  /// A map area that restricts the list, with the word that represents the area in the filter, and
  /// the places and paths inside the area.
  package struct Area: Sendable, Equatable {
    package let word: String
    let items: Set<ItemID>
  }

  package init() {}

  /// The words that restrict the list, such as `in:view refuge`. Empty if the list is not
  /// restricted.
  package var filterWords: String {
    [area?.word, filter.isEmpty ? nil : filter].compactMap(\.self).joined(separator: " ")
  }

  /// The items in the filtered list of paths. The heat map counts only the tracks among the items
  /// in the filtered list. Nil if the heat map counts all tracks on the map.
  var listedTracks: [ItemID]? { tab == .paths && !filterWords.isEmpty ? rows : nil }

  /// The tab, open group, filter and selection. If the tab, open group, filter or selection has
  /// changed since an import started, the import must not change the selection when the import
  /// ends.
  var whereabouts: Job.Whereabouts {
    Job.Whereabouts(tab: tab, scope: scope, filter: filter, selected: selected)
  }

  /// Returns whether a place or path is in the open group and not in the trash. If no group is
  /// open, checks only that the item is not in the trash.
  func isShown(trashed: Date?, groups: [ItemID]) -> Bool {
    trashed == nil && (scope.map { groups.contains($0) } ?? true)
  }

  package var selected: ItemID? { cursor.row(of: rows) }

  /// The rows from the range anchor to the selected row, inclusive. Empty if there is no anchor.
  package var range: ArraySlice<ItemID> {
    guard let rangeAnchor, let first = rows.firstIndex(of: rangeAnchor), !rows.isEmpty
    else { return [] }
    return rows[min(first, cursor.selected)...max(first, cursor.selected)]
  }

  /// The sort order used for the current tab. Only the paths tab can be sorted by length or climb;
  /// with these sort keys, all other tabs are sorted by name. The trash always lists the most
  /// recently deleted item first.
  package var effectiveSort: SortOrder {
    if tab == .trash { return SortOrder(.date) }
    return switch sort.key {
    case .name, .date: sort
    case .length, .climb: tab == .paths ? sort : SortOrder(.name)
    }
  }

  /// Whether commands act on the marked items instead of on the selected item. At least one marked
  /// item must be visible in the list, so a command never acts on hidden items only.
  package var actsOnMarks: Bool {
    !range.isEmpty || (!marks.isEmpty && rows.contains(where: marks.contains))
  }

  /// Returns the given items in the order in which the user marked them. Items that were marked
  /// together come last.
  package func inOrderOfMarking(_ ids: [ItemID]) -> [ItemID] {
    var times: [ItemID: Int] = [:]
    for (time, id) in markings.enumerated() where marks.contains(id) { times[id] = time }
    let single = ids.filter { times[$0] != nil }
      .sorted { (times[$0] ?? 0) < (times[$1] ?? 0) }
    return single + ids.filter { times[$0] == nil }
  }

  package func isMarked(_ id: ItemID) -> Bool { marks.contains(id) || range.contains(id) }

  // MARK: Contents

  /// Shows another tab, scrolled to the top. Clears the filter and ends the range of marks.
  mutating func showTab(_ tab: ListTab) {
    rememberSelection()
    self.tab = tab
    let kept = tab == .paths || tab == .places ? area : nil
    removeFilter()
    area = kept
    rangeAnchor = nil
    clearRows()
  }

  /// Opens a group in the list. If the group is nil, shows all items. A group that contains only
  /// places opens in the places tab, and any other group in the paths tab. Clears the filter and
  /// the marks.
  mutating func openGroup(_ group: GroupSnapshot?, keepingMarks: Bool) {
    scope = group?.id
    removeFilter()
    rangeAnchor = nil
    if !keepingMarks { marks = [] }
    if let group {
      remembered[.groups] = group.id
      tab = group.pathCount == 0 && group.placeCount > 0 ? .places : .paths
    } else if tab == .groups || tab == .trash {
      tab = .paths
    }
    clearRows()
  }

  mutating func closeGroup() { scope = nil }

  private mutating func clearRows() {
    rows = []
    cursor = ListCursor()
  }

  /// Changes the filter. If no item matches the old filter, the item that was selected before the
  /// filter was typed is selected again once the item is listed.
  mutating func setFilter(_ text: String) {
    if filter.isEmpty { selectedBeforeFilter = selected }
    if rows.isEmpty, let selectedBeforeFilter { remembered[tab] = selectedBeforeFilter }
    filter = text
    changedUnderFilter = []
  }

  /// Restricts the list to the items in an area of the map.
  mutating func narrow(to area: Area) {
    self.area = area
    changedUnderFilter = []
  }

  /// Clears the filter and the map area, so that the list shows all items of the tab.
  mutating func endFilter() {
    setFilter("")
    area = nil
  }

  /// Returns the given items, except those outside the area to which the list is restricted.
  func inArea(_ items: [ItemID]) -> [ItemID] {
    area.map { area in items.filter(area.items.contains) } ?? items
  }

  private mutating func removeFilter() {
    filter = ""
    area = nil
    changedUnderFilter = []
  }

  /// Keeps changed items visible in the filtered list, even if the items no longer match the
  /// filter.
  mutating func keepChanged(_ items: Set<ItemID>) {
    if !filterWords.isEmpty { changedUnderFilter.formUnion(rows.filter(items.contains)) }
  }

  /// Returns the items to show: all items that match the filter, and all items that were changed
  /// while the filter was active.
  func withChanged(_ matching: [ItemID]) -> [ItemID] {
    guard !changedUnderFilter.isEmpty else { return matching }
    let shown = changedUnderFilter.union(matching)
    return candidates.filter(shown.contains)
  }

  mutating func setSort(_ sort: SortOrder) { self.sort = sort }

  /// Sorts the list by the given key. If the list is already sorted by that key, reverses the
  /// order.
  mutating func sort(by key: SortOrder.Key) {
    if sort.key == key { reverseSort() } else { sort = SortOrder(key) }
  }

  mutating func reverseSort() { sort.isDescending.toggle() }

  mutating func setCandidates(_ items: [ItemID]) { candidates = items }

  /// Shows the given items as the list's rows, and returns whether the selection changed. The
  /// selected item stays selected; if the selected item is not shown, the item that takes its row
  /// is selected.
  mutating func show(_ items: [ItemID], height: Int) -> Bool {
    let wanted = selected ?? remembered[tab]
    return changeSelection { list in
      list.rows = items
      let row = wanted.flatMap { items.firstIndex(of: $0) } ?? list.cursor.selected
      list.cursor.select(row, count: items.count, height: height)
    }
  }

  /// Restores the tab and the group that were shown at the end of the last session. The given item
  /// is selected when the tab's rows are shown. A group that no longer exists is closed when the
  /// library is loaded.
  ///
  /// - Parameter withItinerary: Whether the group's itinerary was open.
  mutating func restore(
    _ tab: ListTab, selecting id: ItemID?, in group: ItemID?, withItinerary: Bool
  ) {
    self.tab = tab
    if let id { remembered[tab] = id }
    guard let group, group.kind == .group, tab == .paths || tab == .places else { return }
    scope = group
    remembered[.groups] = group
    opensItinerary = withItinerary
  }

  /// Returns whether the open group's itinerary was open at the end of the last session, and clears
  /// this information. Returns false if the group no longer exists.
  mutating func removeRestoredItinerary() -> Bool {
    defer { opensItinerary = false }
    return opensItinerary && scope != nil
  }

  /// Updates the list after deletions. Closes the open group if it was deleted or trashed, unmarks
  /// deleted items, and ends the range of marks if the range's first item was deleted.
  mutating func removeMissing(in index: LibraryIndex) {
    marks = marks.filter { index.contains($0) }
    if let id = scope, index.group(id) == nil || index.group(id)?.trashed != nil { scope = nil }
    if let anchor = rangeAnchor, !index.contains(anchor) { rangeAnchor = nil }
  }

  // MARK: Selection

  /// Moves the cursor by rows or pages, or to the start or end of the list.
  mutating func move(_ movement: RowMovement, height: Int) {
    cursor.move(movement, count: rows.count, height: height)
  }

  /// Moves the cursor by a number of rows. Returns whether the selection changed.
  @discardableResult
  mutating func move(by offset: Int, height: Int) -> Bool {
    changeSelection { $0.cursor.move(by: offset, count: $0.rows.count, height: height) }
  }

  /// Scrolls the rows and returns whether the selection changed. The selection changes if the
  /// selected row would otherwise no longer be visible.
  mutating func scroll(by offset: Int, height: Int) -> Bool {
    changeSelection { $0.cursor.scroll(by: offset, count: $0.rows.count, height: height) }
  }

  /// Selects a row and returns whether the selection changed.
  @discardableResult
  mutating func select(row: Int, height: Int) -> Bool {
    changeSelection { $0.cursor.select(row, count: $0.rows.count, height: height) }
  }

  /// Scrolls the list until its cursor is visible, after the list's height changed.
  mutating func settle(height: Int) { cursor.settle(count: rows.count, height: height) }

  private mutating func changeSelection(_ change: (inout ListState) -> Void) -> Bool {
    let before = selected
    change(&self)
    rememberSelection()
    return selected != before
  }

  private mutating func rememberSelection() {
    if let selected { remembered[tab] = selected }
  }

  mutating func rememberClick(on row: Int?) { clicked = row }

  // MARK: Groups column

  mutating func moveInGroups(by offset: Int, count: Int, height: Int) {
    groupCursor.move(by: offset, count: count, height: height)
  }

  mutating func scrollGroups(by offset: Int, count: Int, height: Int) {
    groupCursor.scroll(by: offset, count: count, height: height)
  }

  mutating func selectGroup(row: Int, count: Int, height: Int) {
    groupCursor.select(row, count: count, height: height)
  }

  mutating func settleGroups(count: Int, height: Int) {
    groupCursor.settle(count: count, height: height)
  }

  // MARK: Marks

  mutating func mark(_ ids: some Sequence<ItemID>) { marks.formUnion(ids) }

  /// Unmarks the given items, and ends the current range of marks.
  mutating func unmark(_ ids: [ItemID]) {
    marks.subtract(ids)
    rangeAnchor = nil
  }

  mutating func removeMarks() { marks = [] }

  /// Toggles an item's mark.
  mutating func toggleMark(_ id: ItemID) {
    if marks.isEmpty { markings = [] }
    if marks.remove(id) == nil {
      marks.insert(id)
      markings.append(id)
    }
  }

  /// Starts a range of marks at the selected item, or marks the items in the current range.
  mutating func toggleRange() {
    if rangeAnchor == nil {
      rangeAnchor = selected
    } else {
      marks.formUnion(range)
      rangeAnchor = nil
    }
  }

  /// Ends the range of marks without marking its items.
  mutating func endRange() { rangeAnchor = nil }

  /// Marks all rows. If all rows are already marked, unmarks all rows.
  mutating func toggleAllMarks() {
    if marks.isSuperset(of: rows) { marks.subtract(rows) } else { marks.formUnion(rows) }
    rangeAnchor = nil
  }

  mutating func invertMarks() {
    marks.formSymmetricDifference(rows)
    rangeAnchor = nil
  }
}

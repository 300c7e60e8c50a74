import CartographerCore
import CartographerPresentation
import TerminalUI

extension AppState {
  /// Rebuilds the list by collecting, sorting and filtering the current tab's items.
  package mutating func reorder() {
    list.setCandidates(ListOrder(list: list, library: library).items)
    refilter()
  }

  /// Moves changed items to their new positions in the list. Unchanged items keep their order.
  mutating func reorder(_ changed: Set<ItemID>) {
    list.keepChanged(changed)
    list.setCandidates(ListOrder(list: list, library: library).items(moving: changed))
    refilter()
  }

  /// Applies the filter to the current tab's items. The selected item stays selected; if the filter
  /// hides the selected item, the item that takes its row is selected.
  ///
  /// - Parameter narrowing: Whether to search only the visible items.
  ///   Pass true only if no other item can match the filter.
  package mutating func refilter(narrowing: Bool = false) {
    let among = list.inArea(narrowing ? list.rows : list.candidates)
    let matching = index.matches(list.filter, among: among, in: settings.zone)
    if list.show(list.withChanged(matching), height: listHeight) { showAnotherItem() }
  }

  /// The number of rows that the list pane can show.
  package var listHeight: Int { max(layout.listRows?.rows ?? 1, 1) }

  /// The number of rows in the groups column, including the row for the whole library, and the
  /// column's height in rows. The height is 1 if the column is not visible.
  var groupColumn: (count: Int, height: Int) {
    (index.groups.count + 1, layout.content(of: .groups)?.rows ?? 1)
  }

  /// Whether the list has the focus and shows only the items that match a filter.
  var isFilteredList: Bool { mode == .browse && focus == .list && !list.filterWords.isEmpty }

  package var pageHeight: Int {
    max(layout.content(of: focus)?.rows ?? listHeight, 2)
  }

  /// Adjusts cursors, scroll positions and the map after the screen size or a list changes.
  package mutating func settle() {
    list.settle(height: listHeight)
    list.settleGroups(count: groupColumn.count, height: groupColumn.height)
    settleItinerary()
    keepViewport()
    map.refit(in: layout.mapSize)
  }

  /// Removes the point highlight and scrolls the details to the top. Called after another item is
  /// selected.
  mutating func showAnotherItem() {
    pathEditing.moveCursor(to: nil)
    panes.scrollDetail(to: 0)
  }
}

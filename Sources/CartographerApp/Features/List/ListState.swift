import CartographerCore
import TerminalUI

/// The state of the list pane: its contents, selection and marks.
package struct ListState: Sendable, Equatable {
  package var tab: ListTab = .paths
  /// The open group, or nil. The tabs for paths and places show only its members.
  package var scope: ItemID?
  package var filter = ""
  package var sort = SortOrder()
  /// The sorted items of the tab before filtering.
  package var candidates: [ItemID] = []
  /// The visible items, in order.
  package var rows: [ItemID] = []
  package var cursor = ListCursor()
  package var marks: Set<ItemID> = []
  /// The items that were marked one at a time, the latest last. Items can occur more than once or
  /// be unmarked since; such occurrences are ignored.
  private var markings: [ItemID] = []
  /// The item at which a range of marks began, or nil. The range ends at the selected row.
  package var rangeAnchor: ItemID?
  /// The last selected item of each tab, which is selected again when the tab is shown.
  package var remembered: [ListTab: ItemID] = [:]
  /// The cursor in the groups column of a wide screen; row 0 is "All".
  package var groupCursor = ListCursor()

  package init() {}

  package var selected: ItemID? {
    rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil
  }

  /// The rows between the range anchor and the selected row; empty without an anchor.
  package var range: ArraySlice<ItemID> {
    guard let rangeAnchor, let first = rows.firstIndex(of: rangeAnchor), !rows.isEmpty
    else { return [] }
    return rows[min(first, cursor.selected)...max(first, cursor.selected)]
  }

  /// The sort order that applies to the tab. Tabs other than paths have no length or climb and are
  /// sorted by name instead.
  package var effectiveSort: SortOrder {
    switch sort.key {
    case .name, .date: sort
    case .length, .climb: tab == .paths ? sort : SortOrder(.name)
    }
  }

  /// Whether commands act on the marked items. At least one of them must be visible in the list, so
  /// that a command never acts only on hidden items.
  package var actsOnMarks: Bool {
    !range.isEmpty || (!marks.isEmpty && rows.contains(where: marks.contains))
  }

  /// Unmarks items and ends a range of marks.
  mutating func unmark(_ ids: [ItemID]) {
    marks.subtract(ids)
    rangeAnchor = nil
  }

  /// Marks an item, or unmarks it if it is marked.
  package mutating func toggleMark(_ id: ItemID) {
    if marks.isEmpty { markings = [] }
    if marks.remove(id) == nil {
      marks.insert(id)
      markings.append(id)
    }
  }

  /// Returns the items in the order of marking; items that were marked together come last.
  package func inOrderOfMarking(_ ids: [ItemID]) -> [ItemID] {
    var times: [ItemID: Int] = [:]
    for (time, id) in markings.enumerated() where marks.contains(id) { times[id] = time }
    let single = ids.filter { times[$0] != nil }
      .sorted { (times[$0] ?? 0) < (times[$1] ?? 0) }
    return single + ids.filter { times[$0] == nil }
  }

  package func isMarked(_ id: ItemID) -> Bool { marks.contains(id) || range.contains(id) }
}

import CartographerCore
import TerminalUI

/// The list pane: what it shows, and what is selected and marked in it.
package struct ListState: Sendable, Equatable {
  package var tab: ListTab = .paths
  /// The open group: paths and places show its members only.
  package var scope: ItemID?
  package var filter = ""
  package var sort = SortOrder()
  /// The items of the tab in order, before the filter.
  package var candidates: [ItemID] = []
  /// The items that show, in order.
  package var rows: [ItemID] = []
  package var cursor = ListCursor()
  package var marks: Set<ItemID> = []
  /// What was marked one by one, the latest last; more than once, or unmarked since, counts for
  /// nothing.
  private var markings: [ItemID] = []
  /// Where a range of marks began; it reaches to the selected row.
  package var rangeAnchor: ItemID?
  /// The item last selected in each tab, to come back to.
  package var remembered: [ListTab: ItemID] = [:]
  /// In the column of groups of a wide screen; 0 is "All".
  package var groupCursor = ListCursor()

  package init() {}

  package var selected: ItemID? {
    rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil
  }

  /// The rows between the anchor and the selected one; empty without an anchor.
  package var range: ArraySlice<ItemID> {
    guard let rangeAnchor, let first = rows.firstIndex(of: rangeAnchor), !rows.isEmpty
    else { return [] }
    return rows[min(first, cursor.selected)...max(first, cursor.selected)]
  }

  /// What the tab is really ordered by: only paths have a length and a climb.
  package var effectiveSort: SortOrder {
    switch sort.key {
    case .name, .date: sort
    case .length, .climb: tab == .paths ? sort : SortOrder(.name)
    }
  }

  /// Whether verbs act on the marks: only while one of them is in the list that shows, so that
  /// nothing happens to what is out of sight alone.
  package var actsOnMarks: Bool {
    !range.isEmpty || (!marks.isEmpty && rows.contains(where: marks.contains))
  }

  /// Takes the marks of items away, and ends a range: its rows go, or have done their duty.
  mutating func unmark(_ ids: [ItemID]) {
    marks.subtract(ids)
    rangeAnchor = nil
  }

  /// Marks an item or takes its mark away.
  package mutating func toggleMark(_ id: ItemID) {
    if marks.isEmpty { markings = [] }
    if marks.remove(id) == nil {
      marks.insert(id)
      markings.append(id)
    }
  }

  /// Items as they were marked one by one, those that were marked together after them.
  package func inOrderOfMarking(_ ids: [ItemID]) -> [ItemID] {
    var times: [ItemID: Int] = [:]
    for (time, id) in markings.enumerated() where marks.contains(id) { times[id] = time }
    let single = ids.filter { times[$0] != nil }
      .sorted { (times[$0] ?? 0) < (times[$1] ?? 0) }
    return single + ids.filter { times[$0] == nil }
  }

  package func isMarked(_ id: ItemID) -> Bool { marks.contains(id) || range.contains(id) }
}

import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  /// Rebuilds the list: the items of the tab are collected, sorted and filtered.
  package mutating func reorder() {
    list.candidates = ordered(itemsOfTab)
    refilter()
  }

  /// Moves changed items to their positions in the list; all other items keep their order.
  ///
  /// - Complexity: O(*n*) in the number of items for fewer than 64 changed items, else O(*n* log
  ///   *n*).
  mutating func reorder(_ changed: Set<ItemID>) {
    guard changed.count < 64 else { return reorder() }
    var candidates = list.candidates.filter { !changed.contains($0) }
    for id in changed where isOfTab(id) {
      let value = sortEntry(id)
      var (low, high) = (0, candidates.count)
      while low < high {
        let middle = (low + high) / 2
        if isOrdered(sortEntry(candidates[middle]), value) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      candidates.insert(id, at: low)
    }
    list.candidates = candidates
    refilter()
  }

  /// Applies the filter to the items of the tab. The selected item stays selected; if it is
  /// filtered out, its row is selected.
  ///
  /// - Parameter narrowing: Whether the filter only became longer, so that only the visible items
  ///   need to be searched.
  package mutating func refilter(narrowing: Bool = false) {
    let before = list.selected
    let wanted = before ?? list.remembered[list.tab]
    let matching = index.matches(list.filter, among: narrowing ? list.rows : list.candidates)
    list.rows = matching
    let position = wanted.flatMap { matching.firstIndex(of: $0) } ?? list.cursor.selected
    list.cursor.select(position, count: matching.count, height: listHeight)
    if list.selected != before { selectionChanged() }
  }

  private func isShown(_ trashed: Date?, _ groups: [ItemID]) -> Bool {
    trashed == nil && (list.scope.map { groups.contains($0) } ?? true)
  }

  /// Returns whether an item belongs to the current tab, like ``itemsOfTab``.
  private func isOfTab(_ id: ItemID) -> Bool {
    guard let item = index[id] else { return false }
    return switch list.tab {
    case .paths: id.kind == .path && isShown(item.trashed, item.groups)
    case .places: id.kind == .location && isShown(item.trashed, item.groups)
    case .groups: id.kind == .group && item.trashed == nil
    case .trash: item.trashed != nil
    }
  }

  private var itemsOfTab: [ItemID] {
    let snapshot = index.snapshot
    switch list.tab {
    case .paths:
      return snapshot.paths.filter { isShown($0.trashed, $0.groups) }.map(\.id)
    case .places:
      return snapshot.places.filter { isShown($0.trashed, $0.groups) }.map(\.id)
    case .groups: return snapshot.groups.filter { $0.trashed == nil }.map(\.id)
    case .trash:
      return snapshot.paths.filter { $0.trashed != nil }.map(\.id)
        + snapshot.places.filter { $0.trashed != nil }.map(\.id)
        + snapshot.groups.filter { $0.trashed != nil }.map(\.id)
    }
  }

  /// The sort key of an item: the value of the sort column, and the rank of the name for equal values.
  private typealias SortEntry = (id: ItemID, value: Double?, rank: Int)

  private func sortEntry(_ id: ItemID) -> SortEntry { (id, sortValue(id), index.nameRank(id)) }

  private func ordered(_ items: [ItemID]) -> [ItemID] {
    items.map(sortEntry).sorted(by: isOrdered).map(\.id)
  }

  /// Returns whether the first item precedes the second. Items without a value come last; items with
  /// equal values or without one are sorted by name.
  private func isOrdered(_ first: SortEntry, _ second: SortEntry) -> Bool {
    let sort = list.sort
    switch (first.value, second.value) {
    case (let one?, let other?) where one != other:
      return sort.isDescending ? one > other : one < other
    case (.some, nil): return true
    case (nil, .some): return false
    default:
      return sort.key == .name && sort.isDescending
        ? first.rank > second.rank : first.rank < second.rank
    }
  }

  private func sortValue(_ id: ItemID) -> Double? {
    if list.tab == .trash {
      return index[id]?.trashed?.timeIntervalSinceReferenceDate
    }
    switch list.sort.key {
    case .name: return nil
    case .date: return date(of: id)?.timeIntervalSinceReferenceDate
    case .length: return paths[id]?.measures.lengthMetres
    case .climb: return paths[id]?.measures.ascentMetres
    }
  }

  /// Returns the date of an item: the time of the recorded data, else the date of its creation.
  package func date(of id: ItemID) -> Date? {
    paths[id]?.measures.timeFirst ?? index.place(id)?.time ?? index[id]?.created
  }

  /// The number of visible rows of the list.
  package var listHeight: Int { max(layout.listRows?.rows ?? 1, 1) }

  package var pageHeight: Int {
    max(layout.content(of: focus)?.rows ?? listHeight, 2)
  }

  /// Adjusts cursors and views after a change of the screen size or of a list.
  package mutating func settle() {
    list.cursor.settle(count: list.rows.count, height: listHeight)
    list.groupCursor.settle(
      count: index.groups.count + 1, height: layout.content(of: .groups)?.rows ?? 1)
    settleItinerary()
    settleTrial()
    if map.followsContents { fitContents() }
  }

  /// Remembers the new selection of the tab and resets the state of the previous item.
  mutating func selectionChanged() {
    if let selected = list.selected { list.remembered[list.tab] = selected }
    showAnotherItem()
  }

  /// Resets the highlighted point and the scroll position of the details.
  mutating func showAnotherItem() {
    pathEditing.moveCursor(to: nil)
    panes.scrollDetail(to: 0)
  }
}

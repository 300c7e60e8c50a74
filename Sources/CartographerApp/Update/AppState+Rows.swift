import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  /// Builds the list afresh: which items the tab shows, their order, then the filter.
  package mutating func reorder() {
    list.candidates = ordered(itemsOfTab)
    refilter()
  }

  /// Moves changed items to their positions in the list; all other items keep their order.
  ///
  /// - Complexity: O(*n*) for fewer than 64 changed items, else O(*n* log *n*).
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

  /// Applies the filter to the items of the tab, keeping the selected item or its place.
  ///
  /// - Parameter narrowing: Whether the filter only became longer, so that what already shows
  ///   is all that needs looking at.
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

  /// When it happened, as far as it says so, else when it was made.
  package func date(of id: ItemID) -> Date? {
    paths[id]?.measures.timeFirst ?? index.place(id)?.time ?? index[id]?.created
  }

  /// Rows of the list that show.
  package var listHeight: Int { max(layout.listRows?.rows ?? 1, 1) }

  package var pageHeight: Int {
    max(layout.content(of: focus)?.rows ?? listHeight, 2)
  }

  /// Makes cursors fit after a change of size or of what is listed.
  package mutating func settle() {
    list.cursor.settle(count: list.rows.count, height: listHeight)
    list.groupCursor.settle(
      count: index.groups.count + 1, height: layout.content(of: .groups)?.rows ?? 1)
    settleItinerary()
    settleTrial()
    if map.followsContents { fitContents() }
  }

  /// What hangs on the selection starts anew.
  mutating func selectionChanged() {
    if let selected = list.selected { list.remembered[list.tab] = selected }
    showAnotherItem()
  }

  /// Details and the point on the profile are of one item.
  mutating func showAnotherItem() {
    pointCursor = nil
    detailTop = 0
  }
}

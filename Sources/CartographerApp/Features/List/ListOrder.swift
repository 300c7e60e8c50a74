import CartographerCore
import Foundation
import Geodesy

/// The items of the list's current tab in sorted order.
struct ListOrder {
  let list: ListState
  let library: LibraryState

  private var index: LibraryIndex { library.index }

  /// The sorted items of the current tab.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of items.
  var items: [ItemID] { itemsOfTab.map(sortEntry).sorted(by: isOrdered).map(\.id) }

  /// Returns the list's unfiltered items after moving changed items to their new positions.
  /// Unchanged items keep their order.
  ///
  /// - Complexity: O(*n*) for *n* items if fewer than 64 changed, otherwise O(*n* log *n*).
  func items(moving changed: Set<ItemID>) -> [ItemID] {
    guard changed.count < 64 else { return items }
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
    return candidates
  }

  /// Returns whether ``itemsOfTab`` contains the given item.
  private func isOfTab(_ id: ItemID) -> Bool {
    guard let item = index[id] else { return false }
    return switch list.tab {
    case .paths: id.kind == .path && list.isShown(trashed: item.trashed, groups: item.groups)
    case .places: id.kind == .location && list.isShown(trashed: item.trashed, groups: item.groups)
    case .groups: id.kind == .group && item.trashed == nil
    case .trash: item.trashed != nil
    }
  }

  private var itemsOfTab: [ItemID] {
    let (paths, places) = (index.snapshot.paths, index.snapshot.places)
    // Unlike `filter`, reading single properties of the items does not copy the items.
    switch list.tab {
    case .paths:
      return paths.indices.filter {
        list.isShown(trashed: paths[$0].trashed, groups: paths[$0].groups)
      }.map {
        paths[$0].id
      }
    case .places:
      return places.indices.filter {
        list.isShown(trashed: places[$0].trashed, groups: places[$0].groups)
      }
      .map { places[$0].id }
    case .groups: return index.snapshot.groups.filter { $0.trashed == nil }.map(\.id)
    case .trash:
      return paths.indices.filter { paths[$0].trashed != nil }.map { paths[$0].id }
        + places.indices.filter { places[$0].trashed != nil }.map { places[$0].id }
        + index.snapshot.groups.filter { $0.trashed != nil }.map(\.id)
    }
  }

  /// An item's sort key: the item's value in the sort column and, to break ties, the alphabetical
  /// rank of the item's name.
  private typealias SortEntry = (id: ItemID, value: SortValue?, rank: Int)

  private struct SortValue {
    var number: Double
    /// Whether the item has no recorded time, so that ``number`` is the time at which the item was
    /// added to the library.
    var isSubstitute = false
  }

  private func sortEntry(_ id: ItemID) -> SortEntry { (id, sortValue(id), index.nameRank(id)) }

  /// Returns whether the first item precedes the second. Items without a value come last. Items
  /// with equal values, and items without a value, are sorted by name. Recorded dates precede the
  /// dates on which items were added.
  private func isOrdered(_ first: SortEntry, _ second: SortEntry) -> Bool {
    let sort = list.effectiveSort
    switch (first.value, second.value) {
    case (let one?, let other?) where one.isSubstitute != other.isSubstitute:
      return other.isSubstitute
    case (let one?, let other?) where one.number != other.number:
      return sort.isDescending ? one.number > other.number : one.number < other.number
    case (.some, nil): return true
    case (nil, .some): return false
    default:
      return sort.key == .name && sort.isDescending
        ? first.rank > second.rank : first.rank < second.rank
    }
  }

  private func sortValue(_ id: ItemID) -> SortValue? {
    func value(_ number: Double?) -> SortValue? { number.map { SortValue(number: $0) } }
    if list.tab == .trash {
      return value(index[id]?.trashed?.timeIntervalSinceReferenceDate)
    }
    switch list.sort.key {
    case .name: return nil
    case .date:
      if let date = library.recordedDate(of: id) {
        return value(date.timeIntervalSinceReferenceDate)
      }
      return index[id].map {
        SortValue(number: $0.created.timeIntervalSinceReferenceDate, isSubstitute: true)
      }
    case .length: return value(library.measures(of: id)?.lengthMetres)
    case .climb: return value(library.measures(of: id)?.ascentMetres)
    }
  }
}

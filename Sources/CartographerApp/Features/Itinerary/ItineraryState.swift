import CartographerCore
import TerminalUI

/// The state of a group's itinerary, which is shown instead of the list.
package struct ItineraryState: Sendable, Equatable {
  package let group: ItemID
  /// The ID of the selected stop, or nil if the itinerary is empty.
  package private(set) var entry: EntryID?
  /// The last index of the selected stop. If that stop is deleted, the stop at this index is
  /// selected.
  package private(set) var position = 0
  /// The first visible row.
  package private(set) var top = 0

  package init(group: ItemID) { self.group = group }

  mutating func select(_ entry: EntryID) { self.entry = entry }

  /// Keeps the selection on its stop, or on the stop that is now at the same position.
  mutating func settle(in entries: [EntryID]) {
    if let entry, let position = entries.firstIndex(of: entry) {
      self.position = position
    } else {
      position = min(max(position, 0), max(entries.count - 1, 0))
      entry = entries.isEmpty ? nil : entries[position]
    }
  }

  mutating func scroll(to row: Int) { top = row }
}

/// A row of an open itinerary: the header of a day, or a stop.
package enum ItineraryRow: Sendable, Equatable {
  case day(ItineraryPlan.Day)
  case entry(ItineraryPlan.Line)

  package var entry: EntryID? {
    if case .entry(let line) = self { line.entry.id } else { nil }
  }
}

/// The list of places and paths that can be added to an itinerary as stops; typed text can be added
/// as a title.
package struct StopPickerState: Picker, Sendable, Equatable {
  package var group: ItemID
  package var field = TextField()
  package var cursor = ListCursor()
  package var isMoved = false
  /// The chosen places and paths, in the order of choosing.
  package var chosen: [ItemID] = []
  /// The items that were marked when the list was opened; they are offered first.
  package var marked: [ItemID]
  package var after: EntryID?

  package init(group: ItemID, marked: [ItemID], after: EntryID?) {
    self.group = group
    self.marked = marked
    self.after = after
  }
}

/// A row of the list of possible stops.
package enum StopPickerRow: Sendable, Equatable {
  case item(ItemID)
  /// A stop with the typed text as its title, without a place or path.
  case title(String)
}

extension StopPickerState {
  /// The maximum number of items that are offered; typing a name finds the rest.
  private static let most = 500

  /// Returns the rows of the list: the marked items, then the group's members. If a text is typed,
  /// the rows are the items whose names match it, members first, and then the text itself as a
  /// title.
  package func rows(in index: LibraryIndex) -> [StopPickerRow] {
    let snapshot = index.snapshot
    var members: [ItemID] = []
    var others: [ItemID] = []
    func sort(_ id: ItemID, _ groups: [ItemID], isTrashed: Bool) {
      guard !isTrashed else { return }
      if groups.contains(group) { members.append(id) } else { others.append(id) }
    }
    for path in snapshot.paths { sort(path.id, path.groups, isTrashed: path.trashed != nil) }
    for place in snapshot.places { sort(place.id, place.groups, isTrashed: place.trashed != nil) }
    members.sort { index.nameRank($0) < index.nameRank($1) }
    let text = field.text
    guard !text.allSatisfy(\.isWhitespace) else {
      let marks = Set(marked)
      return (marked + members.filter { !marks.contains($0) }).prefix(Self.most).map { .item($0) }
    }
    let found = index.namesakes(text, among: members) + index.namesakes(text, among: others)
    return found.prefix(Self.most).map { .item($0) } + [.title(text)]
  }
}

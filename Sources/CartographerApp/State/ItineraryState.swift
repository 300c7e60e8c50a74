import CartographerCore
import TerminalUI

/// The itinerary of a group, open in the place of the list.
package struct ItineraryState: Sendable, Equatable {
  package var group: ItemID
  /// The entry the keys act on; nil while there is none.
  package var entry: EntryID?
  /// Where it stood last, so that the next one is taken when it is gone.
  package var position = 0
  package var top = 0

  package init(group: ItemID) { self.group = group }
}

/// A line of an open itinerary.
package enum ItineraryRow: Sendable, Equatable {
  case day(ItineraryPlan.Day)
  case entry(ItineraryPlan.Line)

  package var entry: EntryID? {
    if case .entry(let line) = self { line.entry.id } else { nil }
  }
}

/// What may be added to an itinerary: places and paths to choose from, or a title.
package struct StopPickerState: Picker, Sendable, Equatable {
  package var group: ItemID
  package var field = TextField()
  package var cursor = ListCursor()
  package var isMoved = false
  /// In the order they were chosen.
  package var chosen: [ItemID] = []
  /// Marked when it was opened, offered first.
  package var marked: [ItemID]
  package var after: EntryID?

  package init(group: ItemID, marked: [ItemID], after: EntryID?) {
    self.group = group
    self.marked = marked
    self.after = after
  }
}

/// A line of the choice of what to add.
package enum StopPickerRow: Sendable, Equatable {
  case item(ItemID)
  /// An entry of the text that was typed, about no place or path.
  case title(String)
}

extension StopPickerState {
  /// The most items that are offered: more are found by typing.
  private static let most = 500

  /// What is marked, then the members of the group; with a text what is called so, members first, and
  /// the text itself.
  package func rows(in index: LibraryIndex) -> [StopPickerRow] {
    let snapshot = index.snapshot
    var members: [ItemID] = []
    var others: [ItemID] = []
    func take(_ id: ItemID, _ groups: [ItemID], isTrashed: Bool) {
      guard !isTrashed else { return }
      if groups.contains(group) { members.append(id) } else { others.append(id) }
    }
    for path in snapshot.paths { take(path.id, path.groups, isTrashed: path.trashed != nil) }
    for place in snapshot.places { take(place.id, place.groups, isTrashed: place.trashed != nil) }
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

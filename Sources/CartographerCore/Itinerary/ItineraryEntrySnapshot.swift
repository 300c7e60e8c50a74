/// One entry of a group's itinerary as the interface sees it.
package struct EntrySnapshot: Sendable, Equatable, Identifiable {
  package var id: EntryID
  /// From 1.
  package var day: Int
  /// The place or path; nil for an entry about neither, or when it was deleted for good.
  package var item: ItemID?
  /// The name of the place or path, its last one when it was deleted for good, else the entry's
  /// own text.
  package var title: String
  package var note: String
  package var state: EntryState

  package init(
    id: EntryID, day: Int, item: ItemID? = nil, title: String, note: String = "",
    state: EntryState = .planned
  ) {
    self.id = id
    self.day = day
    self.item = item
    self.title = title
    self.note = note
    self.state = state
  }
}

/// A stop of a group's itinerary, as a value detached from the store.
package struct StopSnapshot: Sendable, Equatable, Identifiable {
  package var id: StopID
  /// The number of the stop's day, counting from 1.
  package var day: Int
  /// The place or path to which the stop refers. The value is nil for a stop with only a title, or
  /// if the item was permanently deleted.
  package var item: ItemID?
  /// The name of the stop's place or path, or the stop's own title if it has neither. If the place
  /// or path was permanently deleted, the title is its name at the time of the deletion.
  package var title: String
  package var note: String
  package var state: StopState

  package init(
    id: StopID, day: Int, item: ItemID? = nil, title: String, note: String = "",
    state: StopState = .planned
  ) {
    self.id = id
    self.day = day
    self.item = item
    self.title = title
    self.note = note
    self.state = state
  }
}

import CartographerCore

/// The state of a group's itinerary, which is shown instead of the list.
package struct ItineraryState: Sendable, Equatable {
  package var group: ItemID
  /// The ID of the selected stop, or nil if the itinerary is empty.
  package var entry: EntryID?
  /// The last index of the selected stop. If that stop is deleted, the stop at this index is
  /// selected.
  package var position = 0
  package var top = 0

  package init(group: ItemID) { self.group = group }
}

/// A row of an open itinerary: the header of a day, or a stop.
package enum ItineraryRow: Sendable, Equatable {
  case day(ItineraryPlan.Day)
  case entry(ItineraryPlan.Line)

  package var entry: EntryID? {
    if case .entry(let line) = self { line.entry.id } else { nil }
  }
}

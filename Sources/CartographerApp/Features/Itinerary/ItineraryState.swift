import CartographerCore

/// The state of an itinerary that is open in the list pane, in place of the list.
package struct ItineraryState: Sendable, Equatable {
  /// The list and pane from which the user opened the itinerary.
  package struct Origin: Sendable, Equatable {
    let scope: ItemID?
    let tab: ListTab
    let pane: Pane
  }

  package let group: ItemID
  /// The list and the pane to which the editor returns when the itinerary is closed.
  package let origin: Origin
  /// The selected stop's ID. Nil if no stop is shown.
  package private(set) var stop: StopID?
  /// The selected stop's last known index among the shown stops.
  package private(set) var position = 0
  /// The last known order of the shown stops.
  private var order: [StopID] = []
  /// The filter text for the stops. Empty if all stops are shown.
  package private(set) var filter = ""
  /// The stop that was selected when the user began to type the filter.
  private var stopBeforeFilter: StopID?
  package private(set) var marks: Set<StopID> = []
  /// The index of the first visible row.
  package private(set) var top = 0

  package init(group: ItemID, openedFrom origin: Origin) {
    self.group = group
    self.origin = origin
  }

  mutating func select(_ stop: StopID) { self.stop = stop }

  /// Marks a stop, or unmarks it if it is marked.
  mutating func toggleMark(_ stop: StopID) { marks.formSymmetricDifference([stop]) }

  mutating func removeMarks() { marks = [] }

  /// Changes the filter. If no stop matches the old filter, selects the stop that was selected
  /// before the filter was typed.
  mutating func setFilter(_ text: String) {
    if filter.isEmpty { stopBeforeFilter = stop }
    filter = text
    if stop == nil { stop = stopBeforeFilter }
  }

  /// Updates the selection and the marks after a change to the stops or to the filter. If the
  /// selected stop is hidden or deleted, selects the next of the remaining stops. If no later stop
  /// remains, selects the stop that is now at the same index, or the last stop.
  mutating func settle(in shown: [StopID], of all: [StopID]) {
    let remaining = Set(shown)
    if stop.map(remaining.contains) != true {
      let next = order.dropFirst(position).first(where: remaining.contains)
      stop = next ?? (shown.isEmpty ? nil : shown[min(position, shown.count - 1)])
    }
    position = stop.flatMap { shown.firstIndex(of: $0) } ?? 0
    order = shown
    marks.formIntersection(all)
  }

  mutating func scroll(to row: Int) { top = row }
}

/// A row of an open itinerary: a stop, a day's heading, or the heading of several days without
/// stops.
package enum ItineraryRow: Sendable, Equatable {
  case day(ItineraryPlan.Day)
  /// Consecutive days without stops, and the date of the first of these days.
  case emptyDays(ClosedRange<Int>, CalendarDay?)
  case stop(ItineraryPlan.Line)

  /// The maximum number of consecutive days without stops that are shown with separate headings.
  /// For a longer series of days without stops, a single heading is shown.
  private static let mostEmptyHeadings = 7

  /// Returns the headings for the days without stops directly before the given day.
  static func headings(
    ofEmptyDays numbers: Range<Int>, before day: ItineraryPlan.Day
  ) -> [ItineraryRow] {
    let ranges =
      numbers.count > mostEmptyHeadings ? [ClosedRange(numbers)] : numbers.map { $0...$0 }
    return ranges.map { range in
      .emptyDays(range, day.date?.adding(days: range.lowerBound - day.number))
    }
  }

  package var stop: StopID? {
    if case .stop(let line) = self { line.stop.id } else { nil }
  }
}

import CartographerCore
import TerminalUI

/// The path colours determined by the days of an itinerary. Each path is drawn in the colour of the
/// first day that contains it.
package struct DayColours: Sendable, Equatable {
  /// A day with at least one shown place or path.
  package struct Entry: Sendable, Equatable {
    package let number: Int
    package let date: CalendarDay?
    package let role: Role

    /// The day's number and date, such as `Day 1 · Mon 5 Jul`.
    package var title: String {
      "Day \(number)" + (date.map { " · \($0.short(ofDay: number))" } ?? "")
    }
  }

  /// The days in the legend, in ascending order.
  package let entries: [Entry]
  private let roles: [ItemID: Role]

  /// The order in which the palette's colours are assigned to the days. With this order, the
  /// colours of the first seven days are easy to tell apart on light and on dark backgrounds.
  private static let order = [0, 1, 2, 3, 5, 6, 9, 7, 8, 11, 4, 10]

  /// Chooses the colours of an itinerary's paths. Returns nil if no shown path is in the itinerary.
  ///
  /// - Parameter isShown: A closure that returns whether a place or path is shown.
  /// - Complexity: O(*n*) for *n* stops.
  package init?(_ plan: ItineraryPlan, isShown: (ItemID) -> Bool) {
    var roles: [ItemID: Role] = [:]
    var entries: [Entry] = []
    for day in plan.days {
      let role = Self.role(ofDay: day.number)
      let items = day.lines.filter { !$0.isTrashed }.compactMap(\.stop.item).filter(isShown)
      for path in items where path.kind == .path && roles[path] == nil { roles[path] = role }
      if !items.isEmpty { entries.append(Entry(number: day.number, date: day.date, role: role)) }
    }
    guard !roles.isEmpty else { return nil }
    self.roles = roles
    self.entries = entries
  }

  /// Returns the colour role of a day, counting from 1. The colours repeat after the palette's last
  /// colour.
  package static func role(ofDay number: Int) -> Role {
    .path(order[(max(number, 1) - 1) % order.count])
  }

  /// Returns the colour role of a path. Returns nil if no day contains the path.
  package func role(of path: ItemID) -> Role? { roles[path] }
}

/// The state of an itinerary stop: planned or done.
package enum StopState: String, Sendable, Hashable, CaseIterable {
  case planned
  case done
}

/// A stop to be added to an itinerary.
package enum ItineraryStop: Sendable, Equatable {
  /// A place or path, which may occur in an itinerary any number of times.
  case item(ItemID)
  /// A title without a place or path, such as `Rest day`.
  case title(String)
}

/// A position in an itinerary at which stops are inserted.
package enum ItineraryPosition: Sendable, Equatable {
  /// The end of the itinerary, on its last day.
  case end
  /// The position after the last stop of a day.
  case day(Int)
  /// The position before another stop, on the same day.
  case before(StopID)
  /// The position after another stop, on the same day.
  case after(StopID)
}

/// The direction in which stops or days are moved in an itinerary.
package enum ItineraryDirection: Sendable, Equatable {
  case earlier
  case later

  /// The change in a stop's position or in a day's number: 1 for ``later``, otherwise -1.
  package var step: Int { self == .later ? 1 : -1 }
}

/// An edit of a group's itinerary.
package enum ItineraryEdit: Sendable, Equatable {
  /// Adds stops. Places and paths that are not in the group yet become members.
  case add([ItineraryStop], note: String = "", at: ItineraryPosition)
  /// Removes stops. The places and paths of the stops remain members of the group.
  case remove([StopID])
  /// Moves stops to another position and keeps their relative order.
  case move([StopID], to: ItineraryPosition)
  /// Moves each of the stops up or down by one position. At the edge of a day, stops move into the
  /// neighbouring day. Nothing changes if one of the stops is already at the end of the itinerary
  /// towards which the stops would move.
  case carry([StopID], ItineraryDirection)
  /// Moves stops to the day with the given number. Stops from earlier days are placed at the start
  /// of that day, and stops from later days at its end.
  case setDay([StopID], Int)
  /// Moves each of the given stops to the next or previous day.
  case shiftDay([StopID], ItineraryDirection)
  /// Begins a new day at a stop. The day numbers of the stop and all later stops increase by 1.
  case beginDay(at: StopID)
  /// Joins the day of a stop with the previous day, even if the previous day has no stops. The day
  /// numbers of all later days decrease by 1.
  case joinDay(of: StopID)
  /// Swaps the day of a stop with the next or previous day, even if that day has no stops. All
  /// other days keep their stops.
  case moveDay(of: StopID, ItineraryDirection)
  case setNote([StopID], String)
  /// Changes the title of stops that have no place or path.
  case setTitle([StopID], String)
  case setState([StopID], StopState)
  /// Sets the date of day 1, in the form `YYYY-MM-DD`, or removes the date if the value is nil.
  case setFirstDay(String?)

  /// The highest valid day number of an itinerary.
  package static let lastDay = 9_999

  /// The IDs of the stops to which the edit refers.
  package var stops: [StopID] {
    switch self {
    case .remove(let ids), .carry(let ids, _), .setDay(let ids, _), .shiftDay(let ids, _),
      .setNote(let ids, _), .setTitle(let ids, _), .setState(let ids, _):
      ids
    case .move(let ids, let position): ids + position.stops
    case .beginDay(let id), .joinDay(let id), .moveDay(let id, _): [id]
    case .add(_, _, let position): position.stops
    case .setFirstDay: []
    }
  }
}

extension ItineraryPosition {
  fileprivate var stops: [StopID] {
    switch self {
    case .before(let id), .after(let id): [id]
    case .end, .day: []
    }
  }
}

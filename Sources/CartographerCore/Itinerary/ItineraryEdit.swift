/// Whether an entry of an itinerary is still to come.
package enum EntryState: String, Sendable, Hashable, CaseIterable {
  case planned
  case done
}

/// What an entry that is to be added is about.
package enum ItineraryStop: Sendable, Equatable {
  /// A place or path; one may be added any number of times.
  case item(ItemID)
  /// Something that is neither, such as a rest day.
  case title(String)
}

/// Where entries are put in an itinerary.
package enum ItineraryPosition: Sendable, Equatable {
  /// Behind all, on the last day.
  case end
  /// Behind the others of a day.
  case day(Int)
  /// Before or behind another entry, on its day.
  case before(EntryID)
  case after(EntryID)
}

/// One change of a group's itinerary.
package enum ItineraryEdit: Sendable, Equatable {
  /// Adds entries. Places and paths that are not in the group yet become members.
  case add([ItineraryStop], note: String = "", at: ItineraryPosition)
  /// Removes entries; what they are about stays, in the group too.
  case remove([EntryID])
  /// Puts entries elsewhere, in the order they have.
  case move([EntryID], to: ItineraryPosition)
  /// Puts entries on a day: first of it those that come from an earlier one, last those from a
  /// later.
  case setDay([EntryID], Int)
  case setNote([EntryID], String)
  /// Gives entries without place or path another text.
  case setTitle([EntryID], String)
  case setState([EntryID], EntryState)
  /// The date of day 1, as `YYYY-MM-DD`; nil for none.
  case setFirstDay(String?)

  /// The highest number of a day.
  package static let lastDay = 9_999

  /// The entries it names.
  package var entries: [EntryID] {
    switch self {
    case .remove(let ids), .setDay(let ids, _), .setNote(let ids, _), .setTitle(let ids, _),
      .setState(let ids, _):
      ids
    case .move(let ids, let position): ids + position.entries
    case .add(_, _, let position): position.entries
    case .setFirstDay: []
    }
  }
}

extension ItineraryPosition {
  fileprivate var entries: [EntryID] {
    switch self {
    case .before(let id), .after(let id): [id]
    case .end, .day: []
    }
  }
}

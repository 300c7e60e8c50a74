import Foundation
import Geodesy

/// What one entry of the history did, item by item.
package struct EntryDiff: Sendable, Equatable {
  package enum Action: String, Sendable {
    case created, changed, deleted
  }

  /// A field before and after; nil where it had no value.
  package struct Field: Sendable, Equatable {
    package var name: String
    package var before: Value?
    package var after: Value?
  }

  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Double)
    case time(Date)
  }

  /// A point before and after; nil where it was not there.
  package struct Point: Sendable, Equatable {
    package var before: State?
    package var after: State?

    package struct State: Sendable, Equatable {
      package var coordinate: Coordinate
      /// Metres.
      package var elevation: Double?
      package var time: Date?
    }
  }

  /// What became of a path's points.
  package struct Points: Sendable, Equatable {
    package var added = 0
    package var changed = 0
    package var removed = 0
    /// The first that were changed or removed.
    package var samples: [Point] = []

    package var isEmpty: Bool { added == 0 && changed == 0 && removed == 0 }
  }

  /// What became of a group's itinerary, in numbers of its entries.
  package struct Itinerary: Sendable, Equatable {
    package var added = 0
    package var changed = 0
    package var removed = 0

    package var isEmpty: Bool { added == 0 && changed == 0 && removed == 0 }
  }

  package struct Item: Sendable, Equatable {
    package var id: ItemID
    package var name: String
    package var action: Action
    package var fields: [Field] = []
    package var points = Points()
    package var itinerary = Itinerary()
    /// The groups it came to be in, and those it left.
    package var joined: [ItemID] = []
    package var left: [ItemID] = []
  }

  package var entry: HistoryEntry
  /// Those that were made, then those that were changed, then those that were deleted.
  package var items: [Item]
  /// How many more items the entry made than are told.
  package var untold: Int
}

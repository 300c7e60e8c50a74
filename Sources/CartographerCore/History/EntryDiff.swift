import Foundation
import Geodesy

/// The differences made by one change of the history, item by item.
package struct EntryDiff: Sendable, Equatable {
  package enum Action: String, Sendable {
    case created, changed, deleted
  }

  /// The values of a field before and after the change, or nil for no value.
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

  /// The states of a point before and after the change, or nil if the point did not exist.
  package struct Point: Sendable, Equatable {
    package var before: State?
    package var after: State?

    package struct State: Sendable, Equatable {
      package var coordinate: Coordinate
      /// The elevation in metres, or nil if the point has none.
      package var elevation: Double?
      package var time: Date?
    }
  }

  /// The changes to a path's points, as numbers with some examples.
  package struct Points: Sendable, Equatable {
    package var added = 0
    package var changed = 0
    package var removed = 0
    /// The first points that were changed or removed.
    package var samples: [Point] = []

    package var isEmpty: Bool { added == 0 && changed == 0 && removed == 0 }
  }

  /// The changes to a group's itinerary, as numbers of stops.
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
    /// The groups to which the item was added.
    package var joined: [ItemID] = []
    /// The groups from which the item was removed.
    package var left: [ItemID] = []
  }

  package var entry: HistoryEntry
  /// The affected items: the created ones first, then the changed and the deleted ones.
  package var items: [Item]
  /// The number of created items that are not listed.
  package var untold: Int
}

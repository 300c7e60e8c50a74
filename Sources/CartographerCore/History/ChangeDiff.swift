import Foundation
import Geodesy

/// The differences made by one or more successive changes in the history, or the differences
/// between two stores, listed by item.
package struct ChangeDiff: Sendable, Equatable {
  package enum Action: String, Sendable {
    case created, changed, deleted
  }

  /// A field that the change modified, with its values before and after the change. A nil value
  /// means that the field was empty.
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

  /// A point affected by the change, with its old and new state. A nil state means that the point
  /// did not exist.
  package struct PointChange: Sendable, Equatable {
    package var before: State?
    package var after: State?

    package struct State: Sendable, Equatable {
      package var coordinate: Coordinate
      /// The point's elevation in metres. Nil if the point has none.
      package var elevation: Double?
      package var time: Date?
    }
  }

  /// The numbers of points that a change added, modified and removed in a path, with a few
  /// examples.
  package struct PointChanges: Sendable, Equatable {
    package var added = 0
    package var changed = 0
    package var removed = 0
    /// A few of the points that were changed or removed, as examples.
    package var samples: [PointChange] = []

    package var isEmpty: Bool { added == 0 && changed == 0 && removed == 0 }
  }

  /// The numbers of stops that a change added, modified or removed in a group's itinerary.
  package struct StopCounts: Sendable, Equatable {
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
    package var points = PointChanges()
    package var itinerary = StopCounts()
    /// The groups to which the item was added.
    package var joined: [ItemID] = []
    /// The groups from which the item was removed.
    package var left: [ItemID] = []
  }

  /// The changes, oldest first, or an empty array for the differences between two stores.
  package var changes: [LibraryChange]
  /// The affected items: created items first, then changed items, and deleted items last.
  package var items: [Item]
  /// The number of created items that are omitted from ``items`` because of the caller's limit.
  package var untold: Int
}

import Foundation
import GeoFormats
import Geodesy

/// A place as a value, detached from the store.
package struct PlaceSnapshot: Sendable, Equatable, Identifiable {
  package var id: ItemID
  package var name: String
  /// Whether the name was generated because the item is unnamed in the imported file.
  package var isNameMadeUp = false
  package var notes: String
  /// The comment (GPX `cmt`).
  package var comment: String?
  /// The description (GPX `desc`).
  package var details: String?
  /// The name of the symbol (GPX `sym`).
  package var symbol: String?
  /// The type (GPX `type`).
  package var type: String?
  /// The colour in the form `#RRGGBB`. If the value is nil, the place is shown in the colour of its
  /// first group or in the default colour.
  package var colour: String?
  package var coordinate: Coordinate
  package var elevationMetres: Double?
  package var time: Date?
  package var created: Date
  /// The time at which the item was moved to the trash. Nil if the item is not in the trash.
  package var trashed: Date?
  package var groups: [ItemID]

  package init(
    id: ItemID, name: String, notes: String = "", comment: String? = nil, details: String? = nil,
    symbol: String? = nil, type: String? = nil, colour: String? = nil, coordinate: Coordinate,
    elevationMetres: Double? = nil, time: Date? = nil, created: Date, trashed: Date? = nil,
    groups: [ItemID] = []
  ) {
    self.id = id
    self.name = name
    self.notes = notes
    self.comment = comment
    self.details = details
    self.symbol = symbol
    self.type = type
    self.colour = colour
    self.coordinate = coordinate
    self.elevationMetres = elevationMetres
    self.time = time
    self.created = created
    self.trashed = trashed
    self.groups = groups
  }
}

package enum PathKind: String, Sendable, Hashable, CaseIterable {
  case route
  case track
}

/// A path without its points, which are read as a ``PathGeometry``.
package struct PathSnapshot: Sendable, Equatable, Identifiable {
  package var id: ItemID
  package var kind: PathKind
  package var name: String
  /// Whether the name was generated because the item is unnamed in the imported file.
  package var isNameMadeUp = false
  package var notes: String
  package var comment: String?
  package var details: String?
  package var symbol: String?
  package var type: String?
  /// Whether the path was imported from a polygon. Such a path outlines an area, and does not
  /// represent a walk.
  package var isOutline: Bool { type == GeoPathHeader.polygonType }
  package var colour: String?
  package var created: Date
  package var trashed: Date?
  package var groups: [ItemID]
  /// The number of points in the path. Nil if the points were not counted.
  package var pointCount: Int?

  package init(
    id: ItemID, kind: PathKind, name: String, notes: String = "", comment: String? = nil,
    details: String? = nil, symbol: String? = nil, type: String? = nil, colour: String? = nil,
    created: Date, trashed: Date? = nil, groups: [ItemID] = [], pointCount: Int? = 0
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.notes = notes
    self.comment = comment
    self.details = details
    self.symbol = symbol
    self.type = type
    self.colour = colour
    self.created = created
    self.trashed = trashed
    self.groups = groups
    self.pointCount = pointCount
  }
}

/// A group of places and paths, such as a trip. A place or path lists its groups in its `groups`
/// property.
package struct GroupSnapshot: Sendable, Equatable, Identifiable {
  package var id: ItemID
  package var name: String
  package var notes: String
  package var colour: String?
  package var created: Date
  package var trashed: Date?
  package var placeCount: Int
  package var pathCount: Int
  /// The itinerary's first day as `YYYY-MM-DD`. Nil if no date is set.
  package var firstDay: String?
  /// The itinerary's stops, which are always in day order.
  package var itinerary: [StopSnapshot]

  package init(
    id: ItemID, name: String, notes: String = "", colour: String? = nil, created: Date,
    trashed: Date? = nil, placeCount: Int = 0, pathCount: Int = 0, firstDay: String? = nil,
    itinerary: [StopSnapshot] = []
  ) {
    self.id = id
    self.name = name
    self.notes = notes
    self.colour = colour
    self.created = created
    self.trashed = trashed
    self.placeCount = placeCount
    self.pathCount = pathCount
    self.firstDay = firstDay
    self.itinerary = itinerary
  }
}

/// A change recorded in the history.
package struct LibraryChange: Sendable, Equatable, Identifiable {
  package enum State: String, Sendable {
    case done
    case undone
    /// The change was made before a migration, so it is listed but cannot be undone.
    case sealed
  }

  package var id: Int64
  package var title: ChangeTitle
  package var time: Date
  package var state: State
  /// The number of inserted, changed and deleted rows.
  package var rows: Int

  package init(id: Int64, title: ChangeTitle, time: Date, state: State, rows: Int) {
    self.id = id
    self.title = title
    self.time = time
    self.state = state
    self.rows = rows
  }
}

/// A snapshot of the whole library, or of some items, without the paths' points. Items of each kind
/// are sorted by key.
package struct LibrarySnapshot: Sendable, Equatable {
  /// The store's revision, which increases with every change committed by any process.
  package var revision: Int64
  package var places: [PlaceSnapshot]
  package var paths: [PathSnapshot]
  package var groups: [GroupSnapshot]
  package var undoCount: Int
  package var redoCount: Int
  /// The change that the undo command reverts. Nil if there is no change to undo.
  package var nextUndo: LibraryChange?
  /// Whether the next change to be undone is an import.
  package var undoesImport = false
  /// The change that the redo command reapplies. Nil if there is no change to redo.
  package var nextRedo: LibraryChange?
  /// Whether the store is open for writing. False if the store is open read-only.
  package var isWritable: Bool

  package init(
    revision: Int64 = 0, places: [PlaceSnapshot] = [], paths: [PathSnapshot] = [],
    groups: [GroupSnapshot] = [], undoCount: Int = 0, redoCount: Int = 0, isWritable: Bool = true
  ) {
    self.revision = revision
    self.places = places
    self.paths = paths
    self.groups = groups
    self.undoCount = undoCount
    self.redoCount = redoCount
    self.isWritable = isWritable
  }
}

extension LibrarySnapshot {
  /// Returns the place with the given ID. The result is nil if the snapshot does not include the
  /// place.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of places.
  ///   The methods for paths and groups have the same complexity.
  package func place(_ id: ItemID) -> PlaceSnapshot? { places.item(id) }
  package func path(_ id: ItemID) -> PathSnapshot? { paths.item(id) }
  package func group(_ id: ItemID) -> GroupSnapshot? { groups.item(id) }
}

extension RandomAccessCollection
where Element: Identifiable, Element.ID == ItemID, Index == Int {
  /// Returns the item with the given ID from a collection sorted by ID. The result is nil if there
  /// is no such item.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of items.
  package func item(_ id: ItemID) -> Element? { position(of: id).map { self[$0] } }

  /// Finds the index of the item with the given ID in a sorted collection. The result is nil if
  /// there is no such item.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of items.
  package func position(of id: ItemID) -> Int? {
    let position = insertionPosition(of: id)
    return position < endIndex && self[position].id == id ? position : nil
  }

  /// Returns the index of the item with the given id, or the index at which to insert an item with
  /// this id. The collection must be sorted by id.
  package func insertionPosition(of id: ItemID) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array where Element: Identifiable, Element.ID == ItemID {
  /// Returns a copy of this array in which the changed items are replaced. The array must be sorted
  /// by id. Changed items that have no replacement are removed.
  ///
  /// - Parameter changed: The ids of all changed items, including new and deleted ones.
  /// - Parameter fresh: The new and changed items in their current state, sorted by id.
  /// - Complexity: O(*n* + *m*) for *n* items and *m* changed items.
  ///   If no item is new or deleted, the complexity is O(*m* log *n*) plus a copy of the array.
  package func replacing(_ changed: Set<ItemID>, with fresh: [Element]) -> [Element] {
    if changed.isEmpty { return self }
    let positions = fresh.compactMap { position(of: $0.id) }
    if changed.count == fresh.count, positions.count == fresh.count {
      var items = self
      for (position, item) in zip(positions, fresh) { items[position] = item }
      return items
    }
    var merged: [Element] = []
    merged.reserveCapacity(count + fresh.count)
    var rest = fresh[...]
    for item in self where !changed.contains(item.id) {
      while let next = rest.first, next.id < item.id { merged.append(rest.removeFirst()) }
      merged.append(item)
    }
    return merged + rest
  }
}

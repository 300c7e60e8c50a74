import Foundation
import Geodesy

/// A text field of a place, path or group that can be edited.
package enum ItemField: String, Sendable, CaseIterable {
  case name, notes, comment, details, symbol, type, colour
}

/// One change of a path's points. Points are named by their keys (``PathGeometry/keys``).
package enum PointEdit: Sendable, Equatable {
  case move(key: Int64, to: Coordinate)
  /// Inserted before the point with this key, in its segment.
  case insert(before: Int64, Coordinate)
  /// Added at the end, in the last segment.
  case append(Coordinate)
  case delete(keys: [Int64])
  /// Metres above sea level; nil for none.
  case setElevation(keys: [Int64], metres: Double?)
  case setTime(key: Int64, Date?)
  /// The last point comes first. Times still run forward: each leg keeps its duration, and the whole
  /// its beginning and end.
  case reverse
  /// As ``reverse``, and no times are left, since nobody went that way then.
  case reverseWithoutTimes
}

/// A change to the library, as data. Each is one transaction and one undo.
package enum LibraryEdit: Sendable, Equatable {
  case set(ItemField, of: [ItemID], to: String?)
  case addPlace(name: String, Coordinate, elevationMetres: Double?, groups: [ItemID])
  case movePlace(ItemID, to: Coordinate)
  /// Places and paths with all they have, once more.
  case duplicate([ItemID])
  /// One place of several: the others give it what it lacks and go to the trash.
  case mergePlaces([PlaceCluster])
  /// Route or track; each path one of the other kind.
  case convert([ItemID], to: PathKind)
  /// A path of places, in order; they stay.
  case pathOfPlaces([ItemID], kind: PathKind, name: String?)
  /// A place of each point of paths; they stay.
  case placesOfPaths([ItemID])
  /// Names of their own for items, as one change.
  case rename([ItemName])
  case addPath(name: String, kind: PathKind, points: [Coordinate], groups: [ItemID])
  case editPoints(of: ItemID, PointEdit)
  /// Something done to a path's points, or to those of a range of them.
  case perform(TrackOperation, on: ItemID, in: Range<Int>?)
  /// Several paths of one.
  case cut(ItemID, TrackCut)
  /// Two paths sharing the point of this key.
  case split(ItemID, at: Int64)
  /// The points of the others are appended to the first, or by time to that which begins first; a
  /// route runs on without breaks.
  case join([ItemID], order: TrackJoin.Order = .given, gap: TrackJoin.Gap = .shared)
  case createGroup(name: String, members: [ItemID])
  case addToGroups([ItemID], groups: [ItemID])
  case removeFromGroups([ItemID], groups: [ItemID])
  /// The itinerary of a group.
  case itinerary(of: ItemID, ItineraryEdit)
  case trash([ItemID])
  case restore([ItemID])
  /// Deletes trashed items for good. Undoable while the history keeps it.
  case purge([ItemID])
  /// Makes items what they were before an entry of the history.
  case revert([ItemID], toBefore: Int64)
  /// Deletes the items of an import but for those that were edited since.
  case removeImport(ItemID)
}

/// What a change did.
package struct EditResult: Sendable, Equatable {
  package var title: String
  package var changed: [ItemID]
  package var created: [ItemID]
  package var deleted: [ItemID]
  /// Entries of itineraries that were made.
  package var madeEntries: [EntryID] = []
  /// What was to go and stays, since it was edited meanwhile.
  package var kept: [ItemID] = []
  /// The history entry that undoes it; nil when nothing changed.
  package var undo: Int64?
  /// What else the user should know, such as markup that went with points.
  package var notes: [String]

  package init(
    title: String, changed: [ItemID] = [], created: [ItemID] = [], deleted: [ItemID] = [],
    undo: Int64? = nil, notes: [String] = []
  ) {
    self.notes = notes
    self.title = title
    self.changed = changed
    self.created = created
    self.deleted = deleted
    self.undo = undo
  }
}

/// How far a long operation is.
package struct JobProgress: Sendable, Equatable {
  /// 0…1, or nil when the total is not known.
  package var fraction: Double?
  /// What is being done, such as a file's name.
  package var detail: String

  package init(fraction: Double?, detail: String) {
    self.fraction = fraction
    self.detail = detail
  }
}

/// What one imported file gave, in words for a person.
package struct ImportSummary: Sendable, Equatable {
  package enum Status: String, Sendable { case imported, updated, unchanged, refused, checked }
  package var file: String
  package var status: Status
  package var places: Int
  package var paths: Int
  package var points: Int
  package var created: [ItemID]
  /// One line each: `line 18: latitude 91.2 is outside −90…90`.
  package var messages: [String]

  package init(
    file: String, status: Status, places: Int, paths: Int, points: Int, created: [ItemID],
    messages: [String]
  ) {
    self.file = file
    self.status = status
    self.places = places
    self.paths = paths
    self.points = points
    self.created = created
    self.messages = messages
  }
}

import Foundation
import Geodesy

/// An editable text field of a place, path or group.
package enum ItemField: String, Sendable, CaseIterable {
  case name, notes, comment, details, symbol, type, colour
}

/// An edit of a path's points. Points are identified by their keys (``PathGeometry/keys``).
package enum PointEdit: Sendable, Equatable {
  case move(key: Int64, to: Coordinate)
  /// Moves all points that are exactly at a given position, such as a place's former position, to
  /// another position.
  case moveAll(from: Coordinate, to: Coordinate)
  /// Inserts a point before the point with the given key, in the same segment.
  case insert(before: Int64, Coordinate)
  /// Appends a point to the last segment.
  case append(Coordinate)
  case delete(keys: [Int64])
  /// Sets the elevation of points, in metres above sea level, or removes the elevation if the value
  /// is nil.
  case setElevation(keys: [Int64], metres: Double?)
  case setTime(key: Int64, Date?)
  /// Reverses the order of the points and assigns new, increasing times. The duration of each leg
  /// stays the same, as do the first and last times of the path.
  case reverse
  /// Reverses the order of the points and removes their times, which do not apply to the reverse
  /// direction.
  case reverseWithoutTimes
}

extension LibraryEdit {
  /// The range of elevations, in metres, that a user can enter: from ocean trenches to balloon
  /// flights. Imported elevations outside this range are kept unchanged.
  package static let elevationsMetres = -12_000.0...100_000.0
}

/// An edit of the library, performed as one transaction and one undo step.
package enum LibraryEdit: Sendable, Equatable {
  case set(ItemField, of: [ItemID], to: String?)
  case addPlace(
    name: String, Coordinate, elevationMetres: Double?, groups: [ItemID],
    texts: [ItemField: String] = [:])
  case movePlace(ItemID, to: Coordinate)
  /// Sets a place's elevation in metres above sea level, or removes the elevation if the value is
  /// nil.
  case setPlaceElevation(ItemID, metres: Double?)
  /// Sets a place's time, or removes the time if the value is nil.
  case setPlaceTime(ItemID, Date?)
  /// Duplicates places and paths with all their data.
  case duplicate([ItemID])
  /// Merges the places of each cluster into the cluster's oldest place. Missing fields of the
  /// oldest place are copied from the other places, which are then moved to the trash.
  case mergePlaces([PlaceCluster])
  /// Converts tracks to routes, or routes to tracks.
  case convert([ItemID], to: PathKind)
  /// Creates a path through places in the given order, and keeps the places.
  case pathOfPlaces([ItemID], kind: PathKind, name: String?)
  /// Creates a place at each point of the given paths, and keeps the paths.
  case placesOfPaths([ItemID])
  /// Renames several items, each with its own new name.
  case rename([ItemName])
  /// Creates a path.
  ///
  /// - Parameter elevations: The elevation of each point in metres, or NaN for an unknown one.
  ///   Empty if all elevations are unknown.
  case addPath(
    name: String, kind: PathKind, points: [Coordinate], elevations: [Double] = [],
    groups: [ItemID])
  case editPoints(of: ItemID, PointEdit)
  /// Applies an operation to all points in a path, or to a range of points.
  case perform(TrackOperation, on: ItemID, in: Range<Int>?)
  /// Splits a path into several paths.
  case cut(ItemID, TrackCut)
  /// Splits a path into two paths at the point with the given key. Both parts contain the point.
  case split(ItemID, at: Int64)
  /// Joins paths into one by appending the points of the other paths to the first path. If the
  /// paths are ordered by time, the first path is the earliest one. A joined route has no breaks.
  case join([ItemID], order: TrackJoin.Order = .given, gap: TrackJoin.Gap = .shared)
  case createGroup(name: String, members: [ItemID])
  case addToGroups([ItemID], groups: [ItemID])
  case removeFromGroups([ItemID], groups: [ItemID])
  /// Edits a group's itinerary.
  case itinerary(of: ItemID, ItineraryEdit)
  case trash([ItemID])
  case restore([ItemID])
  /// Deletes trashed items permanently. The deletion can be undone as long as the change is in the
  /// history.
  case purge([ItemID])
  /// Restores items to their state before a change in the history.
  case revert([ItemID], toBefore: Int64)
  /// Deletes an import's items, except for items that were edited after the import.
  case removeImport(ItemID)
  /// Reverts a single change in the history without undoing later changes.
  case undoChange(LibraryChange.ID)
}

/// The result of a change to the library.
package struct EditResult: Sendable, Equatable {
  package var title: ChangeTitle
  package var changed: [ItemID]
  package var created: [ItemID]
  package var deleted: [ItemID]
  /// The itinerary stops that were created.
  package var createdStops: [StopID] = []
  /// The items that were kept when an import was removed, for example because they were edited
  /// after the import.
  package var kept: [ItemID] = []
  /// The number of the change in the history. Nil if nothing changed.
  package var undo: Int64?
  /// Additional messages for the user, such as a note about preserved markup that was lost when
  /// points were deleted.
  package var notes: [String]

  package init(
    title: ChangeTitle, changed: [ItemID] = [], created: [ItemID] = [], deleted: [ItemID] = [],
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

/// The progress of a long operation.
package struct JobProgress: Sendable, Equatable {
  /// The completed fraction of the operation, from 0 to 1. Nil if the total is not known.
  package var fraction: Double?
  /// A description of the current step, such as the name of the file being imported.
  package var detail: String

  package init(fraction: Double?, detail: String) {
    self.fraction = fraction
    self.detail = detail
  }
}

/// The result of importing one file, as shown to the user.
package struct ImportSummary: Sendable, Equatable {
  package enum Status: String, Sendable { case imported, updated, unchanged, refused, checked }
  package var file: String
  package var status: Status
  package var places: Int
  package var paths: Int
  package var points: Int
  package var created: [ItemID]
  /// The messages about the import, one line each, such as `skipped: line 18: latitude 91.2 is
  /// outside −90…90`.
  package var messages: [String]
  /// The number of the change that the import added to the history. Nil if nothing was imported.
  package var undo: Int64?
  /// The numbers of added, updated and unchanged items. Nil for a file that was not imported
  /// before.
  package var changes: ImportReport.Changes?
  /// For an unchanged file, the number of items that were added to groups.
  package var grouped = 0
  /// The number of unnamed paths that were named after towns.
  package var namedPaths = 0
  /// The number of places that the import skipped.
  package var leftOutPlaces = 0
  /// The number of points that the import skipped.
  package var leftOutPoints = 0
  /// The message about the damage, or the exceeded limit, at which reading stopped. Nil if the
  /// whole file was read.
  package var damage: String?

  package init(
    file: String, status: Status, places: Int, paths: Int, points: Int, created: [ItemID],
    messages: [String], undo: Int64? = nil
  ) {
    self.undo = undo
    self.file = file
    self.status = status
    self.places = places
    self.paths = paths
    self.points = points
    self.created = created
    self.messages = messages
  }
}

import Geodesy

/// A path's points in order, as columns of equal length, together with the path's measurements.
package final class PathGeometry: Sendable {
  package let id: ItemID
  /// A revision number that increases with every change to the path's points. Equal revisions mean
  /// equal columns.
  package let revision: Int64
  /// The points' row keys in the store.
  package let keys: [Int64]
  package let columns: TrackColumns
  package let measures: TrackMeasures

  package init(
    id: ItemID, revision: Int64, keys: [Int64], columns: TrackColumns, measures: TrackMeasures
  ) {
    self.id = id
    self.revision = revision
    self.keys = keys
    self.columns = columns
    self.measures = measures
  }

  package var count: Int { keys.count }
}

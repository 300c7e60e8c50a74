import Geodesy

/// The points of a path in order, in columns of equal length, with what was measured on them.
package final class PathGeometry: Sendable {
  package let id: ItemID
  /// Grows when the path's points change; equal revisions have equal columns.
  package let revision: Int64
  /// Each point's key in the store.
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

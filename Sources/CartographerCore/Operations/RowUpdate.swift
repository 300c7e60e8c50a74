import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// A writer that stores the new values of the points kept by a rewrite.
struct RowUpdate {
  /// The properties of a point that an update can change.
  struct Parts: OptionSet {
    let rawValue: UInt8
    static let position = Parts(rawValue: 1)
    static let elevation = Parts(rawValue: 2)
    static let time = Parts(rawValue: 4)
    static let order = Parts(rawValue: 8)
  }

  /// The indexes of the changed points in the path before the rewrite.
  private(set) var rows: [Int] = []
  private(set) var columns: [BulkColumn<Waypoint>] = []
  /// The changed properties of each changed point. Nil if only the points' order changed.
  private(set) var forgotten: [Parts]?

  var isEmpty: Bool { rows.isEmpty }

  /// Creates an update for a range of points.
  ///
  /// - Parameter range: The range of points in the rewritten path.
  init(
    _ layout: PointLayout, _ range: Range<Int>, _ after: TrackColumns, _ columns: PathColumns
  ) {
    var new: [Int] = []
    var changes: [Parts] = []
    var all: Parts = []
    for index in range {
      // A point without a row is new and is not updated.
      guard let row = layout.rows[index] else { continue }
      var parts: Parts = []
      if after.latitudes[index] != columns.latitudes[row]
        || after.longitudes[index] != columns.longitudes[row]
      {
        parts.insert(.position)
      }
      if !after.elevations[index].isSameValue(as: columns.elevations[row]) {
        parts.insert(.elevation)
      }
      if !after.times[index].isSameValue(as: columns.times[row]) { parts.insert(.time) }
      if layout.indexes[index] != Int(columns.indexes[row])
        || layout.segments[index] != Int(columns.segments[row])
      {
        parts.insert(.order)
      }
      guard !parts.isEmpty else { continue }
      all.formUnion(parts)
      rows.append(row)
      new.append(index)
      changes.append(parts)
    }
    // A bulk update sets the same columns in every row, so a column is written for all rows if it
    // changed in one.
    if all.contains(.position) {
      self.columns.append(.values(\.latitude, new.map { after.latitudes[$0] }))
      self.columns.append(.values(\.longitude, new.map { after.longitudes[$0] }))
    }
    if all.contains(.elevation) {
      self.columns.append(.values(\.elevation, nanAsNil: new.map { after.elevations[$0] }))
    }
    if all.contains(.time) {
      self.columns.append(.values(\.timestamp, nanAsNil: new.map { after.times[$0] }))
    }
    if all.contains(.order) {
      self.columns.append(.values(\.index, new.map { Int64(layout.indexes[$0]) }))
      self.columns.append(.values(\.segment, new.map { Int64(layout.segments[$0]) }))
    }
    // A new order alone leaves the preserved text of the values valid.
    if all != .order, !all.isEmpty { forgotten = changes }
  }
}

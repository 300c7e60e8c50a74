import Foundation
import Geodesy

/// The options for computing path statistics.
package struct StatisticsOptions: Sendable, Equatable {
  /// The climb threshold in metres: smaller ascents and descents are not counted.
  package var thresholdMetres: Double
  /// The range of points to measure, as indexes counted from 0. Nil for all points.
  package var points: Range<Int>?
  /// The length of each split in metres. Nil to omit the breakdown by splits.
  package var splitMetres: Double?
  /// The time zone for a breakdown by days, or nil to omit this breakdown.
  package var days: TimeZone?
  package var hasSlopes: Bool

  package init(
    thresholdMetres: Double = 5, points: Range<Int>? = nil, splitMetres: Double? = nil,
    days: TimeZone? = nil, hasSlopes: Bool = false
  ) {
    self.thresholdMetres = thresholdMetres
    self.points = points
    self.splitMetres = splitMetres
    self.days = days
    self.hasSlopes = hasSlopes
  }

  var hasPieces: Bool { splitMetres != nil || days != nil || hasSlopes }
}

/// The breakdown of a path by splits, days and slopes.
///
/// `splits`, `days` and `slopes` are nil if they were not requested. `days` is also nil if the path
/// has no times.
package struct PathBreakdown: Sendable {
  package var id: ItemID
  package var name: String
  package var splits: [PieceMeasures]?
  package var days: [(day: Date, piece: PieceMeasures)]?
  package var slopes: SlopeClasses?

  init(
    _ id: ItemID, _ name: String, _ columns: TrackColumns, _ options: StatisticsOptions
  ) throws {
    self.id = id
    self.name = name
    let threshold = options.thresholdMetres
    splits = try options.splitMetres.map { metres in
      try LibraryError.naming(id, name) {
        try columns.splits(everyMetres: metres, thresholdMetres: threshold)
      }
    }
    if let zone = options.days, columns.times.contains(where: { !$0.isNaN }) {
      days = try LibraryError.naming(id, name) {
        try columns.days(in: zone, thresholdMetres: threshold)
      }
    }
    if options.hasSlopes { slopes = SlopeClasses(columns) }
  }
}

import Foundation
import Geodesy

/// What is asked about paths besides their measures.
package struct StatisticsOptions: Sendable, Equatable {
  /// How much the elevation must turn for a climb or a fall to count.
  package var thresholdMetres: Double
  /// Only these points, by their numbers from 0; nil for all.
  package var points: Range<Int>?
  /// The length of splits; nil for none.
  package var splitMetres: Double?
  /// The zone of days; nil for none.
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

/// A path by kilometres, by days, by slopes; nil where it was not asked for, or the path has no times.
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

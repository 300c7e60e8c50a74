import Foundation
import Geodesy

/// Where a path is split into several.
package enum TrackCut: Sendable, Equatable {
  /// At points, by their numbers from 0.
  case points([Int])
  /// Every so many metres, to the very metre.
  case everyMetres(Double)
  /// Every so many seconds, to the very second.
  case everySeconds(Double)
  /// Where the way between two points takes longer or is farther; nil where that does not matter.
  case gaps(seconds: Double?, metres: Double?)
  /// At midnight.
  case days(TimeZone)
  /// On each visit within a radius, where the path is nearest.
  case near(Coordinate, radiusMetres: Double)
  /// Each segment by itself.
  case segments

  /// The pieces, in order; together they are the track, but for the ways between them.
  ///
  /// - Throws: ``TrackError`` for numbers that make no sense, too many pieces, or no times.
  package func pieces(of columns: TrackColumns) throws(TrackError) -> [TrackSpan] {
    switch self {
    case .points(let numbers): columns.pieces(cutAt: numbers.map { TrackPlace($0) })
    case .everyMetres(let metres): try columns.pieces(everyMetres: metres)
    case .everySeconds(let seconds): try columns.pieces(everySeconds: seconds)
    case .gaps(let seconds, let metres):
      columns.pieces(atGapsOverSeconds: seconds, orMetres: metres)
    case .days(let zone): try columns.pieces(byDayIn: zone)
    case .near(let coordinate, let radius):
      columns.pieces(
        cutAt: columns.approaches(to: coordinate, withinMetres: radius).map(\.place))
    case .segments: columns.pieces(cutBefore: columns.segmentStarts)
    }
  }
}

import Foundation
import Geodesy

/// The rule for splitting a path into pieces.
package enum TrackCut: Sendable, Equatable {
  /// A split at the points with the given indexes, which count from 0.
  case points([Int])
  /// A split into pieces of a fixed length in metres. End points are interpolated where necessary.
  case everyMetres(Double)
  /// A split into pieces of a fixed duration in seconds. End points are interpolated where
  /// necessary.
  case everySeconds(Double)
  /// A split at each gap between successive points that exceeds a duration or a distance. A nil
  /// limit is ignored.
  case gaps(seconds: Double?, metres: Double?)
  /// A split at the end of each pause. A pause is a period of at least the given duration, in
  /// seconds, in which all recorded points lie within a radius. A pause at the start of the path
  /// causes no split.
  case pauses(seconds: Double, radiusMetres: Double)
  /// A split at midnight in a time zone.
  case days(TimeZone)
  /// A split wherever the path, within a given radius of a position, comes closest to that
  /// position. The split position is interpolated between points.
  case near(Coordinate, radiusMetres: Double)
  /// A split at each end of the given part of the path.
  case part(TrackPart)
  /// A split into one piece per segment.
  case segments
  /// A split immediately before each point with one of the given indexes, which count from 0. The
  /// line from the preceding point to such a point is not part of any piece.
  case before([Int])

  /// Returns a track's pieces, in order. The gaps between the pieces are not part of any piece.
  ///
  /// - Throws: ``TrackError`` for invalid numbers, too many pieces, or missing times.
  package func pieces(of columns: TrackColumns) throws(TrackError) -> [TrackSpan] {
    switch self {
    case .points(let numbers): columns.pieces(cutAt: numbers.map { TrackPlace($0) })
    case .everyMetres(let metres): try columns.pieces(everyMetres: metres)
    case .everySeconds(let seconds): try columns.pieces(everySeconds: seconds)
    case .gaps(let seconds, let metres):
      columns.pieces(atGapsOverSeconds: seconds, orMetres: metres)
    case .pauses(let seconds, let radius):
      // A pause at the start ends no piece.
      columns.pieces(
        cutAt: try columns.stops(withinMetres: radius, forSeconds: seconds)
          .filter { $0.points.lowerBound > 0 }.map { TrackPlace($0.points.upperBound) })
    case .days(let zone): try columns.pieces(byDayIn: zone)
    case .near(let coordinate, let radius):
      columns.pieces(
        cutAt: columns.approaches(to: coordinate, withinMetres: radius).map(\.place))
    case .part(let part):
      (part.crop(columns).inside + part.crop(columns).outside).sorted { $0.start < $1.start }
    case .segments: columns.pieces(cutBefore: columns.segmentStarts)
    case .before(let numbers): columns.pieces(cutBefore: numbers)
    }
  }
}

import Foundation

/// The measurements for one piece of a track, such as a kilometre or a day.
///
/// Each piece is measured as a separate track, so a piece's ascent minus its descent equals its
/// last elevation minus its first elevation. The lengths, durations and net climbs of the pieces
/// therefore add up to those of the whole track. The sum of the ascents may exceed the ascent of
/// the whole track because of turning points at the splits.
public struct PieceMeasures: Equatable, Sendable {
  public var span: TrackSpan
  public var measures: TrackMeasures

  /// The time from the first to the last point in seconds, including rests. Nil if the piece has no
  /// times.
  public var seconds: Double? { measures.durationSeconds }

  /// The mean speed in metres per second, including rests. Nil if the piece has no duration.
  public var speed: Double? {
    guard let seconds, seconds > 0 else { return nil }
    return measures.lengthMetres / seconds
  }
}

extension TrackColumns {
  /// Returns the measurements for each given span of the track. If the track's times are not in
  /// order, no piece has a duration.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the track.
  public func measures(of spans: [TrackSpan], thresholdMetres: Double = 5) -> [PieceMeasures] {
    let hasDuration = areTimesAscending
    return spans.map { span in
      var measures = TrackMeasures(columns(in: span), thresholdMetres: thresholdMetres)
      if !hasDuration { measures.removeDuration() }
      return PieceMeasures(span: span, measures: measures)
    }
  }

  /// Splits the track into pieces of the given length, such as a kilometre, and returns each
  /// piece's measurements. The last piece can be shorter.
  ///
  /// - Parameter metres: The length of a piece in metres, above 0.
  ///   Use ``UnitSystem/splitMetres`` for a kilometre, a mile or a nautical mile.
  /// - Throws: ``TrackError`` with the code `notPositive` or `tooMany`.
  ///   The code is `notPositive` if the length is not above 0, and `tooMany` if there would be too
  ///   many pieces.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func splits(
    everyMetres metres: Double, thresholdMetres: Double = 5
  ) throws(TrackError) -> [PieceMeasures] {
    measures(of: try pieces(everyMetres: metres), thresholdMetres: thresholdMetres)
  }

  /// Returns the track's measurements for each calendar day in the given time zone.
  ///
  /// - Returns: The measured pieces, each with the start of its day.
  ///   If the points' times decrease, the result can contain the same day more than once.
  /// - Throws: ``TrackError`` with `noTimes` if no point has a time.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func days(
    in zone: TimeZone, thresholdMetres: Double = 5
  ) throws(TrackError) -> [(day: Date, piece: PieceMeasures)] {
    let pieces = measures(of: try pieces(byDayIn: zone), thresholdMetres: thresholdMetres)
    var days = DayFinder(zone)
    return pieces.map { piece in
      let first = piece.measures.timeFirst?.timeIntervalSinceReferenceDate ?? 0
      return (Date(timeIntervalSinceReferenceDate: days.start(of: first)), piece)
    }
  }
}

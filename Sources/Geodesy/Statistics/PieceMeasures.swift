import Foundation

/// What one piece of a track amounts to: a kilometre, a day.
///
/// Each is measured as if it were a track of its own, which is what it is once the track is cut
/// there: in each, ascent − descent is the last elevation minus the first. So lengths, durations and
/// nets add up to the whole's; the ascents of all may exceed the whole's by what turns at the cuts.
public struct PieceMeasures: Equatable, Sendable {
  public var span: TrackSpan
  public var measures: TrackMeasures

  /// From the first time in it to the last, rests included; nil where it has none.
  public var seconds: Double? { measures.durationSeconds }

  /// Metres per second, rests included; nil where no time passed.
  public var speed: Double? {
    guard let seconds, seconds > 0 else { return nil }
    return measures.lengthMetres / seconds
  }
}

extension TrackColumns {
  /// The measures of stretches of the track.
  ///
  /// - Complexity: O(points in the spans).
  public func measures(of spans: [TrackSpan], thresholdMetres: Double = 5) -> [PieceMeasures] {
    spans.map { span in
      PieceMeasures(
        span: span, measures: TrackMeasures(columns(in: span), thresholdMetres: thresholdMetres))
    }
  }

  /// The measures of each kilometre or the like, cut at the very distance; the last is shorter.
  ///
  /// - Parameter metres: ``UnitSystem/splitMetres`` for a kilometre, a mile or a nautical mile.
  /// - Throws: ``TrackError`` with `notPositive` or `tooMany`.
  /// - Complexity: O(*n*).
  public func splits(
    everyMetres metres: Double, thresholdMetres: Double = 5
  ) throws(TrackError) -> [PieceMeasures] {
    measures(of: try pieces(everyMetres: metres), thresholdMetres: thresholdMetres)
  }

  /// The measures of each day in a time zone.
  ///
  /// - Returns: With each piece the moment its day began; a day comes again where times run back.
  /// - Throws: ``TrackError`` with `noTimes` where no point has one.
  /// - Complexity: O(*n*).
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

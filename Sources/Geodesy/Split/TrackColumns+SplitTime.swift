import Foundation

extension TrackColumns {
  /// Splits the track at regular time intervals, beginning at the track's first time, and returns
  /// the pieces.
  ///
  /// The duration of a piece includes rests and gaps. If nothing was recorded for several multiples
  /// of the duration, the track is split only once. A time that is not later than all previous
  /// times is ignored. A split lies between two points if both have a time and are in the same
  /// segment; otherwise, it is at the first point at or after the split time.
  /// - Parameter seconds: The duration of a piece in seconds, above 0.
  /// - Throws: ``TrackError`` with `notPositive`, `noTimes` if no point has a time, or `tooMany`.
  /// - Complexity: O(*n* + *p*) for *n* points and *p* pieces.
  public func pieces(everySeconds seconds: Double) throws(TrackError) -> [TrackSpan] {
    try TrackError.requirePositive(seconds, "the duration of the path's pieces")
    guard let first = times.first(where: { !$0.isNaN }) else {
      throw TrackError(code: .noTimes, message: "no point has a time; estimate times first")
    }
    var multiples = Multiples(of: seconds, from: first)
    let latest = times.reduce(first) { $1 > $0 ? $1 : $0 }
    try Self.requireFew((latest - first) / seconds)
    return pieces(timeCuts { multiples.next(upTo: $0) })
  }

  /// Splits the track at each midnight in a time zone, taking clock changes into account, and
  /// returns the pieces.
  ///
  /// Points without a time belong to the same day as the points before them. A leg across midnight
  /// is not part of any piece, because most users are resting at midnight.
  /// - Throws: ``TrackError`` with `noTimes` if no point has a time.
  /// - Complexity: O(*n* + *d*) for *n* points and *d* days.
  public func pieces(byDayIn zone: TimeZone) throws(TrackError) -> [TrackSpan] {
    guard times.contains(where: { !$0.isNaN }) else {
      throw TrackError(code: .noTimes, message: "no point has a time; estimate times first")
    }
    var days = DayFinder(zone)
    var cuts: [Int] = []
    var day = Double.nan
    for index in times.indices where times[index].isFinite {
      let next = days.start(of: times[index])
      if !day.isNaN, next != day { cuts.append(index) }
      day = next
    }
    return pieces(cutBefore: cuts)
  }

  /// Returns the cut positions for splitting the track at the given times.
  ///
  /// - Parameter due: A closure that receives a time and returns the cut times up to this time.
  ///   The closure returns each cut time only once.
  private func timeCuts(_ due: (Double) -> [Double]) -> [CutPosition] {
    var cuts: [CutPosition] = []
    let firstPoints = Set(segmentStarts)
    var latest = -Double.infinity
    for index in times.indices where times[index] > latest {
      let time = times[index]
      latest = time
      let moments = due(time)
      guard let moment = moments.last else { continue }
      if firstPoints.contains(index) {
        cuts.append(.before(index))
      } else if times[index - 1].isFinite, times[index - 1] < moment {
        let start = times[index - 1]
        for moment in moments where moment > start {
          let fraction = (moment - start) / (time - start)
          cuts.append(
            .at(fraction < 1 ? TrackPlace(index - 1, fraction: fraction) : TrackPlace(index)))
        }
      } else {
        cuts.append(.at(TrackPlace(index)))
      }
    }
    return cuts
  }
}

/// A generator of equally spaced numbers above a start value.
private struct Multiples {
  private let step: Double
  private let start: Double
  private var number = 1.0

  init(of step: Double, from start: Double) {
    self.step = step
    self.start = start
  }

  mutating func next(upTo limit: Double) -> [Double] {
    var found: [Double] = []
    let last = ((limit - start) / step).rounded(.down)
    while number <= last {
      found.append(start + number * step)
      number += 1
    }
    return found
  }
}

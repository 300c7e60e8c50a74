import Foundation

/// A track's times, with missing times interpolated.
public struct FilledTimes: Equatable, Sendable {
  /// The times, in the same form as ``TrackColumns/times``.
  public var times: [Double]
  /// The number of points whose time was interpolated.
  public var filled: Int
  /// The number of points still without a time. Such a point lies before the first known time of
  /// its segment, after the last one, or between two decreasing times. Times are never
  /// extrapolated.
  public var missing: Int
}

extension TrackColumns {
  /// Returns the times of all points, shifted by the given number of seconds.
  public func shiftedTimes(bySeconds seconds: Double) -> [Double] {
    times.map { $0 + seconds }
  }

  /// Returns the times of all points, shifted so that the earliest time equals the given time.
  ///
  /// - Throws: ``TrackError`` with `noTimes` if no point has a time.
  public func shiftedTimes(toStartAt start: Date) throws(TrackError) -> [Double] {
    let earliest = times.reduce(Double.infinity) { $1 < $0 ? $1 : $0 }
    guard earliest.isFinite else {
      throw TrackError(code: .noTimes, message: "no point has a time; estimate times instead")
    }
    return shiftedTimes(bySeconds: start.timeIntervalSinceReferenceDate - earliest)
  }

  /// Returns the track's times, with missing times interpolated within each segment. The
  /// interpolation assumes a constant speed between two points with known times. If there is no
  /// distance between the points, the times are spaced evenly.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func filledTimes() -> FilledTimes {
    var filled = times
    var count = 0
    var missing = 0
    for range in segments {
      var known: Int?
      for index in range {
        guard !times[index].isNaN else {
          missing += 1
          continue
        }
        if let last = known, index - last > 1, times[index] >= times[last] {
          fill(&filled, last, index)
          count += index - last - 1
        }
        known = index
      }
    }
    return FilledTimes(times: filled, filled: count, missing: missing - count)
  }

  private func fill(_ filled: inout [Double], _ first: Int, _ last: Int) {
    var distances = [0.0]
    for index in first + 1...last {
      distances.append((distances.last ?? 0) + metres(from: index - 1, to: index))
    }
    let (start, seconds) = (times[first], times[last] - times[first])
    let length = distances.last ?? 0
    for index in first + 1..<last {
      let part =
        length > 0
        ? distances[index - first] / length : Double(index - first) / Double(last - first)
      filled[index] = start + seconds * part
    }
  }
}

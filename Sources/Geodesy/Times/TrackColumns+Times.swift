import Foundation

/// Times where some were missing.
public struct FilledTimes: Equatable, Sendable {
  /// As ``TrackColumns/times``.
  public var times: [Double]
  /// How many points have a time now that had none.
  public var filled: Int
  /// How many still have none: before the first or after the last of their segment, or between two
  /// that run backward. What was not measured is never extrapolated.
  public var missing: Int
}

extension TrackColumns {
  /// All times moved by so many seconds.
  public func shiftedTimes(bySeconds seconds: Double) -> [Double] {
    times.map { $0 + seconds }
  }

  /// All times moved so that the earliest is at a moment.
  ///
  /// - Throws: ``TrackError`` with `noTimes` where no point has one.
  public func shiftedTimes(toStartAt start: Date) throws(TrackError) -> [Double] {
    let earliest = times.reduce(Double.infinity) { $1 < $0 ? $1 : $0 }
    guard earliest.isFinite else {
      throw TrackError(code: .noTimes, message: "no point has a time; estimate times instead")
    }
    return shiftedTimes(bySeconds: start.timeIntervalSinceReferenceDate - earliest)
  }

  /// Times for the points that have none between two of their segment that have: as if the speed
  /// between those were even; by the number of points where there is no way between them.
  ///
  /// - Complexity: O(*n*).
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
    var ways = [0.0]
    for index in first + 1...last {
      ways.append((ways.last ?? 0) + metres(from: index - 1, to: index))
    }
    let (start, seconds) = (times[first], times[last] - times[first])
    let length = ways.last ?? 0
    for index in first + 1..<last {
      let part =
        length > 0
        ? ways[index - first] / length : Double(index - first) / Double(last - first)
      filled[index] = start + seconds * part
    }
  }
}

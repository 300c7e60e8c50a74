import Foundation

extension TrackColumns {
  /// Returns the part of the track from one time to another, including both times.
  ///
  /// A point without a time is treated like the previous point of its segment or, at the segment's
  /// start, like the next point with a time. A segment without times is outside the cropped part.
  /// If times decrease, the cropped part can have several spans. If both ends of the cut leg have a
  /// time, the span ends at exactly the given time, and both parts contain that position;
  /// otherwise, the span ends at a point.
  /// - Parameter from: The first time, or nil for the beginning of the track.
  /// - Parameter to: The last time, or nil for the end of the track.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func crop(from: Date?, to: Date?) -> TrackCrop {
    let first = from?.timeIntervalSinceReferenceDate ?? -.infinity
    let last = to?.timeIntervalSinceReferenceDate ?? .infinity
    guard first <= last, let whole = span else {
      return TrackCrop(outside: span.map { [$0] } ?? [])
    }
    let firstPoints = Set(segmentStarts)
    let states = insideStates(first, last)
    var parts = CropParts(start: whole.start, isInside: states[0])
    for index in states.indices.dropFirst() {
      let crossings = firstPoints.contains(index) ? [] : crossings(of: index, first, last)
      if crossings.isEmpty, states[index] != states[index - 1] {
        parts.cut(TrackPlace(index - 1), TrackPlace(index))
      } else {
        for place in crossings { parts.cut(place, place) }
      }
    }
    parts.close(whole.end)
    return parts.crop
  }

  private func insideStates(_ first: Double, _ last: Double) -> [Bool] {
    var states = [Bool](repeating: false, count: count)
    for range in segments {
      let known = range.first { !times[$0].isNaN }
      var state = known.map { times[$0] >= first && times[$0] <= last } ?? false
      for index in range {
        if !times[index].isNaN { state = times[index] >= first && times[index] <= last }
        states[index] = state
      }
    }
    return states
  }

  /// Returns the positions, in order, at which a leg passes the crop's start time or end time. The
  /// leg ends at the given point.
  private func crossings(of index: Int, _ first: Double, _ last: Double) -> [TrackPlace] {
    let (start, end) = (times[index - 1], times[index])
    var fractions: [Double] = []
    if (start < first) != (end < first), !start.isNaN, !end.isNaN {
      fractions.append((first - start) / (end - start))
    }
    if (start > last) != (end > last), !start.isNaN, !end.isNaN {
      fractions.append((last - start) / (end - start))
    }
    return fractions.sorted().map {
      $0 < 1 ? TrackPlace(index - 1, fraction: max($0, 0)) : TrackPlace(index)
    }
  }
}

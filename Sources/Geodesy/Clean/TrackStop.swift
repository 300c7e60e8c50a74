/// A rest, where a receiver wanders although nobody does.
public struct TrackStop: Hashable, Sendable {
  /// From the point of entry to that of exit, both included.
  public var points: ClosedRange<Int>
  /// The middle of its points.
  public var centroid: Coordinate
  public var seconds: Double
}

extension TrackColumns {
  /// The rests of a track: runs of points that stay within a radius of the first of them for a time
  /// ("stay points", Q. Li et al., "Mining user similarity based on location history", ACM GIS 2008,
  /// section 3).
  ///
  /// - Parameters:
  ///   - radiusMetres: Above 0; 20 to 30 suits a satellite receiver.
  ///   - seconds: A rest takes as long at least; above 0.
  /// - Throws: ``TrackError`` with `notPositive`.
  /// - Complexity: O(*n*): where a run ends too soon, the next begins a sixteenth of it later.
  public func stops(
    withinMetres radiusMetres: Double, forSeconds seconds: Double
  ) throws(TrackError) -> [TrackStop] {
    try TrackError.requirePositive(radiusMetres, "the radius of a rest")
    try TrackError.requirePositive(seconds, "the time of a rest")
    var stops: [TrackStop] = []
    for range in segments {
      var first = range.lowerBound
      while first < range.upperBound - 1 {
        var end = first + 1
        var (start, last) = (times[first], times[first])
        while end < range.upperBound, metres(from: first, to: end) <= radiusMetres {
          if !times[end].isNaN {
            if start.isNaN { start = times[end] }
            last = times[end]
          }
          end += 1
        }
        if last - start >= seconds, end - first > 1 {
          stops.append(stop(first...end - 1, last - start))
          first = end
        } else {
          first += max(1, (end - first) / 16)
        }
      }
    }
    return stops
  }

  /// The points that only wander at rests: all between entry and exit.
  public func drift(at stops: [TrackStop]) -> [TrackFlaw] {
    stops.flatMap { stop in
      stop.points.dropFirst().dropLast().map { index in
        TrackFlaw(
          index: index, reason: .drift,
          amount: Geodesic.distanceMetres(from: stop.centroid, to: coordinate(index)))
      }
    }
  }

  private func stop(_ points: ClosedRange<Int>, _ seconds: Double) -> TrackStop {
    var sum = EarthVector()
    for index in points {
      sum += EarthVector(normalAtLatitude: latitudes[index], longitude: longitudes[index])
    }
    return TrackStop(points: points, centroid: sum.coordinateOfNormal, seconds: seconds)
  }
}

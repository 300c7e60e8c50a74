/// A stop on a track, during which the user stood still while the recorded position drifted.
public struct TrackStop: Hashable, Sendable {
  /// The indices of the stop's points, from the first to the last.
  public var points: ClosedRange<Int>
  /// The centroid of the stop's points.
  public var centroid: Coordinate
  public var seconds: Double
}

extension TrackColumns {
  /// Returns the track's stops. A stop is a run of points that stay within a radius of the run's
  /// first point for a minimum time.
  ///
  /// The method finds “stay points” as defined by Li et al., “Mining user similarity based on
  /// location history”, ACM GIS 2008, section 3.
  ///
  /// - Parameter radiusMetres: The maximum radius of a stop in metres, above 0.
  ///   For a satellite receiver, 20 to 30 metres are suitable.
  /// - Parameter seconds: The minimum duration of a stop in seconds, above 0.
  /// - Throws: ``TrackError`` with `notPositive` if the radius or the duration is not above 0.
  /// - Complexity: O(*n*), where *n* is the number of points.
  ///   After a run whose duration is too short, the search skips a sixteenth of the run's points,
  ///   but at least one point.
  public func stops(
    withinMetres radiusMetres: Double, forSeconds seconds: Double
  ) throws(TrackError) -> [TrackStop] {
    try TrackError.requirePositive(radiusMetres, "the stop radius")
    try TrackError.requirePositive(seconds, "the minimum stop duration")
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

  /// Returns the points between the first and the last point of each given stop, which were
  /// recorded while the position drifted.
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

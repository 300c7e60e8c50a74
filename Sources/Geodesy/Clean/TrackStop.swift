/// A rest, where a receiver wanders although nobody does.
public struct TrackStop: Hashable, Sendable {
  /// From the point of entry to that of exit, both included.
  public var points: ClosedRange<Int>
  /// The middle of its points.
  public var centroid: Coordinate
  /// How far the farthest of them is from the middle, in metres.
  public var radiusMetres: Double
  public var seconds: Double
  /// What the wandering adds to the length of the track: its way less the straight one from entry
  /// to exit.
  public var excessMetres: Double
}

extension TrackColumns {
  /// The rests of a track: runs of points that stay within a radius of the first of them for a time
  /// ("stay points", Q. Li et al., "Mining user similarity based on location history", ACM GIS 2008,
  /// section 3).
  ///
  /// - Parameters:
  ///   - radiusMetres: 20 to 30 suits a satellite receiver.
  ///   - seconds: A rest takes as long at least.
  /// - Complexity: O(*n*): where a run ends too soon, the next begins a sixteenth of it later.
  public func stops(withinMetres radiusMetres: Double, forSeconds seconds: Double) -> [TrackStop] {
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
    var way = 0.0
    for index in points {
      sum += EarthVector(normalAtLatitude: latitudes[index], longitude: longitudes[index])
      if index > points.lowerBound { way += metres(from: index - 1, to: index) }
    }
    let centroid = sum.coordinateOfNormal
    let radius = points.reduce(0) {
      max($0, Geodesic.distanceMetres(from: centroid, to: coordinate($1)))
    }
    return TrackStop(
      points: points, centroid: centroid, radiusMetres: radius, seconds: seconds,
      excessMetres: way - metres(from: points.lowerBound, to: points.upperBound))
  }
}

/// A track's closest approach to a target during a single visit to the target's surroundings.
public struct TrackApproach: Hashable, Sendable {
  public var place: TrackPlace
  /// The geodesic distance from the position to the target, in metres.
  public var metres: Double
}

extension TrackColumns {
  /// Returns the track's closest approach to a target for each visit to the target's surroundings.
  /// A visit is a part of the track within the given radius.
  ///
  /// A visit ends only where the track leaves the circle with the given radius around the target.
  /// Neither noise in the positions nor a stop therefore divides a visit.
  /// - Parameter radiusMetres: The radius in metres, or infinity.
  ///   With infinity, the result is only the nearest position on the whole track.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func approaches(
    to coordinate: Coordinate, withinMetres radiusMetres: Double
  ) -> [TrackApproach] {
    var found: [TrackApproach] = []
    let target = EarthVector(
      surfaceAtLatitude: coordinate.latitude, longitude: coordinate.longitude)
    var best: (place: TrackPlace, metres: Double)?
    for range in segments {
      var last = EarthVector()
      for index in range {
        let point = EarthVector(
          surfaceAtLatitude: latitudes[index], longitude: longitudes[index])
        if index > range.lowerBound {
          let leg = EarthLeg(last, point)
          let metres = EarthLeg.metres(leg.measure(target))
          if metres <= radiusMetres, metres < best?.metres ?? .infinity {
            let fraction = leg.fraction(nearestTo: target)
            let isEnd = fraction >= 1
            best = (TrackPlace(isEnd ? index : index - 1, fraction: isEnd ? 0 : fraction), metres)
          }
        }
        let metres = EarthLeg.metres((point - target).lengthSquared)
        if metres <= radiusMetres {
          if metres < best?.metres ?? .infinity { best = (TrackPlace(index), metres) }
        } else if let visit = best {
          found.append(approach(visit.place, coordinate))
          best = nil
        }
        last = point
      }
    }
    if let visit = best { found.append(approach(visit.place, coordinate)) }
    return found
  }

  /// Returns the track's position nearest to a target. The result is nil if the track has no
  /// points.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func nearest(to coordinate: Coordinate) -> TrackApproach? {
    approaches(to: coordinate, withinMetres: .infinity).min { $0.metres < $1.metres }
  }

  private func approach(_ place: TrackPlace, _ target: Coordinate) -> TrackApproach {
    TrackApproach(
      place: place,
      metres: Geodesic.distanceMetres(from: self.coordinate(at: place), to: target))
  }
}

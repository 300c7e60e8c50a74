extension TrackColumns {
  /// Divides the track into the parts inside and outside a circle around a position. Both parts
  /// contain the positions at the cuts.
  ///
  /// A leg whose ends are both outside the circle is also cut if it passes through the circle.
  ///
  /// - Parameter radiusMetres: The radius on the ground, in metres.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func crop(within radiusMetres: Double, of center: Coordinate) -> TrackCrop {
    guard let whole = span else { return TrackCrop() }
    let circle = Circle(center, radiusMetres)
    let isInside = latitudes.indices.map { circle.contains(coordinate($0)) }
    let firstPoints = Set(segmentStarts)
    var parts = CropParts(start: whole.start, isInside: isInside[0])
    for index in isInside.indices.dropFirst() {
      if firstPoints.contains(index) {
        if isInside[index] != isInside[index - 1] {
          parts.cut(TrackPlace(index - 1), TrackPlace(index))
        }
        continue
      }
      for fraction in circle.crossings(
        from: coordinate(index - 1), isInside[index - 1], to: coordinate(index), isInside[index])
      {
        let place = fraction < 1 ? TrackPlace(index - 1, fraction: fraction) : TrackPlace(index)
        parts.cut(place, place)
      }
    }
    parts.close(whole.end)
    return parts.crop
  }
}

/// A circle on the ground around a position.
private struct Circle {
  private let center: EarthVector
  private let radiusMetres: Double
  /// The number of bisection steps that locate a crossing to within 10⁻¹² of the leg's length.
  private static let halvings = 40

  init(_ center: Coordinate, _ radiusMetres: Double) {
    self.center = Self.vector(center)
    self.radiusMetres = radiusMetres
  }

  private static func vector(_ coordinate: Coordinate) -> EarthVector {
    EarthVector(surfaceAtLatitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    EarthLeg.metres((Self.vector(coordinate) - center).lengthSquared) <= radiusMetres
  }

  /// Returns the positions at which the leg between two points crosses the circle, in ascending
  /// order, as fractions of the leg's length.
  func crossings(
    from start: Coordinate, _ startsInside: Bool, to end: Coordinate, _ endsInside: Bool
  ) -> [Double] {
    let line = LegInterpolation(from: start, to: end)
    guard startsInside == endsInside else {
      return [crossing(of: line, 0, 1, startsInside: startsInside)]
    }
    guard !startsInside else { return [] }
    let nearest = EarthLeg(Self.vector(start), Self.vector(end)).fraction(nearestTo: center)
    guard nearest > 0, nearest < 1, contains(line.coordinate(at: nearest)) else { return [] }
    return [
      crossing(of: line, 0, nearest, startsInside: false),
      crossing(of: line, nearest, 1, startsInside: true),
    ]
  }

  /// Returns the position, as a fraction of the leg's length, at which a leg crosses the circle.
  /// The crossing lies between the two given fractions, one inside and one outside the circle.
  private func crossing(
    of line: LegInterpolation, _ first: Double, _ last: Double, startsInside: Bool
  ) -> Double {
    var (low, high) = (first, last)
    for _ in 0..<Self.halvings {
      let middle = (low + high) / 2
      if contains(line.coordinate(at: middle)) == startsInside {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }
}

extension TrackColumns {
  /// Returns the coordinate of the point at the given index.
  public func coordinate(_ index: Int) -> Coordinate {
    Coordinate(latitude: latitudes[index], longitude: longitudes[index])
  }

  /// Returns the coordinate at a position on the track, interpolated along the geodesic between the
  /// two neighbouring points.
  public func coordinate(at place: TrackPlace) -> Coordinate {
    guard !place.isPoint else { return coordinate(place.index) }
    return Geodesic.interpolate(
      from: coordinate(place.index), to: coordinate(place.index + 1), fraction: place.fraction)
  }

  /// The whole track's span. Nil if the track has no points.
  public var span: TrackSpan? {
    count == 0 ? nil : TrackSpan(0..<count)
  }

  /// Returns the part of the track in the given span as a separate track.
  public func columns(in span: TrackSpan) -> TrackColumns {
    TrackSelection([span], of: self).columns(of: self)
  }

  /// Returns the distance in metres from the previous point to the given point, or 0 for the first
  /// point of a segment.
  func legMetres(to index: Int, in segment: Range<Int>) -> Double {
    guard index > segment.lowerBound else { return 0 }
    return metres(from: index - 1, to: index)
  }

  func metres(from first: Int, to second: Int) -> Double {
    Geodesic.distanceMetres(
      latitude: latitudes[first], longitude: longitudes[first], toLatitude: latitudes[second],
      longitude: longitudes[second])
  }

  /// Returns the Earth-centred positions for a range of points.
  func surface(_ range: Range<Int>) -> [EarthVector] {
    range.map { EarthVector(surfaceAtLatitude: latitudes[$0], longitude: longitudes[$0]) }
  }
}

extension Array {
  /// Returns the index of the first element that satisfies a condition, or the array's count if
  /// there is no such element. All later elements must also satisfy the condition.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  func firstIndexSorted(_ isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

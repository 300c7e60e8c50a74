/// A method for smoothing a track.
public enum TrackSmoothing: Hashable, Sendable {
  /// A moving median over the given number of points, which is rounded up to an odd number. A
  /// moving median removes outliers and preserves edges.
  case median(points: Int)
  /// A Gaussian-weighted mean over the distance along the track, with the given length as the
  /// standard deviation.
  case bellOverDistance(metres: Double)
  /// A Gaussian-weighted mean over time, with the given duration as the standard deviation.
  case bellOverTime(seconds: Double)

  /// The maximum window size of a moving median, in points.
  public static let medianLimit = 101
}

extension TrackColumns {
  /// Returns a smoothed copy of the track. Each segment is smoothed separately.
  ///
  /// The windows narrow towards the ends of each segment, so the first and last point and the first
  /// and last elevation stay unchanged. The net climb of a segment therefore also stays unchanged.
  /// Missing elevations stay missing. When smoothing over time, a point stays unchanged if its time
  /// is missing or earlier than the time of a previous point.
  ///
  /// The Gaussian is approximated by three successive moving means of width 2σ, each computed
  /// exactly for the straight lines between the points. The result has the requested deviation and
  /// is within 3 % of a Gaussian (Wells, “Efficient synthesis of Gaussian filters by cascaded
  /// uniform filters”, IEEE PAMI 8 (1986) 234–239).
  /// - Parameter positions: Whether the points' coordinates are smoothed.
  /// - Parameter elevations: Whether the points' elevations are smoothed.
  /// - Parameter points: The range of points that may change, or nil for all points.
  ///   In each segment, the first and the last point of the range do not change.
  /// - Throws: ``TrackError`` with the code `notPositive`, `tooMany` or `cancelled`.
  ///   The code is `notPositive` for a width that is not above 0 or a median of fewer than three
  ///   points, and `tooMany` for a median over ``TrackSmoothing/medianLimit``.
  /// - Complexity: O(*n*) for *n* points; for a median of *k* points, O(*n* · *k* log *k*).
  public func smoothed(
    _ smoothing: TrackSmoothing, positions: Bool = true, elevations: Bool = true,
    points: Range<Int>? = nil
  ) throws(TrackError) -> TrackColumns {
    try smoothing.check()
    var result = self
    let axis: [Double]? =
      switch smoothing {
      case .median: nil
      case .bellOverDistance: TrackMeasures.cumulativeMetres(self)
      case .bellOverTime: times
      }
    for segment in segments {
      let range = points?.clamped(to: segment) ?? segment
      guard range.count > 2 else { continue }
      if positions {
        let kept = axis.map { Self.ascending(range, $0) } ?? Array(range)
        let normals = kept.map {
          EarthVector(normalAtLatitude: latitudes[$0], longitude: longitudes[$0])
        }
        let smooth = try smoothing.smooth(normals, axis.map { axis in kept.map { axis[$0] } })
        for (offset, index) in kept.enumerated() where smooth[offset] != normals[offset] {
          let place = smooth[offset].coordinateOfNormal
          (result.latitudes[index], result.longitudes[index]) = (place.latitude, place.longitude)
        }
      }
      if elevations {
        let known = range.filter { !self.elevations[$0].isNaN }
        let kept = axis.map { Self.ascending(known, $0) } ?? known
        let values = kept.map { self.elevations[$0] }
        let smooth = try smoothing.smooth(values, axis.map { axis in kept.map { axis[$0] } })
        for (offset, index) in kept.enumerated() { result.elevations[index] = smooth[offset] }
      }
    }
    return result
  }

  /// Returns the given point indices, omitting points that have a lower axis value than an earlier
  /// point.
  private static func ascending(_ indices: some Sequence<Int>, _ axis: [Double]) -> [Int] {
    var highest = -Double.infinity
    return indices.filter {
      guard axis[$0] >= highest else { return false }
      highest = axis[$0]
      return true
    }
  }
}

extension TrackSmoothing {
  fileprivate func check() throws(TrackError) {
    switch self {
    case .median(let points):
      guard points > 2 else {
        throw TrackError(code: .notPositive, message: "a median window needs at least three points")
      }
      guard points <= Self.medianLimit else {
        throw TrackError(
          code: .tooMany, message: "a median window can have at most \(Self.medianLimit) points")
      }
    case .bellOverDistance(let width), .bellOverTime(let width):
      try TrackError.requirePositive(width, "the smoothing width")
    }
  }

  fileprivate func smooth(
    _ values: [Double], _ axis: [Double]?
  ) throws(TrackError) -> [Double] {
    try TrackError.checkCancellation()
    return switch self {
    case .median(let points):
      try MovingMedian(points: points).smooth(values, check: TrackError.checkCancellation)
    case .bellOverDistance(let width), .bellOverTime(let width):
      axis.map { MovingMean(axis: $0, width: 2 * width).smooth(values, times: 3) } ?? values
    }
  }

  fileprivate func smooth(
    _ normals: [EarthVector], _ axis: [Double]?
  ) throws(TrackError) -> [EarthVector] {
    try TrackError.checkCancellation()
    return switch self {
    case .median(let points):
      try MovingMedian(points: points).smooth(normals, check: TrackError.checkCancellation)
    case .bellOverDistance(let width), .bellOverTime(let width):
      axis.map { MovingMean(axis: $0, width: 2 * width).smooth(normals, times: 3) } ?? normals
    }
  }
}

extension TrackColumns {
  /// The points beside the way: gone to and come back from with an acceleration out of the ordinary
  /// of this track.
  ///
  /// A point's acceleration is the change from the velocity of the leg to it to that of the leg from
  /// it, as vectors, over the mean of their times. It is a spike where the ``ModifiedZScore`` of
  /// that is above the limit, neither neighbour's is greater, and the two legs turn by more than a
  /// right angle. Points without a time after that of the point before are not judged, nor the ends
  /// of segments.
  /// - Parameter limit: 3.5 marks much, 5 less.
  /// - Complexity: O(*n* log *n*).
  public func spikes(limit: Double = 5) -> [TrackFlaw] {
    var accelerations = [Double](repeating: .nan, count: count)
    var isReturn = [Bool](repeating: false, count: count)
    for range in segments where range.count > 2 {
      let points = surface(range)
      for index in range.dropFirst().dropLast() {
        let offset = index - range.lowerBound
        let before = times[index] - times[index - 1]
        let after = times[index + 1] - times[index]
        guard before > 0, after > 0 else { continue }
        let coming = points[offset] - points[offset - 1]
        let going = points[offset + 1] - points[offset]
        let change = going / after - coming / before
        accelerations[index] = change.length / ((before + after) / 2)
        isReturn[index] = coming.dot(going) < 0
      }
    }
    let ordinary = ModifiedZScore(accelerations)
    return accelerations.indices.compactMap { index in
      guard isReturn[index] else { return nil }
      let acceleration = accelerations[index]
      let score = ordinary.score(acceleration)
      guard score > limit, !(accelerations[index - 1] > acceleration),
        !(accelerations[index + 1] > acceleration)
      else { return nil }
      return TrackFlaw(index: index, reason: .spike, amount: score)
    }
  }

  /// The points whose elevation is far from the median of their neighbours' and its own.
  ///
  /// - Parameters:
  ///   - limit: Of the ``ModifiedZScore`` of the difference from that median, up or down.
  ///   - atLeastMetres: No smaller difference is marked, however even the rest is.
  ///   - points: Of how many the median is; finds runs of less than half as many.
  /// - Complexity: O(*n* log *n*).
  public func elevationSpikes(
    limit: Double = 5, atLeastMetres: Double = 10, points: Int = 7
  ) -> [TrackFlaw] {
    let window = MovingMedian(points: min(max(points, 3), TrackSmoothing.medianLimit))
    var differences = [Double](repeating: .nan, count: count)
    for range in segments {
      let known = range.filter { elevations[$0].isFinite }
      let values = known.map { elevations[$0] }
      for (index, median) in zip(known, window.smooth(values)) {
        differences[index] = elevations[index] - median
      }
    }
    let ordinary = ModifiedZScore(differences)
    return differences.indices.compactMap { index in
      let difference = differences[index]
      guard abs(difference) >= atLeastMetres, abs(ordinary.score(difference)) > limit else {
        return nil
      }
      return TrackFlaw(index: index, reason: .elevation, amount: difference)
    }
  }
}

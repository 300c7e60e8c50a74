extension TrackColumns {
  /// Returns the track's spikes: points that lie off the track's line and have an unusually high
  /// acceleration.
  ///
  /// The acceleration at a point is computed from the two adjacent legs: the difference between
  /// their velocity vectors, divided by the mean of their durations. A point is a spike if the
  /// ``ModifiedZScore`` of its acceleration is above the limit, neither neighbour's acceleration is
  /// greater, and the track turns by more than 90°. A point is not checked if it is the end of a
  /// segment, or if the times of the point and its neighbours do not increase.
  /// - Parameter limit: The minimum score of a spike.
  ///   A limit of 5 detects fewer spikes than a limit of 3.5.
  /// - Complexity: O(*n* log *n*), where *n* is the number of points.
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
}

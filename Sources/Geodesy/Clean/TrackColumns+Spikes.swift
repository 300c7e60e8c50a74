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
}

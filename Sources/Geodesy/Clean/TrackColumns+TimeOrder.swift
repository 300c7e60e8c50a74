extension TrackColumns {
  /// Returns the points whose times are out of order: the smallest set of points whose removal
  /// sorts the times in every segment.
  ///
  /// If a single point's time is far in the future, the result contains only this point, not the
  /// later points. The remaining points are the longest non-decreasing subsequence (Fredman, “On
  /// computing the length of longest increasing subsequences”, Discrete Mathematics 11 (1975)
  /// 29–35).
  /// - Returns: The points whose times are out of order, each with its step back in time.
  ///   The step back is the time, in seconds, of the last preceding point in order minus the
  ///   point's own time. It is 0 if no preceding point is in order.
  /// - Complexity: O(*n* log *n*), where *n* is the number of points.
  public func timesOutOfOrder() -> [TrackFlaw] {
    var found: [TrackFlaw] = []
    for range in segments {
      let known = range.filter { !times[$0].isNaN }
      let inOrder = Set(longestAscent(known))
      guard inOrder.count < known.count else { continue }
      var last: Int?
      for index in known {
        if inOrder.contains(index) {
          last = index
          continue
        }
        let backward = last.map { times[$0] - times[index] } ?? 0
        found.append(TrackFlaw(index: index, reason: .time, amount: backward))
      }
    }
    return found
  }

  /// Returns the longest subsequence of the given point indices in which the times never decrease.
  private func longestAscent(_ indices: [Int]) -> [Int] {
    // The last element of the best series of each length, and the predecessor of each element.
    var ends: [Int] = []
    var before: [Int] = []
    before.reserveCapacity(indices.count)
    for (position, index) in indices.enumerated() {
      let length = ends.firstIndexSorted { times[indices[$0]] > times[index] }
      before.append(length > 0 ? ends[length - 1] : -1)
      if length < ends.count { ends[length] = position } else { ends.append(position) }
    }
    var series: [Int] = []
    var position = ends.last ?? -1
    while position >= 0 {
      series.append(indices[position])
      position = before[position]
    }
    return series
  }
}

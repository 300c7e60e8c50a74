extension TrackColumns {
  /// The points whose times are out of order: as few as leave the others of their segment in order.
  ///
  /// So one time far ahead is marked itself, and not everything after it. Those that stay are the
  /// longest subsequence that does not fall (M. Fredman, "On computing the length of longest
  /// increasing subsequences", Discrete Mathematics 11 (1975) 29–35).
  /// - Returns: Points with how many seconds they are before the last one in order, negative where
  ///   they are after it; 0 where there is none.
  /// - Complexity: O(*n* log *n*).
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

  /// Which of the indices have the longest series of times that never fall.
  private func longestAscent(_ indices: [Int]) -> [Int] {
    // The last of the best series of each length, and what came before each in its series.
    var ends: [Int] = []
    var before: [Int] = []
    before.reserveCapacity(indices.count)
    for (place, index) in indices.enumerated() {
      let length = ends.firstIndexSorted { times[indices[$0]] > times[index] }
      before.append(length > 0 ? ends[length - 1] : -1)
      if length < ends.count { ends[length] = place } else { ends.append(place) }
    }
    var series: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      series.append(indices[place])
      place = before[place]
    }
    return series
  }
}

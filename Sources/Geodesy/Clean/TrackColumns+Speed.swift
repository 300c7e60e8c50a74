extension TrackColumns {
  /// The longest run of points, each reached from the one before, that is taken for wrong.
  public static let longestWrongRun = 10

  /// The points that could not have been reached.
  ///
  /// A segment falls into runs whose legs are all within the limit. Of two runs that follow one
  /// another at an impossible speed the shorter is wrong (with what it goes on from within the
  /// limit, and of equals the later), if it has ``longestWrongRun`` points at most; and what comes
  /// after is judged from the one that stays. A jump between two longer runs marks nothing: that is
  /// a gap, to be split at. Points without a time, or not after the one before, prove nothing.
  /// - Parameter limit: Metres per second, above 0.
  /// - Returns: Points with the least speed at which they could have been reached.
  /// - Throws: ``TrackError`` with `notPositive`.
  /// - Complexity: O(*n*).
  public func impossibleSpeeds(limit: Double) throws(TrackError) -> [TrackFlaw] {
    try TrackError.requirePositive(limit, "the limit of the speed")
    var found: [TrackFlaw] = []
    for range in segments {
      var kept: [SpeedRun] = []
      for run in runs(range, limit) {
        var run = run
        while let last = kept.last {
          let speed = speed(from: last.last, to: run.first)
          guard speed > limit else {
            run.weight += last.weight
            break
          }
          if last.weight <= Self.longestWrongRun, last.weight < run.count {
            mark(last, speed, &found)
            kept.removeLast()
            continue
          }
          guard run.count > Self.longestWrongRun else {
            mark(run, speed, &found)
            run.isWrong = true
            break
          }
          break
        }
        if !run.isWrong { kept.append(run) }
      }
    }
    return found.sorted { $0.index < $1.index }
  }

  /// Points with times, each reached from the one before within the limit.
  private struct SpeedRun {
    var indices: [Int]
    /// Points of it and of the runs that it goes on from.
    var weight: Int
    var isWrong = false

    var count: Int { indices.count }
    var first: Int { indices[0] }
    var last: Int { indices[indices.count - 1] }

    init(_ indices: [Int]) {
      self.indices = indices
      weight = indices.count
    }
  }

  private func runs(_ range: Range<Int>, _ limit: Double) -> [SpeedRun] {
    var runs: [SpeedRun] = []
    var current: [Int] = []
    for index in range where !times[index].isNaN {
      if let last = current.last, speed(from: last, to: index) > limit {
        runs.append(SpeedRun(current))
        current = []
      }
      current.append(index)
    }
    if !current.isEmpty { runs.append(SpeedRun(current)) }
    return runs
  }

  /// NaN where the times do not tell.
  private func speed(from first: Int, to second: Int) -> Double {
    let seconds = times[second] - times[first]
    return seconds > 0 ? metres(from: first, to: second) / seconds : .nan
  }

  private func mark(_ run: SpeedRun, _ speed: Double, _ found: inout [TrackFlaw]) {
    for index in run.indices {
      found.append(TrackFlaw(index: index, reason: .speed, amount: speed))
    }
  }
}

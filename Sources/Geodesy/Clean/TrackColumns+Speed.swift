extension TrackColumns {
  /// The maximum number of consecutive points that can be reported as erroneous because of an
  /// impossible speed.
  public static let longestWrongRun = 10

  /// Returns the points that cannot be reached from their neighbours at a plausible speed.
  ///
  /// Each segment is divided into runs of points in which no leg is faster than the limit. If an
  /// impossible speed separates two successive runs, the points of the shorter run (or of the later
  /// run, if both are equally long) are reported, provided that it has at most ``longestWrongRun``
  /// points. The earlier run's length includes all preceding runs from which that run can be
  /// reached within the limit. The next run is then compared with the run that was kept. If both
  /// runs are longer, no point is reported, because the jump between them is a gap at which the
  /// track can be split. Points without a time, and legs whose end is not later than their start,
  /// are ignored.
  /// - Parameter limit: The maximum speed in metres per second, above 0.
  /// - Returns: The points, each with the minimum speed at which it could have been reached.
  /// - Throws: ``TrackError`` with `notPositive` if the limit is not above 0.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func impossibleSpeeds(limit: Double) throws(TrackError) -> [TrackFlaw] {
    try TrackError.requirePositive(limit, "the speed limit")
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

  /// A run of points with times, in which the speed never exceeds the limit.
  private struct SpeedRun {
    var indices: [Int]
    /// The number of points in this run and in all earlier runs from which this run can be reached
    /// within the speed limit.
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

  /// Returns the speed between two points in metres per second, or NaN if a time is missing or the
  /// second time is not later.
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

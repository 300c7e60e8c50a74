extension TrackColumns {
  /// The maximum number of points in a resampled track.
  public static let resampleLimit = 10_000_000

  /// Returns positions at equal distances along each segment, beginning with the segment's first
  /// point. The last point of each segment is always included.
  ///
  /// - Parameter metres: The distance between positions, above 0.
  /// - Throws: ``TrackError`` with the code `notPositive`, `tooMany` or `cancelled`.
  ///   The code is `tooMany` if there would be more than ``resampleLimit`` positions.
  /// - Complexity: O(*n* + *p*) for *n* points and *p* resulting positions.
  public func resampled(everyMetres metres: Double) throws(TrackError) -> TrackSelection {
    try TrackError.requirePositive(metres, "the distance between points")
    let distances = TrackMeasures.cumulativeMetres(self)
    return try resampled(every: metres, along: distances)
  }

  /// Returns positions at equal time intervals along each segment, beginning at the segment's first
  /// time. The last point of each segment is always included.
  ///
  /// Missing times are interpolated as in ``filledTimes()``. A point that is not later than all
  /// earlier points of its segment is skipped. Points before the first and after the last known
  /// time stay unchanged.
  /// - Parameter seconds: The interval in seconds, above 0.
  /// - Throws: ``TrackError`` with the code `notPositive`, `noTimes`, `tooMany` or `cancelled`.
  ///   The code is `noTimes` if a segment has points but no times, and `tooMany` if there would be
  ///   more than ``resampleLimit`` positions.
  /// - Complexity: O(*n* + *p*) for *n* points and *p* resulting positions.
  public func resampled(everySeconds seconds: Double) throws(TrackError) -> TrackSelection {
    try TrackError.requirePositive(seconds, "the time between points")
    for (number, range) in segments.enumerated() where !range.isEmpty {
      guard range.contains(where: { !times[$0].isNaN }) else {
        throw TrackError(
          code: .noTimes, message: "segment \(number + 1) has no times; estimate times first")
      }
    }
    return try resampled(every: seconds, along: filledTimes().times)
  }

  private func resampled(
    every step: Double, along axis: [Double]
  ) throws(TrackError) -> TrackSelection {
    var selection = TrackSelection(segmentStarts: [])
    for range in segments {
      try TrackError.checkCancellation()
      selection.segmentStarts.append(selection.places.count)
      guard let first = range.first(where: { !axis[$0].isNaN }),
        let last = range.last(where: { !axis[$0].isNaN })
      else { continue }
      let highest = range.reduce(axis[first]) { axis[$1] > $0 ? axis[$1] : $0 }
      let wanted = Double(selection.places.count) + (highest - axis[first]) / step
      guard wanted <= Double(Self.resampleLimit) else {
        throw TrackError(
          code: .tooMany,
          message:
            "the result would have more than \(Self.resampleLimit) points; choose a larger step")
      }
      for index in range.lowerBound...first { selection.places.append(TrackPlace(index)) }
      appendSteps(first...last, step, axis, &selection.places)
      for index in last..<range.upperBound where index > first {
        selection.places.append(TrackPlace(index))
      }
    }
    return selection
  }

  /// Appends positions at equal steps along an axis (distance or time), from the first point of a
  /// range to the last.
  private func appendSteps(
    _ range: ClosedRange<Int>, _ step: Double, _ axis: [Double], _ places: inout [TrackPlace]
  ) {
    let origin = axis[range.lowerBound]
    var number = 1.0
    var reached = origin
    for index in range.dropFirst() {
      let (start, end) = (axis[index - 1], axis[index])
      guard end > reached else { continue }
      defer { reached = end }
      guard start.isFinite else {
        number = ((end - origin) / step).rounded(.down) + 1
        if index < range.upperBound { places.append(TrackPlace(index)) }
        continue
      }
      while origin + number * step <= end {
        let fraction = (origin + number * step - start) / (end - start)
        number += 1
        // The last point is appended separately.
        if fraction >= 1, index == range.upperBound { continue }
        places.append(fraction < 1 ? TrackPlace(index - 1, fraction: fraction) : TrackPlace(index))
      }
    }
  }
}

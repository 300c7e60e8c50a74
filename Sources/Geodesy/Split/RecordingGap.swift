/// A gap in a recording: two consecutive points of a segment that are much farther apart, in time
/// or distance, than is usual for the track.
public struct RecordingGap: Hashable, Sendable {
  /// The index of the point after the gap.
  public var end: Int
  public var metres: Double
  /// The gap's duration in seconds. Nil if the point before or after the gap has no time.
  public var seconds: Double?
}

extension TrackColumns {
  /// A gap's minimum duration in seconds and its minimum length in metres.
  private static let leastGap = (seconds: 60.0, metres: 100.0)
  /// The minimum ratio of a gap's duration to the median duration of the track's legs. The same
  /// ratio applies to lengths.
  private static let gapRatio = 10.0

  /// Returns the recording gap immediately before or after a point. The result is nil if there is
  /// no gap beside the point. Of two gaps, the result is the one with the longer duration or, for
  /// equal durations, the longer distance.
  ///
  /// - Complexity: O(*s*), where *s* is the number of segments.
  ///   The typical duration and length are estimated from a sample of fewer than 2 000 points.
  public func gap(beside index: Int) -> RecordingGap? {
    let legs = [leg(before: index), leg(before: index + 1)].compactMap { $0 }
    guard !legs.isEmpty else { return nil }
    let sample = stride(from: 1, to: count, by: max(count / 1_000, 1)).compactMap(leg(before:))
    let seconds = max(
      Self.gapRatio * Self.median(sample.compactMap(\.seconds)), Self.leastGap.seconds)
    let metres = max(Self.gapRatio * Self.median(sample.map(\.metres)), Self.leastGap.metres)
    return legs.filter { $0.metres > metres || $0.seconds ?? 0 > seconds }
      .max { ($0.seconds ?? 0, $0.metres) < ($1.seconds ?? 0, $1.metres) }
  }

  /// Returns the leg that ends at a point. The result is nil if the point begins a segment.
  private func leg(before index: Int) -> RecordingGap? {
    guard index > 0, index < count, !segmentStarts.contains(index) else { return nil }
    let seconds = times[index] - times[index - 1]
    return RecordingGap(
      end: index, metres: metres(from: index - 1, to: index),
      seconds: seconds.isNaN ? nil : seconds)
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }
}

/// A calculator that estimates the travel time of a track whose points are added in order.
struct PaceMeter {
  /// The maximum number of points whose times are estimated together. A longer segment is estimated
  /// in parts, to limit memory use.
  private static let longestPart = 65_536

  private let model: PaceModel
  private(set) var seconds = 0.0
  /// The distance of each point in the current segment from the segment's start, in metres.
  private var metres: [Double] = []
  private var elevations: [Double] = []

  init(_ model: PaceModel) { self.model = model }

  /// Adds the next point of the current segment.
  ///
  /// - Parameter leg: The distance from the previous point in metres, or 0 for a segment's first
  ///   point.
  /// - Parameter elevation: The elevation in metres, or NaN for a point without an elevation.
  mutating func add(leg: Double, elevation: Double) {
    metres.append((metres.last ?? 0) + leg)
    elevations.append(elevation)
    guard metres.count >= Self.longestPart, let last = metres.last else { return }
    endSegment()
    metres.append(last)
    elevations.append(elevation)
  }

  /// Ends the current segment.
  mutating func endSegment() {
    let slopes = TrackSeries.slopes(elevations, along: metres)
    for index in metres.indices.dropFirst() {
      let leg = metres[index] - metres[index - 1]
      guard leg > 0 else { continue }
      let slope = TrackSeries.legSlope(slopes, to: index)
      seconds += model.seconds(
        metres: leg, climb: slope.isNaN ? 0 : leg * min(max(slope, -1), 1))
    }
    metres.removeAll(keepingCapacity: true)
    elevations.removeAll(keepingCapacity: true)
  }
}

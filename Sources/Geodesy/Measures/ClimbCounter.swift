/// A counter for the total ascent and descent in a segment, in metres. The elevations are added one
/// by one.
///
/// Elevation changes are summed between turning points. An ascent ends when the elevation falls by
/// at least the threshold, and a descent ends when the elevation rises by at least the threshold.
/// The noise of a stationary receiver therefore does not add up. Because the legs before the first
/// and after the last turning point count fully, ascent − descent always equals the last elevation
/// minus the first, and reversing a track swaps the ascent and the descent.
struct ClimbCounter {
  private enum Trend {
    case none
    case up
    case down
  }

  private(set) var ascent = 0.0
  private(set) var descent = 0.0
  private let threshold: Double
  private var trend = Trend.none
  private var turningPoint = Double.nan
  private var low = Double.nan
  private var high = Double.nan
  private var last = Double.nan

  init(threshold: Double) {
    self.threshold = max(threshold, 0)
  }

  mutating func add(_ elevation: Double) {
    last = elevation
    switch trend {
    case .none:
      guard !turningPoint.isNaN else {
        turningPoint = elevation
        low = elevation
        high = elevation
        return
      }
      low = min(low, elevation)
      high = max(high, elevation)
      if elevation > low, elevation - low >= threshold {
        turn(at: low)
        trend = .up
        high = elevation
      } else if elevation < high, high - elevation >= threshold {
        turn(at: high)
        trend = .down
        low = elevation
      }
    case .up:
      high = max(high, elevation)
      if elevation < high, high - elevation >= threshold {
        turn(at: high)
        trend = .down
        low = elevation
      }
    case .down:
      low = min(low, elevation)
      if elevation > low, elevation - low >= threshold {
        turn(at: low)
        trend = .up
        high = elevation
      }
    }
  }

  /// Ends the segment and adds its last ascent or descent to the totals. The next elevation begins
  /// a new segment.
  mutating func endSegment() {
    switch trend {
    case .none: break
    case .up: turn(at: high)
    case .down: turn(at: low)
    }
    if !last.isNaN { turn(at: last) }
    trend = .none
    turningPoint = .nan
    last = .nan
  }

  private mutating func turn(at elevation: Double) {
    let change = elevation - turningPoint
    if change > 0 {
      ascent += change
    } else {
      descent -= change
    }
    turningPoint = elevation
  }
}

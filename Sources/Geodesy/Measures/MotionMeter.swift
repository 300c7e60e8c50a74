/// A calculator for the moving time and the maximum speed of a track whose points are added in
/// order.
///
/// If a leg has no time at one of its ends, the leg is measured together with the next leg. Times
/// that decrease are ignored until a time exceeds the latest time so far, so that the moving time
/// never exceeds the total time.
struct MotionMeter {
  /// The speed below which a leg counts as a rest, in metres per second (0.5 km/h).
  static let restSpeed = 0.5 / 3.6
  /// The minimum averaging period for the maximum speed, in seconds. Over a single
  /// second, a position error of a few metres would make the speed much too high.
  static let windowSeconds = 10.0

  private(set) var movingSeconds = 0.0
  private(set) var movingMetres = 0.0
  /// The maximum speed in metres per second. Nil if no segment lasts for at least
  /// ``windowSeconds``.
  private(set) var speedMax: Double?
  private var metres = 0.0
  private var previousTime = Double.nan
  private var previousMetres = 0.0
  private var window: [(time: Double, metres: Double)] = []
  private var windowStart = 0

  /// Adds the next point of the track.
  ///
  /// - Parameter leg: The distance from the previous point in metres.
  /// - Parameter time: The time in seconds, or NaN for a point without a time.
  mutating func add(leg: Double, time: Double) {
    metres += leg
    guard !time.isNaN else { return }
    let seconds = time - previousTime
    if seconds > 0 {
      let distance = metres - previousMetres
      if distance > Self.restSpeed * seconds {
        movingSeconds += seconds
        movingMetres += distance
      }
    } else if seconds < 0 {
      startWindow()
    }
    measureWindow(time)
    if !(seconds < 0) { previousTime = time }
    previousMetres = metres
  }

  /// Ends the segment. The next point begins a new segment.
  mutating func endSegment() {
    previousTime = .nan
    startWindow()
  }

  private mutating func startWindow() {
    window.removeAll(keepingCapacity: true)
    windowStart = 0
  }

  private mutating func measureWindow(_ time: Double) {
    if let last = window.last, last.time == time {
      window[window.count - 1].metres = metres
      return
    }
    window.append((time, metres))
    while windowStart + 1 < window.count,
      time - window[windowStart + 1].time >= Self.windowSeconds
    {
      windowStart += 1
    }
    let seconds = time - window[windowStart].time
    if seconds >= Self.windowSeconds {
      let speed = (metres - window[windowStart].metres) / seconds
      speedMax = max(speedMax ?? 0, speed)
    }
    if windowStart > 1024 {
      window.removeFirst(windowStart)
      windowStart = 0
    }
  }
}

/// Tells moving from resting and finds the greatest speed, from distances and times that come in
/// order.
///
/// Legs without a time at either end count towards the next that has one. A time before one that
/// was there counts for nothing until the clock is past that one again, so that moving time never
/// exceeds the time there is.
struct MotionMeter {
  /// 0.5 km/h, in metres per second: slower legs are rest.
  static let restSpeed = 0.5 / 3.6
  /// The greatest speed is a mean over at least this long, since a receiver's error of a few
  /// metres makes any single second fast.
  static let windowSeconds = 10.0

  private(set) var movingSeconds = 0.0
  private(set) var movingMetres = 0.0
  /// Metres per second; nil before any leg with times.
  private(set) var speedMax: Double?
  private var metres = 0.0
  private var previousTime = Double.nan
  private var previousMetres = 0.0
  private var window: [(time: Double, metres: Double)] = []
  private var windowStart = 0

  /// - Parameters:
  ///   - leg: Metres from the point before.
  ///   - time: In seconds; NaN when the point has none.
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

  /// The next point begins a new segment.
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

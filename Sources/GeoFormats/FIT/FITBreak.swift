/// A timer event, which stops or starts the recording and can therefore begin a new segment.
struct FITBreak {
  let isStart: Bool
  /// The event's time, as a FIT timestamp in seconds.
  let time: Double
  /// The number of points that precede the event in the file.
  let index: Int
  /// Whether no point has been read since the event.
  private(set) var isPending = true
  /// Whether the event's time is consistent with its position among the points in the file. If
  /// false, the device wrote the events separately from the points.
  private var isInOrder = false

  /// The maximum time, in seconds, between a stop event and a later point in the same segment. A
  /// point after this time begins a new segment, even without a start event. Some devices write a
  /// last point shortly after a stop.
  private static let gap = 10.0

  init(isStart: Bool, time: Double, index: Int) {
    self.isStart = isStart
    self.time = time
    self.index = index
  }

  /// Determines whether the event's time lies between the times of the points before and after the
  /// event.
  mutating func resolve(next: Double, previous: Double) {
    isPending = false
    isInOrder = next >= time && !(previous > time)
  }

  /// Returns whether the point with the given index and time follows the event.
  func isReached(index: Int, time: Double) -> Bool {
    if isStart { isInOrder ? index >= self.index : time >= self.time } else { time > self.time }
  }

  /// Returns whether the first point after the event begins a new segment.
  func splits(_ time: Double) -> Bool { isStart || time - self.time > Self.gap }
}

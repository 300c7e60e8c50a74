/// A check that distinguishes points with damaged times from points recorded after a correction of
/// the device's clock.
///
/// After a time jump of more than ``limit``, the following points are buffered until the cause of
/// the jump is known. If the times of ``confirmation`` buffered points are consistent, the clock is
/// considered corrected, and the points are accepted. If a later point's time is again close to the
/// times before the jump, or if the file ends, the times of the buffered points are considered
/// damaged. Points without absolute times are also buffered, to keep the points in order, but are
/// never considered damaged.
struct FITTimeJump {
  /// A point and its position in the file.
  typealias Entry = (point: FITPoint, place: Diagnostic.Place)

  /// The maximum difference between the times of consecutive points, in seconds: 366 days.
  private static let limit = 366 * 86_400.0
  /// The number of consecutive points with consistent times after which the clock is considered
  /// corrected.
  private static let confirmation = 10
  /// The maximum number of buffered points.
  private static let waitingAtMost = 1_000

  /// The time of the last accepted point that has an absolute time. Before the first such point,
  /// this is the file's creation time as written in the file.
  private var last = Double.nan
  /// Whether a point with an absolute time has been accepted.
  private var hasAccepted = false
  private var waiting: [Entry] = []

  /// Checks the time of the next point.
  ///
  /// - Returns: The points accepted by this call, and the points with damaged times.
  mutating func check(_ entry: Entry) -> (accepted: [Entry], damaged: [Entry]) {
    let time = entry.point.time
    guard Self.isAbsolute(entry) else {
      if waiting.isEmpty { return ([entry], []) }
      waiting.append(entry)
      return waiting.count < Self.waitingAtMost ? ([], []) : discard()
    }
    if last.isNaN || abs(time - last) <= Self.limit {
      (last, hasAccepted) = (time, true)
      let (accepted, damaged) = discard()
      return (accepted + [entry], damaged)
    }
    var (accepted, damaged): ([Entry], [Entry]) = ([], [])
    if let former = waiting.last(where: Self.isAbsolute),
      abs(time - former.point.time) > Self.limit
    {
      (accepted, damaged) = discard()
    }
    waiting.append(entry)
    guard waiting.count(where: Self.isAbsolute) == Self.confirmation else {
      return (accepted, damaged)
    }
    (last, hasAccepted) = (time, true)
    defer { waiting = [] }
    return (accepted + waiting, damaged)
  }

  private static func isAbsolute(_ entry: Entry) -> Bool {
    entry.point.time >= FITProfile.firstTime
  }

  /// Empties the buffer. Returns the buffered points with absolute times as damaged, and all others
  /// as accepted.
  private mutating func discard() -> (accepted: [Entry], damaged: [Entry]) {
    defer { waiting = [] }
    return (waiting.filter { !Self.isAbsolute($0) }, waiting.filter(Self.isAbsolute))
  }

  /// Sets the file's creation time. The creation time is used only until a point is
  /// accepted, because it can be much later than the points, as in a course.
  mutating func begin(created time: Double) {
    if !hasAccepted, time >= FITProfile.firstTime { last = time }
  }

  /// Ends the file and returns the buffered points. If no point with an absolute time was accepted
  /// earlier, all of them are returned as accepted. Otherwise, the points with absolute times are
  /// returned as damaged.
  mutating func end() -> (accepted: [Entry], damaged: [Entry]) {
    defer { self = FITTimeJump() }
    return hasAccepted ? discard() : (waiting, [])
  }

  /// Accepts the next point if the time has not jumped since the previous point. For almost all
  /// points, this method makes the slower ``check(_:)`` unnecessary.
  ///
  /// - Returns: Whether the point was accepted.
  mutating func accepts(_ time: Double) -> Bool {
    guard waiting.isEmpty, abs(time - last) <= Self.limit else { return false }
    (last, hasAccepted) = (time, true)
    return true
  }
}

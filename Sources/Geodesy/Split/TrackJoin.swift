/// A plan for joining several tracks, which specifies their order, their points and the gaps
/// between them.
public struct TrackJoin: Equatable, Sendable {
  public enum Order: String, CaseIterable, Sendable {
    case given
    /// Tracks are joined in the order of their earliest times. Tracks without times follow in the
    /// given order.
    case time
  }

  /// The treatment of the gap between one track's end and the next track's start.
  public enum Gap: String, CaseIterable, Sendable {
    /// A new segment begins with the next track, unless its first point equals the previous track's
    /// last point. A shared point is kept once, and the segment continues.
    case shared
    /// The next track begins a new segment.
    case `break`
    /// The next track continues the last segment of the previous track. A shared point is kept
    /// once, and empty segments between the two tracks are removed.
    case line
  }

  /// The points that one track contributes to the joined track.
  public struct Part: Equatable, Sendable {
    /// The track's index among the tracks to join.
    public var track: Int
    /// The range of track points to include in the joined track.
    public var points: Range<Int>
  }

  /// The gap between two successive tracks.
  public struct Seam: Equatable, Sendable {
    public var metres: Double
    /// The gap's duration in seconds. Nil if the point before or after the gap has no time. The
    /// duration is negative if the second track begins before the first ends.
    public var seconds: Double?
  }

  /// Two tracks whose recording times overlap.
  public struct Overlap: Equatable, Sendable {
    public var earlier: Int
    public var later: Int
    public var seconds: Double

    public init(earlier: Int, later: Int, seconds: Double) {
      self.earlier = earlier
      self.later = later
      self.seconds = seconds
    }
  }

  /// The parts of the joined track. Tracks without points are omitted.
  public let parts: [Part]
  public let seams: [Seam]
  /// The pairs of tracks whose recording times overlap. Each pair consists of a track that begins
  /// before an earlier track has ended, and the earlier track that ends last.
  public let overlaps: [Overlap]
  /// The starts of the joined track's segments, in the same form as ``TrackColumns/segmentStarts``.
  public let segmentStarts: [Int]

  /// Plans how to join several tracks.
  ///
  /// - Complexity: O(*n* + *t* log *t*) for *n* points in *t* tracks.
  public init(_ tracks: [TrackColumns], order: Order = .given, gap: Gap = .break) {
    self.init(tracks, order: order, gap: gap) { _, _ in true }
  }

  /// Plans how to join several tracks, using a closure that decides whether one track continues
  /// another.
  ///
  /// - Parameter goesOn: A closure that returns whether a track continues an earlier track.
  ///   The closure is called with the tracks' indices if the last point of the earlier track equals
  ///   the first point of the later one.
  /// - Complexity: O(*n* + *t* log *t*) for *n* points in *t* tracks.
  public init(
    _ tracks: [TrackColumns], order: Order, gap: Gap,
    goesOn: (_ earlier: Int, _ later: Int) throws -> Bool
  ) rethrows {
    let spans = tracks.map { Self.timeSpan(of: $0) }
    var sequence = tracks.indices.filter { tracks[$0].count > 0 }
    let byTime = sequence.filter { spans[$0] != nil }.sorted { first, second in
      let (one, other) = (spans[first]?.start ?? 0, spans[second]?.start ?? 0)
      return one == other ? first < second : one < other
    }
    if order == .time { sequence = byTime + sequence.filter { spans[$0] == nil } }
    var parts: [Part] = []
    var seams: [Seam] = []
    var starts: [Int] = []
    var total = 0
    for number in sequence {
      let track = tracks[number]
      var points = 0..<track.count
      var own = track.segmentStarts
      if let previous = parts.last?.track {
        seams.append(Seam(tracks[previous], track))
        let isShared =
          try gap != .break && Self.isShared(tracks[previous], track) && goesOn(previous, number)
        // The segment continues, without the next track's first start and without empty segments.
        if gap == .line {
          own.removeAll { $0 <= 0 }
          while let last = starts.last, last >= total { starts.removeLast() }
        } else if isShared {
          own.removeFirst()
        }
        if isShared { points = 1..<track.count }
      }
      starts += own.map { max(total, total + $0 - points.lowerBound) }
      parts.append(Part(track: number, points: points))
      total += points.count
    }
    self.parts = parts
    self.seams = seams
    segmentStarts = starts.isEmpty ? [0] : starts
    overlaps = Self.overlaps(byTime, spans)
  }

  /// Returns one column's values for all points of the joined track.
  ///
  /// - Parameter columns: The column's values for each track, in the order of the given tracks.
  public func values<Value>(of columns: [[Value]]) -> [Value] {
    parts.flatMap { columns[$0.track][$0.points] }
  }

  /// Returns the coordinates, elevations and times of the joined track.
  ///
  /// - Parameter tracks: The tracks for which the join was planned.
  public func columns(of tracks: [TrackColumns]) -> TrackColumns {
    TrackColumns(
      latitudes: values(of: tracks.map(\.latitudes)),
      longitudes: values(of: tracks.map(\.longitudes)),
      elevations: values(of: tracks.map(\.elevations)), times: values(of: tracks.map(\.times)),
      segmentStarts: segmentStarts)
  }
}

extension TrackJoin {
  private static func timeSpan(of track: TrackColumns) -> (start: Double, end: Double)? {
    var span = (start: Double.infinity, end: -Double.infinity)
    for time in track.times where !time.isNaN {
      span = (min(span.start, time), max(span.end, time))
    }
    return span.start <= span.end ? span : nil
  }

  private static func overlaps(
    _ byTime: [Int], _ spans: [(start: Double, end: Double)?]
  ) -> [Overlap] {
    var overlaps: [Overlap] = []
    var open: (track: Int, end: Double)?
    for track in byTime {
      guard let span = spans[track] else { continue }
      if let open, span.start < open.end {
        overlaps.append(
          Overlap(
            earlier: open.track, later: track, seconds: min(span.end, open.end) - span.start))
      }
      if span.end >= open?.end ?? -.infinity { open = (track, span.end) }
    }
    return overlaps
  }

  /// Returns whether one track's last point equals another track's first point.
  private static func isShared(_ first: TrackColumns, _ second: TrackColumns) -> Bool {
    let last = first.count - 1
    return first.coordinate(last) == second.coordinate(0)
      && first.elevations[last].isSameValue(as: second.elevations[0])
      && first.times[last].isSameValue(as: second.times[0])
  }
}

extension TrackJoin.Seam {
  fileprivate init(_ first: TrackColumns, _ second: TrackColumns) {
    let last = first.count - 1
    metres = Geodesic.distanceMetres(from: first.coordinate(last), to: second.coordinate(0))
    let gap = second.times[0] - first.times[last]
    seconds = gap.isNaN ? nil : gap
  }
}

import Geodesy

/// The moves and positions of one local day, which are imported as one path.
struct TimelineDay {
  /// A position and its time. The time is in seconds since 2001-01-01T00:00:00Z, or NaN if it is
  /// unknown.
  struct TimedPosition {
    let coordinate: Coordinate
    let time: Double
    /// The notation of the time, which contains its UTC offset.
    var format = GeoPointFormat()
    /// The position's accuracy as a radius, in metres. Nil if the radius is unknown.
    var accuracy: Double?

    /// - Parameter time: The position's time, or nil if it is unknown.
    init(_ coordinate: Coordinate, _ time: TimelineTime?, accuracy: Double? = nil) {
      self.coordinate = coordinate
      self.time = time?.seconds ?? .nan
      format = time?.format ?? format
      self.accuracy = accuracy
    }
  }

  /// A move between two visits.
  struct Move {
    let start: TimelineTime
    let end: TimelineTime
    /// The activity type given in the file, such as `WALKING`.
    var type: String?
    var metres: Double?
    /// The points that the file lists for the move, in file order.
    var points: [TimedPosition]
    /// Descriptions of the places where the move starts and ends: name, address and identifier. Nil
    /// if the file does not contain them.
    var ends: (start: String?, end: String?) = (nil, nil)

    /// A short description of the move, such as `08:05–08:30 walking, 1234 m`.
    var summary: String {
      let kind = type.map { $0.lowercased().replacing("_", with: " ") } ?? "move"
      let length = metres.flatMap { $0 > 0 && $0 < 1e9 ? ", \(Int($0.rounded())) m" : nil } ?? ""
      return "\(start.clock)–\(end.clock) \(kind)\(length)"
    }
  }

  let day: Int
  private(set) var moves: [Move] = []
  /// The positions that are not yet assigned to a move between two visits.
  private var points: [TimedPosition] = []
  private(set) var count = 0

  init(_ day: Int) { self.day = day }

  var isEmpty: Bool { count == 0 }

  mutating func add(_ move: Move) {
    moves.append(move)
    count += move.points.count
  }

  mutating func add(_ points: [TimedPosition]) {
    self.points += points
    count += points.count
  }

  /// The preserved descriptions of the places where each move starts and ends, with the time of
  /// day.
  var ends: [ForeignValue] {
    moves.flatMap { move in
      [("startLocation", move.start, move.ends.start), ("endLocation", move.end, move.ends.end)]
        .compactMap { name, time, text in
          text.map {
            ForeignValue(format: GoogleTimelineCodec.id, name: name, value: "\(time.clock) \($0)")
          }
        }
    }
  }

  /// Returns the path's segments in chronological order. Each move forms its own segment or
  /// segments, which include the positions recorded during the move. Each sequence of positions
  /// between two moves also forms a segment.
  mutating func segments() -> [[TimedPosition]] {
    moves.sort { $0.start.seconds < $1.start.seconds }
    // A point without a time stays after the point that precedes it in the file.
    var last = -Double.infinity
    let points = points.map { point in
      if !point.time.isNaN { last = point.time }
      return (time: last, point: point)
    }.sorted { $0.time < $1.time }
    var segments: [[TimedPosition]] = []
    var next = 0
    for move in moves {
      var between: [TimedPosition] = []
      while next < points.count, points[next].time < move.start.seconds {
        between.append(points[next].point)
        next += 1
      }
      var during: [TimedPosition] = []
      while next < points.count, points[next].time <= move.end.seconds {
        during.append(points[next].point)
        next += 1
      }
      segments.append(between)
      segments += Self.segments(stated: move.points, recorded: during)
    }
    segments.append(points[next...].map(\.point))
    return segments.filter { !$0.isEmpty }
  }

  /// Returns the path segments that represent a move between two visits. They combine the points
  /// that the file lists for the move with the positions recorded during the move.
  ///
  /// If the file lists only the start and end of the move, the recorded positions are inserted
  /// between them. In any other case, the points and positions are sorted by time if all times are
  /// known, and otherwise form two separate segments.
  private static func segments(stated: [TimedPosition], recorded: [TimedPosition])
    -> [[TimedPosition]]
  {
    if stated.count == 2, let first = stated.first, let last = stated.last {
      return [[first] + recorded + [last]]
    }
    let all = stated + recorded
    guard !stated.isEmpty, !recorded.isEmpty else { return [all] }
    return all.contains { $0.time.isNaN }
      ? [stated, recorded] : [all.sorted { $0.time < $1.time }]
  }
}

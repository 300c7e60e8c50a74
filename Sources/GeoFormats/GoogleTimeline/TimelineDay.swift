import Geodesy

/// The moves and positions of one local day, which become one path with a segment for each move.
struct TimelineDay {
  /// A position with its time, in seconds since 2001-01-01T00:00:00Z or NaN if it is unknown.
  struct Point {
    let coordinate: Coordinate
    let time: Double
  }

  /// A move between two visits.
  struct Move {
    let start: TimelineTime
    let end: TimelineTime
    /// The kind of move as the file states it, such as `WALKING`.
    var type: String?
    var metres: Double?
    /// The points that the file states for the move, in their order.
    var points: [Point]

    /// The move as text, such as `08:05–08:30 walking, 1234 m`.
    var summary: String {
      let kind = type.map { $0.lowercased().replacing("_", with: " ") } ?? "move"
      let length = metres.flatMap { $0 > 0 && $0 < 1e9 ? ", \(Int($0.rounded())) m" : nil } ?? ""
      return "\(start.clock)–\(end.clock) \(kind)\(length)"
    }
  }

  let day: Int
  private(set) var moves: [Move] = []
  /// The positions that are not yet assigned to a move.
  private var points: [Point] = []
  private(set) var count = 0

  init(_ day: Int) { self.day = day }

  var isEmpty: Bool { count == 0 }

  mutating func add(_ move: Move) {
    moves.append(move)
    count += move.points.count
  }

  mutating func add(_ points: [Point]) {
    self.points += points
    count += points.count
  }

  /// Returns the path's segments in chronological order: one for each move with the positions recorded
  /// during the move, and one for each sequence of positions between two moves.
  mutating func segments() -> [[Point]] {
    moves.sort { $0.start.seconds < $1.start.seconds }
    // A point without a time stays after the point that precedes it in the file.
    var last = -Double.infinity
    let points = points.map { point in
      if !point.time.isNaN { last = point.time }
      return (time: last, point: point)
    }.sorted { $0.time < $1.time }
    var segments: [[Point]] = []
    var next = 0
    for move in moves {
      var between: [Point] = []
      while next < points.count, points[next].time < move.start.seconds {
        between.append(points[next].point)
        next += 1
      }
      var during: [Point] = []
      while next < points.count, points[next].time <= move.end.seconds {
        during.append(points[next].point)
        next += 1
      }
      segments.append(between)
      segments.append(Self.merged(move.points, during))
    }
    segments.append(points[next...].map(\.point))
    return segments.filter { !$0.isEmpty }
  }

  /// Returns a move's own points, and between the first and the last of them the positions recorded
  /// during the move.
  private static func merged(_ own: [Point], _ during: [Point]) -> [Point] {
    guard own.count == 2, let first = own.first, let last = own.last else {
      return own.isEmpty ? during : own + during
    }
    return [first] + during + [last]
  }
}

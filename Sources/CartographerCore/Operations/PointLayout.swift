import CartographerModel
import Geodesy

/// An assignment of a rewritten path's points to database rows, including the points' order keys
/// and segments.
struct PointLayout {
  /// For each point, the index of the old point whose database row is reused, or nil for a new
  /// point.
  let rows: [Int?]
  let indexes: [Int]
  let segments: [Int]
  /// The number of the original segment from which each new segment was made. Nil if the segments
  /// are unchanged.
  let segmentOrigins: [Int]?

  init(_ selection: TrackSelection, _ columns: PathColumns) {
    let places = selection.places
    var seen = Set<Int>()
    let rows = places.map { $0.isPoint && seen.insert($0.index).inserted ? $0.index : nil }
    let known = rows.compactMap { $0 }
    let isInOrder = zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
    // If no point is new and the order is unchanged, the points keep their order keys.
    indexes =
      known.count == rows.count && isInOrder
      ? known.map { Int(columns.indexes[$0]) }
      : rows.indices.map { $0 * Waypoint.indexStep }
    self.rows = rows
    let old = places.map { Int(columns.segments[$0.index]) }
    let starts = selection.segmentStarts.filter { $0 < places.count }
    let isAsBefore =
      starts == Self.starts(of: old) && Set(old) == Set(columns.segments.map { Int($0) })
      && zip(old, old.dropFirst()).allSatisfy { $0 <= $1 }
    guard !isAsBefore else {
      segments = old
      segmentOrigins = nil
      return
    }
    var segments = [Int](repeating: 0, count: places.count)
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : places.count
      for index in start..<end { segments[index] = number }
    }
    self.segments = segments
    segmentOrigins = starts.map { old[$0] }
  }

  private static func starts(of segments: [Int]) -> [Int] {
    segments.indices.filter { $0 == 0 || segments[$0] != segments[$0 - 1] }
  }
}

/// The horizontal scale of a profile, which converts distances or times to columns and back.
///
/// The scale is linear in distance or time. The scale has blank columns at the gaps between
/// segments if there is room for them.
package struct ProfileScale: Sendable {
  private let data: ProfileData
  package let columns: Int
  /// The first and last column of each segment, or an empty array if gaps are not shown.
  private let segments: [ClosedRange<Int>]
  /// The number of columns that the whole profile occupies, excluding the columns for gaps.
  private let spread: Double

  /// The number of columns that the whole profile occupies, excluding the columns for gaps.
  var columnsOfLength: Double { spread }

  /// The minimum ratio of a chart's columns to the columns that its gaps would occupy. At a lower
  /// ratio, the gaps are not shown.
  private static let gapShare = 4

  package init(_ data: ProfileData, columns: Int) {
    self.data = data
    self.columns = max(columns, 1)
    let breaks = max(data.segmentStarts.count - 1, 0)
    let showsGaps = breaks > 0 && breaks * 2 <= self.columns / Self.gapShare
    spread = Double(self.columns - 1 - (showsGaps ? breaks * 2 : 0))
    guard showsGaps else {
      segments = []
      return
    }
    let length = data.length
    let spread = spread
    segments = data.segmentStarts.indices.map { segment in
      let points = data.points(ofSegment: segment)
      func column(_ index: Int) -> Int {
        length > 0
          ? Int((data.places[index] / length * spread).rounded()) + segment * 2 : 0
      }
      return column(points.lowerBound)...column(points.upperBound - 1)
    }
  }

  /// Returns the column in which a point is charted. Returns nil if the index is out of range.
  package func column(ofPoint index: Int) -> Int? {
    guard index >= 0, index < data.count else { return nil }
    let shift = segments.isEmpty ? 0 : data.segment(ofPoint: index) * 2
    guard data.length > 0 else { return shift }
    let share = data.places[index] / data.length
    return min(Int((share * spread).rounded()) + shift, columns - 1)
  }

  /// Returns the index of the point nearest to the middle of a column. Returns nil if there are no
  /// points. In a gap, the result is the point at the nearer segment end.
  package func point(atColumn column: Int) -> Int? {
    guard data.count > 0 else { return nil }
    let column = min(max(column, 0), columns - 1)
    guard let place = segment(nearestTo: column) else { return nil }
    let points = data.points(ofSegment: place.segment)
    let distance = metres(atColumn: Double(place.column), segment: place.segment)
    let within = segments.isEmpty ? 0..<data.count : points
    let after = min(
      data.firstPoint(in: within, notBeforeMetres: distance), within.upperBound - 1)
    guard after > within.lowerBound else { return after }
    let isNearer =
      distance - data.places[after - 1] <= data.places[after] - distance
    return isNearer ? after - 1 : after
  }

  /// Returns the axis position at the middle of a column. Returns nil if the column is in a gap.
  package func metres(atColumn column: Int) -> Double? {
    guard let place = segment(nearestTo: column), place.column == column else { return nil }
    return metres(atColumn: Double(column), segment: place.segment)
  }

  /// Returns the lowest and the highest value charted in a column. Returns nil if the column is in
  /// a gap or has no values. For sensor values, both bounds of the range are the mean of the
  /// column's values. Sensor values such as heart rates vary so much from point to point that the
  /// highest values of wide columns would be almost equal.
  package func elevations(inColumn column: Int) -> ClosedRange<Double>? {
    guard spread > 0, let place = segment(nearestTo: column), place.column == column else {
      return nil
    }
    let from = metres(atColumn: Double(column) - 0.5, segment: place.segment)
    let to = metres(atColumn: Double(column) + 0.5, segment: place.segment)
    var found: ClosedRange<Double>?
    var means: [Double] = []
    for segment in segments.isEmpty ? segments(from: from, to: to) : place.segment...place.segment {
      let points = data.points(ofSegment: segment)
      let first = data.firstPoint(in: points, notBeforeMetres: from)
      let limit = data.firstPoint(in: points, notBeforeMetres: to.nextUp)
      let inside = first..<max(limit, first)
      if case .sensor = data.quantity, let mean = data.mean(of: inside) {
        means.append(mean)
        continue
      }
      found = joined(found, data.extremes(of: inside))
      for edge in [from, to] {
        let elevation = data.elevationMetres(atMetres: edge, in: points)
        found = joined(found, elevation.map { $0...$0 })
      }
    }
    guard !means.isEmpty else { return found }
    let mean = means.reduce(0, +) / Double(means.count)
    return mean...mean
  }

  private func joined(
    _ first: ClosedRange<Double>?, _ second: ClosedRange<Double>?
  ) -> ClosedRange<Double>? {
    guard let first else { return second }
    guard let second else { return first }
    return min(first.lowerBound, second.lowerBound)...max(first.upperBound, second.upperBound)
  }

  /// Returns the range of segments that lie between two axis positions. Each bound of the range is
  /// the segment that contains the first point at or after the position.
  private func segments(from: Double, to: Double) -> ClosedRange<Int> {
    let all = 0..<data.count
    let first = min(data.firstPoint(in: all, notBeforeMetres: from), data.count - 1)
    let last = min(data.firstPoint(in: all, notBeforeMetres: to), data.count - 1)
    let low = data.segment(ofPoint: first)
    return low...max(data.segment(ofPoint: last), low)
  }

  private func metres(atColumn column: Double, segment: Int) -> Double {
    guard spread > 0 else { return 0 }
    let shift = segments.isEmpty ? 0 : Double(segment * 2)
    return min(max((column - shift) / spread, 0), 1) * data.length
  }

  /// Returns the segment nearest to a column, and the column of that segment that is nearest to the
  /// given column. Returns nil if there are no segments.
  private func segment(nearestTo column: Int) -> (segment: Int, column: Int)? {
    guard !data.segmentStarts.isEmpty else { return nil }
    guard !segments.isEmpty else { return (0, column) }
    let next = segments.firstPosition { $0.lowerBound > column }
    let before = max(next - 1, 0)
    if segments[before].contains(column) { return (before, column) }
    guard next < segments.count, column > segments[before].upperBound else {
      return (before, segments[before].upperBound)
    }
    let isNearer = column - segments[before].upperBound <= segments[next].lowerBound - column
    return isNearer
      ? (before, segments[before].upperBound) : (next, segments[next].lowerBound)
  }
}

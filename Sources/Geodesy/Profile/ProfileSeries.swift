/// One quantity along a track, ready to be drawn in any width.
///
/// By distance or by time, of elevations, speeds (``TrackSeries/speeds(of:windowSeconds:)``), slopes
/// or what a sensor measured: all are columns of numbers, NaN where there is none.
public struct ProfileSeries: Sendable {
  /// The points that have a place on the axis, not before any earlier one, and a value.
  private let points: [Int]
  private let axis: [Double]
  private let values: [Double]
  /// Whether a line leads to the point from the one before.
  private let isJoined: [Bool]

  /// - Parameters:
  ///   - values: One for each point.
  ///   - axis: Where each point is: ``TrackMeasures/cumulativeMetres(_:)``, or times.
  ///   - columns: The track; nothing is drawn across its breaks.
  /// - Complexity: O(*n*).
  public init(_ values: [Double], along axis: [Double], of columns: TrackColumns) {
    var points: [Int] = []
    var isJoined: [Bool] = []
    var highest = -Double.infinity
    for range in columns.segments {
      var isFirst = true
      for index in range
      where axis[index] >= highest && axis[index].isFinite && !values[index].isNaN {
        highest = axis[index]
        points.append(index)
        isJoined.append(!isFirst)
        isFirst = false
      }
    }
    self.points = points
    self.isJoined = isJoined
    self.axis = points.map { axis[$0] }
    self.values = points.map { values[$0] }
  }

  /// From the first place to the last; nil where there are no values.
  public var extent: ClosedRange<Double>? {
    guard let first = axis.first, let last = axis.last else { return nil }
    return first...last
  }

  /// What is drawn in one column.
  public struct Column: Equatable, Sendable {
    public var low: Double
    public var high: Double

    public init(low: Double, high: Double) {
      self.low = low
      self.high = high
    }
  }

  /// The least and the greatest value in each of so many equal parts of a range.
  ///
  /// The line between two points counts, so that a column that no point falls in has what the line
  /// has there.
  /// - Parameters:
  ///   - width: How many columns.
  ///   - range: Of the axis; nil for all of it. Zooming is asking for less.
  /// - Returns: As many as asked for; nil where nothing is known, as in breaks.
  /// - Complexity: O(log *n* + points in the range + width).
  public func reduced(to width: Int, over range: ClosedRange<Double>? = nil) -> [Column?] {
    var columns = [Column?](repeating: nil, count: max(width, 0))
    guard width > 0, let range = range ?? extent else { return columns }
    let scale = Scale(range, width)
    let start = max(axis.firstIndexSorted { $0 >= range.lowerBound } - 1, 0)
    for place in start..<axis.count {
      if axis[place] > range.upperBound, !isJoined[place] || axis[place - 1] > range.upperBound {
        break
      }
      if range.contains(axis[place]) {
        Self.include(values[place], in: &columns[scale.column(axis[place])])
      }
      guard isJoined[place], place > 0 else { continue }
      draw(place, scale, range, &columns)
    }
    return columns
  }

  /// The point of the track nearest to a place on the axis; nil where there are no values.
  ///
  /// - Complexity: O(log *n*).
  public func point(nearest place: Double) -> Int? {
    let next = axis.firstIndexSorted { $0 >= place }
    guard next < axis.count else { return points.last }
    guard next > 0, place - axis[next - 1] < axis[next] - place else { return points[next] }
    return points[next - 1]
  }

  /// In which of so many columns a place of the axis is drawn; nil beside the range.
  public static func column(
    of place: Double, in range: ClosedRange<Double>, width: Int
  ) -> Int? {
    width > 0 && range.contains(place) ? Scale(range, width).column(place) : nil
  }
}

extension ProfileSeries {
  private struct Scale {
    let start: Double
    let step: Double
    let width: Int

    init(_ range: ClosedRange<Double>, _ width: Int) {
      start = range.lowerBound
      step = (range.upperBound - range.lowerBound) / Double(width)
      self.width = width
    }

    func column(_ place: Double) -> Int {
      let column = (place - start) / step
      guard column > 0 else { return 0 }
      return column < Double(width) ? Int(column) : width - 1
    }

    func edge(_ column: Int) -> Double { start + Double(column) * step }
  }

  /// The line to a point where it passes from one column to another.
  private func draw(
    _ place: Int, _ scale: Scale, _ range: ClosedRange<Double>, _ columns: inout [Column?]
  ) {
    let (from, to) = (axis[place - 1], axis[place])
    guard to > from, to >= range.lowerBound, from <= range.upperBound else { return }
    let value = { (at: Double) in
      values[place - 1] + (values[place] - values[place - 1]) * ((at - from) / (to - from))
    }
    if from < range.lowerBound { Self.include(value(range.lowerBound), in: &columns[0]) }
    if to > range.upperBound {
      Self.include(value(range.upperBound), in: &columns[columns.count - 1])
    }
    let first = scale.column(from)
    let last = scale.column(to)
    guard first < last else { return }
    for column in first..<last {
      let there = value(min(max(scale.edge(column + 1), from), to))
      Self.include(there, in: &columns[column])
      Self.include(there, in: &columns[column + 1])
    }
  }

  private static func include(_ value: Double, in column: inout Column?) {
    column = Column(
      low: min(column?.low ?? value, value), high: max(column?.high ?? value, value))
  }
}

/// The points of a path to be written as GeoJSON. RFC 7946 requires that the path be cut at the
/// antimeridian.
struct GeoJSONPathPoints {
  /// The bit that marks a position inserted at a cut. Such a position has no time and no sensor
  /// values.
  private static let inserted: Int64 = 1 << 61

  private let positions = SpooledValues<GeoJSONPosition>()
  /// The positions to write. The first position of each line is marked.
  let lineCuts = SpooledValues<GeoJSONPosition>()
  private(set) var columns: [GeoJSONColumn] = []
  /// The number of lines to write.
  private(set) var lines = 0
  private var segment: Int?
  /// The number of positions written so far in the current line.
  private var lineCount = 0

  var count: Int { positions.count }
  var hasColumns: Bool { !columns.isEmpty }

  mutating func removeAll() {
    positions.removeAll()
    lineCuts.removeAll()
    columns.removeAll()
    lines = 0
    segment = nil
    lineCount = 0
  }

  /// Appends a point. Its time and sensor values are set afterwards.
  mutating func append(_ position: GeoJSONPosition, segment: Int) throws {
    var position = position
    if segment != self.segment { position.bits |= GeoJSONPosition.lineStart }
    self.segment = segment
    try positions.append(position)
  }

  /// Sets a time or sensor value of the last point.
  mutating func set(_ kind: GeoJSONColumn.Kind, _ value: GeoJSONValue) throws {
    let column: GeoJSONColumn
    if let known = columns.first(where: { $0.kind == kind }) {
      column = known
    } else {
      column = GeoJSONColumn(kind)
      columns.append(column)
    }
    while column.values.count < positions.count - 1 {
      try column.values.append(GeoJSONValue(value: .nan, bits: 0))
    }
    try column.values.append(value)
  }

  /// Cuts the path at the antimeridian after all points have been appended, and stores the
  /// positions to write.
  mutating func cut() throws {
    var positions = SpooledValues.Cursor(positions)
    var waiting: GeoJSONPosition?
    while var next = try positions.next() {
      guard var last = waiting, !next.startsLine else {
        if let waiting { try write(waiting) }
        try endLine()
        waiting = next
        continue
      }
      if abs(next.longitude - last.longitude) > 180 {
        if abs(next.longitude) == 180 {
          // The same meridian, on the side of the previous point.
          next.longitude = -next.longitude
        } else if abs(last.longitude) == 180, last.startsLine {
          last.longitude = -last.longitude
        } else {
          try write(last)
          last = try writeCut(from: last, to: next)
        }
      }
      try write(last)
      waiting = next
    }
    if let waiting { try write(waiting) }
    try endLine()
  }

  /// Cuts a line at the antimeridian. The crossing point is written unless the line's position
  /// `last` already lies on the antimeridian.
  ///
  /// - Returns: The next line's first position, on the other side of the antimeridian.
  private mutating func writeCut(
    from last: GeoJSONPosition, to next: GeoJSONPosition
  ) throws -> GeoJSONPosition {
    let side: Double = last.longitude > 0 ? 180 : -180
    let before = side - last.longitude
    let share = before / (before + next.longitude + side)
    let latitude = last.latitude + share * (next.latitude - last.latitude)
    let elevation = last.elevation + share * (next.elevation - last.elevation)
    var end = GeoJSONPosition(
      latitude: before == 0 ? last.latitude : (latitude * 1e9).rounded() / 1e9, longitude: side,
      elevation: before == 0 ? last.elevation : (elevation * 100).rounded() / 100,
      bits: Self.inserted)
    if before != 0 { try write(end) }
    end.longitude = -side
    end.bits |= GeoJSONPosition.lineStart
    return end
  }

  private mutating func write(_ position: GeoJSONPosition) throws {
    if position.startsLine {
      lines += 1
      lineCount = 0
    }
    lineCount += 1
    try lineCuts.append(position)
    lastWritten = position
  }

  private var lastWritten: GeoJSONPosition?

  /// Ends a line. If the line has only one position, the position is repeated, because GeoJSON
  /// requires at least two.
  private mutating func endLine() throws {
    guard lineCount == 1, var only = lastWritten else { return }
    only.bits = only.bits & ~GeoJSONPosition.lineStart | Self.inserted
    try write(only)
  }

  /// Calls the closure once for each position to be written, passing the column's value for this
  /// position.
  func read(_ column: GeoJSONColumn, _ body: (GeoJSONValue) throws -> Void) throws {
    var positions = SpooledValues.Cursor(lineCuts)
    var values = SpooledValues.Cursor(column.values)
    while let position = try positions.next() {
      var value = GeoJSONValue(value: .nan, bits: 0)
      if position.bits & Self.inserted == 0 { value = try values.next() ?? value }
      if position.startsLine { value.bits |= GeoJSONPosition.lineStart }
      try body(value)
    }
  }
}

import Foundation

/// A builder for one level of detail, to which a track's points are added in order.
struct DetailLevelBuilder {
  /// A complete chunk: its encoded bytes, and its description in the track's details.
  struct Piece {
    let entry: TrackDetail.Chunk
    let data: Data
  }

  /// The minimum and maximum number of points in a chunk, not counting the next chunk's first
  /// point. Between these limits, the points' positions determine where a chunk ends, so that an
  /// inserted point changes few chunks.
  private static let chunkLengths = 256...1_024
  /// The maximum number of points in a level of detail from which an overview can be computed.
  private static let longestSource = 512

  let zoom: Int
  private var thinning: TrackThinning?
  /// Whether the level's chunks are stored; false after a call to ``discard()``.
  private(set) var isStored = true
  private(set) var count = 0
  /// The points added to the level so far. Nil if there are too many points for an overview.
  private(set) var allPoints: [DetailPoint]? = []
  private var open: [DetailPoint] = []
  private(set) var pieces: [Piece] = []

  init(zoom: Int) {
    self.zoom = zoom
    thinning = zoom < DetailScale.complete ? TrackThinning(zoom: zoom) : nil
  }

  /// Adds a point of the next finer level of detail. Returns the points (none, one or two) that
  /// this level keeps as a result.
  mutating func add(_ point: DetailPoint) -> (DetailPoint?, DetailPoint?) {
    guard let kept = thinning?.add(point) else {
      keep(point)
      return (nil, point)
    }
    if let first = kept.0 { keep(first) }
    if let second = kept.1 { keep(second) }
    return kept
  }

  /// Ends the track's last segment. If the segment's last point is kept in this level, returns the
  /// point.
  mutating func end() -> DetailPoint? {
    guard let point = thinning?.end() else { return nil }
    keep(point)
    return point
  }

  private mutating func keep(_ point: DetailPoint) {
    count += 1
    allPoints?.append(point)
    if count > Self.longestSource, zoom > (DetailScale.zooms.last ?? 0) { allPoints = nil }
    guard isStored else { return }
    if open.count >= Self.chunkLengths.upperBound
      || open.count >= Self.chunkLengths.lowerBound && Self.endsChunk(before: point)
    {
      endChunk(before: point)
    }
    open.append(point)
  }

  /// Returns whether the current chunk ends before the given point. The result depends on the
  /// point's position, and is true for about one in 256 positions.
  private static func endsChunk(before point: DetailPoint) -> Bool {
    var digest: UInt64 = 0
    DetailDigest.add(UInt64(bitPattern: point.latitude), to: &digest)
    DetailDigest.add(UInt64(bitPattern: point.longitude), to: &digest)
    return digest >> 56 == 0
  }

  /// Completes the open chunk.
  ///
  /// - Parameter next: The first point of the next chunk, or nil at the end of the track.
  mutating func endChunk(before next: DetailPoint? = nil) {
    guard let first = open.first else { return }
    let count = open.count
    if let next, !next.startsSegment { open.append(next) }
    var writer = DetailWriter()
    TrackChunk.write(open, to: &writer)
    let data = writer.sealed
    guard let box = TrackDetail.Box(open) else { return }
    pieces.append(
      Piece(
        entry: TrackDetail.Chunk(
          key: 0, digest: DetailDigest.of(data), firstPoint: first.index, count: count,
          box: box),
        data: data))
    open.removeAll(keepingCapacity: true)
  }

  /// Discards the level's chunks. The overview, or a finer level that is not much larger, is drawn
  /// instead.
  mutating func discard() {
    isStored = false
    open = []
    pieces = []
  }

  /// Removes and returns the complete chunks.
  mutating func takePieces() -> [Piece] {
    defer { pieces = [] }
    return pieces
  }
}

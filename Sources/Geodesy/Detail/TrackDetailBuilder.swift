import Foundation

/// A builder that computes a track's levels of detail without keeping the whole track in memory.
///
/// The caller adds the points in order, repeatedly calls ``chunks()`` and stores the returned
/// chunks, and finally calls ``finish()``.
public struct TrackDetailBuilder {
  /// A chunk to be stored. A track's chunks are numbered consecutively from 0.
  public struct Chunk: Sendable {
    public let number: Int
    public let digest: UInt64
    /// The bounding box of the chunk's points.
    public let box: TrackDetail.Box
    public let data: Data
  }

  /// The number of points that the builder reads before choosing the levels of detail to store.
  private static let pointsBeforeChoice = 16_384
  /// The maximum number of points in an overview, except at the coarsest scale.
  private static let overviewLength = 64
  private static let coarsestZoom = -4

  private var levels: [DetailLevelBuilder]
  /// The chunks that ``chunks()`` has returned, grouped by level. Until its key is known, a chunk
  /// has its number in place of the key.
  private var entries: [[TrackDetail.Chunk]]
  private var chunkCount = 0
  private var meter = TrackMeter()
  private var pace = PaceMeter(.naismith)
  private var digest = PointDigest()
  private var start: Coordinate?
  private var end: Coordinate?
  private var last: DetailPoint?
  private var hasChosen = false
  /// The bounding box of all points, which ``finish()`` computes. Nil if the track has chunks or no
  /// points.
  public private(set) var undividedBox: TrackDetail.Box?

  public init() {
    levels = ([DetailScale.complete] + DetailScale.zooms).map(DetailLevelBuilder.init)
    entries = levels.map { _ in [] }
  }

  /// The number of points added so far.
  public var count: Int { last.map { $0.index + 1 } ?? 0 }

  /// Adds the next point of the track. Elevation and time are NaN if the point has none.
  ///
  /// - Parameter startsSegment: Whether the point begins a segment, like the track's first point.
  public mutating func add(
    latitude: Double, longitude: Double, elevation: Double, time: Double, startsSegment: Bool
  ) {
    let startsSegment = startsSegment || last == nil
    if startsSegment, last != nil {
      meter.endSegment()
      pace.endSegment()
    }
    let leg = meter.add(
      latitude: latitude, longitude: longitude, elevation: elevation, time: time)
    pace.add(leg: leg, elevation: elevation)
    digest.add(latitude, longitude, elevation, time, startsSegment: startsSegment)
    let point = DetailPoint(
      index: count, latitude: latitude, longitude: longitude, startsSegment: startsSegment,
      after: last)
    if last == nil { start = Coordinate(latitude: latitude, longitude: longitude) }
    end = Coordinate(latitude: latitude, longitude: longitude)
    last = point
    add(point, toLevel: 0)
    if !hasChosen, count >= Self.pointsBeforeChoice { chooseLevels() }
  }

  /// Adds the points of a track.
  public mutating func add(_ columns: TrackColumns) {
    for range in columns.segments {
      for index in range {
        add(
          latitude: columns.latitudes[index], longitude: columns.longitudes[index],
          elevation: columns.elevations[index], time: columns.times[index],
          startsSegment: index == range.lowerBound)
      }
    }
  }

  private mutating func add(_ point: DetailPoint, toLevel level: Int) {
    guard level < levels.count else { return }
    let (first, second) = levels[level].add(point)
    if let first { add(first, toLevel: level + 1) }
    if let second { add(second, toLevel: level + 1) }
  }

  /// Discards each level that has more than half as many points as the next finer stored level.
  private mutating func chooseLevels() {
    hasChosen = true
    var finer = levels[0].count
    for level in levels.indices.dropFirst() {
      if levels[level].count * 2 <= finer {
        finer = levels[level].count
      } else {
        levels[level].discard()
      }
    }
  }

  /// Removes and returns the complete chunks of all levels, which the caller must store.
  public mutating func chunks() -> [Chunk] {
    guard hasChosen else { return [] }
    var chunks: [Chunk] = []
    for level in levels.indices {
      for piece in levels[level].takePieces() {
        var entry = piece.entry
        entry.key = Int64(chunkCount)
        chunks.append(
          Chunk(number: chunkCount, digest: entry.digest, box: entry.box, data: piece.data))
        entries[level].append(entry)
        chunkCount += 1
      }
    }
    return chunks
  }

  /// Ends the track, and returns the data that remains to be stored.
  ///
  /// - Returns: The remaining chunks, and a closure that returns the track's encoded details.
  ///   The closure's argument is the array of the chunks' keys, in the order of the chunks'
  ///   numbers.
  public mutating func finish() -> (chunks: [Chunk], content: ([Int64]) -> Data) {
    let (chunks, detail, points) = completed()
    return (chunks, { keys in detail.withKeys(keys).data(overview: points) })
  }

  /// Ends the track and returns its details, without an overview. Unlike ``finish()``, the method
  /// does not return the remaining chunks.
  mutating func details() -> TrackDetail { completed().detail }

  private mutating func completed() -> (
    chunks: [Chunk], detail: TrackDetail, overview: [DetailPoint]
  ) {
    meter.endSegment()
    pace.endSegment()
    for level in levels.indices {
      if let end = levels[level].end() { add(end, toLevel: level + 1) }
    }
    if !hasChosen { chooseLevels() }
    let overview = overview()
    for level in levels.indices {
      let isCoarse = overview.zoom >= levels[level].zoom && entries[level].isEmpty
      if isCoarse { levels[level].discard() } else { levels[level].endChunk() }
    }
    let chunks = chunks()
    var detail = TrackDetail(
      measures: meter.measures(), estimatedSeconds: pace.seconds, start: start, end: end,
      pointDigest: digest.value, overviewZoom: overview.zoom, overview: TrackChunk(), levels: [])
    for level in levels.indices.reversed() where !entries[level].isEmpty {
      detail.levels.append(TrackDetail.Level(zoom: levels[level].zoom, chunks: entries[level]))
    }
    // Without levels, the overview has all points.
    undividedBox = detail.levels.isEmpty ? TrackDetail.Box(overview.points) : nil
    return (chunks, detail, overview.points)
  }

  /// Returns the zoom level and the points of the overview. The overview is made by thinning the
  /// finest level that is short enough, until at most ``overviewLength`` points remain or the
  /// coarsest scale is reached.
  private func overview() -> (zoom: Int, points: [DetailPoint]) {
    guard let level = levels.first(where: { $0.allPoints != nil }), let source = level.allPoints
    else { return (DetailScale.complete, []) }
    var (zoom, points) = (level.zoom, source)
    while points.count > Self.overviewLength, zoom > Self.coarsestZoom {
      zoom = zoom == DetailScale.complete ? 22 : zoom - 1
      points = TrackThinning.thinned(source, zoom: zoom)
    }
    return (zoom, points)
  }
}

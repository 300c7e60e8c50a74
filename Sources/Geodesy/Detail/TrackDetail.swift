import Foundation

/// The data needed to list a track, and to draw it at any scale without reading all its points.
///
/// The overview is a copy of the track, simplified to a few points. Finer levels of detail are
/// divided into chunks, which are stored separately.
public struct TrackDetail: Equatable, Sendable {
  /// A bounding box in degrees. The longitudes are unwrapped: at the 180° meridian, they continue
  /// beyond ±180°.
  public struct Box: Equatable, Sendable {
    public var south: Double
    public var west: Double
    public var north: Double
    public var east: Double
  }

  public struct Chunk: Equatable, Sendable {
    /// The key under which the chunk's bytes are stored.
    public var key: Int64
    /// The digest of the chunk's bytes.
    public var digest: UInt64
    /// The index of the chunk's first point in the track.
    public var firstPoint: Int
    /// The number of points in the chunk.
    public var count: Int
    public var box: Box
  }

  public struct Level: Equatable, Sendable {
    /// The largest zoom level at which this level of detail looks like the complete track. For the
    /// level with all points, it is ``DetailScale/complete``.
    public var zoom: Int
    public var chunks: [Chunk]
  }

  /// The measurements of the whole track, computed with the default climb threshold. Segments are
  /// not measured separately.
  public var measures: TrackMeasures
  /// The estimated walking time for the track according to ``PaceModel/naismith``, in seconds.
  public var estimatedSeconds: Double
  public var start: Coordinate?
  public var end: Coordinate?
  /// The digest of the track points used to compute the levels of detail.
  public var pointDigest: UInt64
  /// The zoom level of the overview.
  public var overviewZoom: Int
  public var overview: TrackChunk
  /// The levels of detail that are finer than the overview, from the coarsest to the finest. The
  /// last level contains all points. The array is empty if the overview contains all points.
  public var levels: [Level]

  private static let formatVersion: UInt64 = 1

  /// Decodes a track's stored details. Fails if the bytes are damaged.
  public init?(_ data: Data) {
    let detail = try? data.withUnsafeBytes { bytes -> TrackDetail in
      var reader = try DetailReader(sealed: bytes)
      return try TrackDetail(&reader)
    }
    guard let detail else { return nil }
    self = detail
  }

  /// Creates the details for a track whose levels of detail are not stored. The overview contains
  /// all points.
  public init(whole columns: TrackColumns) {
    var builder = TrackDetailBuilder()
    builder.add(columns)
    self = builder.details()
    overviewZoom = DetailScale.complete
    overview = TrackChunk(columns)
    levels = []
  }

  init(
    measures: TrackMeasures, estimatedSeconds: Double, start: Coordinate?, end: Coordinate?,
    pointDigest: UInt64,
    overviewZoom: Int, overview: TrackChunk, levels: [Level]
  ) {
    self.measures = measures
    self.estimatedSeconds = estimatedSeconds
    self.start = start
    self.end = end
    self.pointDigest = pointDigest
    self.overviewZoom = overviewZoom
    self.overview = overview
    self.levels = levels
  }

  private init(_ reader: inout DetailReader) throws {
    guard try reader.unsigned() == Self.formatVersion else { throw DetailReader.Damage() }
    pointDigest = try reader.fixed()
    measures = try TrackMeasures(&reader)
    estimatedSeconds = try reader.number()
    let ends = [try reader.number(), try reader.number(), try reader.number(), try reader.number()]
    start = ends[0].isNaN ? nil : Coordinate(latitude: ends[0], longitude: ends[1])
    end = ends[2].isNaN ? nil : Coordinate(latitude: ends[2], longitude: ends[3])
    overviewZoom = try reader.zoom()
    overview = try TrackChunk(&reader)
    levels = []
    for _ in 0..<(try reader.count()) {
      var level = Level(zoom: try reader.zoom(), chunks: [])
      var first = 0
      for _ in 0..<(try reader.count()) {
        let key = try reader.signed()
        let digest = try reader.fixed()
        first = try reader.integer(after: first, limit: measures.points)
        let count = try reader.integer(after: 0, limit: measures.points)
        let (south, west) = (try reader.signed(), try reader.signed())
        let (height, width) = (try reader.signed(), try reader.signed())
        func degrees(_ steps: Int64) -> Double { Double(steps) / DetailPoint.stepsPerDegree }
        level.chunks.append(
          Chunk(
            key: key, digest: digest, firstPoint: first, count: count,
            box: Box(
              south: degrees(south), west: degrees(west), north: degrees(south &+ height),
              east: degrees(west &+ width))))
      }
      levels.append(level)
    }
  }

  /// Returns a copy in which each chunk's number is replaced with the key under which the chunk is
  /// stored.
  func withKeys(_ keys: [Int64]) -> TrackDetail {
    var detail = self
    for level in detail.levels.indices {
      for chunk in detail.levels[level].chunks.indices {
        let number = Int(detail.levels[level].chunks[chunk].key)
        detail.levels[level].chunks[chunk].key = keys[number]
      }
    }
    return detail
  }

  /// Returns the digest of a chunk's bytes, in the same form as ``Chunk/digest``.
  public static func digest(of bytes: Data) -> UInt64 { DetailDigest.of(bytes) }

  /// Returns the digest of a track's points, in the same form as ``pointDigest``.
  public static func digest(of columns: TrackColumns) -> UInt64 {
    var digest = PointDigest()
    for range in columns.segments {
      for index in range {
        digest.add(
          columns.latitudes[index], columns.longitudes[index], columns.elevations[index],
          columns.times[index], startsSegment: index == range.lowerBound)
      }
    }
    return digest.value
  }

  /// Encodes the details as bytes for storage.
  ///
  /// - Parameter overview: The points of the overview.
  func data(overview points: [DetailPoint]) -> Data {
    var writer = DetailWriter()
    writer.add(Self.formatVersion)
    writer.add(fixed: pointDigest)
    measures.write(to: &writer)
    writer.add(estimatedSeconds)
    for value in [start?.latitude, start?.longitude, end?.latitude, end?.longitude] {
      writer.add(value)
    }
    writer.add(signed: Int64(overviewZoom))
    TrackChunk.write(points, to: &writer)
    writer.add(count: levels.count)
    for level in levels {
      writer.add(signed: Int64(level.zoom))
      writer.add(count: level.chunks.count)
      var first = 0
      for chunk in level.chunks {
        writer.add(signed: chunk.key)
        writer.add(fixed: chunk.digest)
        writer.add(count: chunk.firstPoint - first)
        writer.add(count: chunk.count)
        first = chunk.firstPoint
        func steps(_ degrees: Double) -> Int64 {
          Int64((degrees * DetailPoint.stepsPerDegree).rounded())
        }
        let (south, west) = (steps(chunk.box.south), steps(chunk.box.west))
        writer.add(signed: south)
        writer.add(signed: west)
        writer.add(signed: steps(chunk.box.north) - south)
        writer.add(signed: steps(chunk.box.east) - west)
      }
    }
    return writer.sealed
  }
}

extension DetailReader {
  fileprivate mutating func zoom() throws -> Int {
    let zoom = try signed()
    guard abs(Double(zoom)) <= Double(DetailScale.complete) else { throw Damage() }
    return Int(zoom)
  }
}

extension TrackMeasures {
  fileprivate init(_ reader: inout DetailReader) throws {
    points = try reader.integer(after: 0, limit: Int(Int32.max))
    segments = try reader.integer()
    lengthMetres = try reader.number()
    ascentMetres = try reader.optional()
    descentMetres = try reader.optional()
    elevationMin = try reader.optional()
    elevationMax = try reader.optional()
    timeFirst = try reader.optional().map(Date.init(timeIntervalSinceReferenceDate:))
    timeLast = try reader.optional().map(Date.init(timeIntervalSinceReferenceDate:))
    durationSeconds = try reader.optional()
    movingSeconds = try reader.optional()
    speedMean = try reader.optional()
    speedMax = try reader.optional()
    thresholdMetres = try reader.number()
    segmentMeasures = []
    let south = try reader.optional()
    let (west, north) = (try reader.number(), try reader.number())
    let east = try reader.number()
    bounds = south.map { GeoBounds(south: $0, west: west, north: north, east: east) }
  }

  fileprivate func write(to writer: inout DetailWriter) {
    writer.add(count: points)
    writer.add(count: segments)
    for value in [
      lengthMetres, ascentMetres, descentMetres, elevationMin, elevationMax,
      timeFirst?.timeIntervalSinceReferenceDate, timeLast?.timeIntervalSinceReferenceDate,
      durationSeconds, movingSeconds, speedMean, speedMax, thresholdMetres, bounds?.south,
      bounds?.west, bounds?.north, bounds?.east,
    ] { writer.add(value) }
  }
}

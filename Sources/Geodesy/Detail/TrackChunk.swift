import Foundation

/// Consecutive track points at one level of detail, stored in one database row.
///
/// Because the stored bytes do not contain the chunk's position in the track, edits elsewhere in
/// the track do not change the bytes. The last point may be the first point of the next chunk, so
/// that the leg between the chunks is drawn.
public struct TrackChunk: Equatable, Sendable {
  public var latitudes: [Double] = []
  /// The longitudes in degrees, unwrapped: they continue beyond ±180° where the track crosses the
  /// 180° meridian.
  public var longitudes: [Double] = []
  /// The index of each point relative to the chunk's first point, or an empty array if the points
  /// are consecutive.
  public var indexes: [Int32] = []
  /// The index, within the chunk, of each point that begins a segment.
  public var segmentStarts: [Int] = []

  public var count: Int { latitudes.count }

  init() {}

  init(_ columns: TrackColumns) {
    latitudes = columns.latitudes
    longitudes = columns.longitudes
    segmentStarts = columns.count > 0 ? columns.segmentStarts : []
  }

  /// Reads the points of a stored chunk. Fails if the bytes are damaged.
  public init?(_ data: Data) {
    let chunk = try? data.withUnsafeBytes { bytes -> TrackChunk in
      var reader = try DetailReader(sealed: bytes)
      return try TrackChunk(&reader)
    }
    guard let chunk else { return nil }
    self = chunk
  }

  init(_ reader: inout DetailReader) throws {
    let count = try reader.count()
    guard count > 0 else { return }
    let isThinned = try reader.unsigned() == 1
    var start = 0
    for _ in 0..<(try reader.count()) {
      start = try reader.integer(after: start, limit: count - 1)
      segmentStarts.append(start)
    }
    if isThinned {
      indexes.reserveCapacity(count)
      indexes.append(0)
      var index = 0
      for _ in 1..<count {
        index = try reader.integer(after: index, limit: Int(Int32.max))
        indexes.append(Int32(index))
      }
    }
    latitudes.reserveCapacity(count)
    longitudes.reserveCapacity(count)
    var (latitude, longitude): (Int64, Int64) = (0, 0)
    for _ in 0..<count {
      latitude &+= try reader.signed()
      longitude &+= try reader.signed()
      latitudes.append(Double(latitude) / DetailPoint.stepsPerDegree)
      longitudes.append(Double(longitude) / DetailPoint.stepsPerDegree)
    }
  }

  /// Writes the points of a chunk.
  static func write(
    _ points: some RandomAccessCollection<DetailPoint>, to writer: inout DetailWriter
  ) {
    writer.add(count: points.count)
    guard let first = points.first, let last = points.last else { return }
    let isThinned = last.index - first.index + 1 != points.count
    writer.add(isThinned ? 1 : 0)
    var starts: [Int] = []
    for (position, point) in points.enumerated() where point.startsSegment {
      starts.append(position)
    }
    writer.add(count: starts.count)
    var previous = 0
    for start in starts {
      writer.add(count: start - previous)
      previous = start
    }
    if isThinned {
      var index = first.index
      for point in points.dropFirst() {
        writer.add(count: point.index - index)
        index = point.index
      }
    }
    var (latitude, longitude): (Int64, Int64) = (0, 0)
    for point in points {
      writer.add(signed: point.latitude - latitude)
      writer.add(signed: point.longitude - longitude)
      latitude = point.latitude
      longitude = point.longitude
    }
  }
}

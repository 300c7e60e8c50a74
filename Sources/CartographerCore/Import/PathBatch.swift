import CartographerModel
import GeoFormats
import SwiftData

/// A batch of short paths that are written to the store together with their points.
struct PathBatch {
  /// The content of a path's row in the database.
  struct Row {
    let header: GeoPathHeader
    /// The path's name in the file, or a generated name.
    let name: String
    /// The number of the last segment with points. The number is -1 if all segments are empty.
    let lastSegment: Int
    let digest: Int

    init(_ header: GeoPathHeader, name: String, lastSegment: Int, digest: Int) {
      self.header = header
      self.name = name
      self.lastSegment = lastSegment
      self.digest = digest
    }
  }

  private(set) var rows: [Row] = []
  private(set) var points = GeoPoints()
  /// The number of points in each path.
  private var counts: [Int] = []
  private var weight = 0

  private static let weightAtMost = 16_384

  var isEmpty: Bool { rows.isEmpty }

  /// Returns whether a path with the given points fits into the batch. An empty batch has room for
  /// any path.
  func hasRoom(for points: GeoPoints) -> Bool {
    isEmpty || weight + SinkCall.points(points).weight <= Self.weightAtMost
  }

  mutating func add(_ row: Row, _ points: GeoPoints) {
    rows.append(row)
    counts.append(points.count)
    weight += SinkCall.points(points).weight + SinkCall.pathEnds(row.header).weight
    self.points.append(contentsOf: points)
  }

  /// Returns two columns for the batch's points: the database key of each point's path, and the
  /// point's order key in that path.
  ///
  /// - Parameter paths: The keys of the batch's paths.
  func owners(_ paths: Range<Int64>) -> (keys: [Int64], indexes: [Int64]) {
    var (keys, indexes): ([Int64], [Int64]) = ([], [])
    keys.reserveCapacity(points.count)
    indexes.reserveCapacity(points.count)
    for (path, count) in zip(paths, counts) {
      for point in 0..<count {
        keys.append(path)
        indexes.append(Int64(point * Waypoint.indexStep))
      }
    }
    return (keys, indexes)
  }

  /// Returns each path's key, and the range of the path's points in ``points``.
  func points(of paths: Range<Int64>) -> [(key: Int64, points: Range<Int>)] {
    var start = 0
    return zip(paths, counts).map { key, count in
      defer { start += count }
      return (key, start..<start + count)
    }
  }

  /// Returns the column values for the paths' database rows, as read from the file.
  static func columns(_ rows: [Row]) throws -> [BulkColumn<Path>] {
    func optional(_ value: (Row) -> Int?) -> [Int64] {
      rows.map { value($0).map(Int64.init) ?? -1 }
    }
    let links = try rows.map { row in
      row.header.links.isEmpty ? nil : try StoredJSON.encode(row.header.links)
    }
    let keptSegments = try rows.map { row in
      row.header.keptSegments.isEmpty ? nil : try StoredJSON.encode(row.header.keptSegments)
    }
    return [
      .values(\.name, rows.map(\.name)),
      .values(\.notes, rows.map { $0.header.extras.notes ?? "" }),
      .values(\.colour, rows.map(\.header.extras.colour)),
      .values(\.symbol, rows.map(\.header.extras.symbol)),
      .values(\.comment, rows.map(\.header.comment)),
      .values(\.details, rows.map(\.header.details)),
      .values(\.type, rows.map(\.header.type)),
      .values(\.source, rows.map(\.header.source)),
      .values(\.number, nilAs: -1, optional(\.header.number)),
      .values(\.links, links),
      .values(
        \.segments, nilAs: -1,
        optional { $0.header.segments > $0.lastSegment + 1 ? $0.header.segments : nil }),
      .values(\.kept, rows.map(\.header.kept)),
      .values(\.keptSegments, keptSegments),
      .values(\.isNameless, rows.map { $0.header.name.nonBlank == nil }),
      .values(\.position, nilAs: -1, optional(\.header.position)),
      .values(\.digest, nilAs: 0, rows.map { Int64($0.digest) }),
    ]
  }
}

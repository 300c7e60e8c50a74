import GeoFormats
import Geodesy

/// A filter that forwards a file's items to another receiver but drops all empty paths after the
/// first 1,000.
///
/// Up to 1,000 empty `<trk/>` elements are imported and exported like any other path. A file with
/// millions of them is regarded as an attack, because each path becomes a database row.
final class EmptyPathFilter: GeoSink {
  private let limit: Int
  private let target: any GeoSink
  /// The current path's kind. Nil if the path has already been forwarded.
  private var pending: GeoPathHeader.Kind?
  private var emptyCount = 0
  /// The number of skipped paths, by kind.
  private(set) var omitted: [GeoPathHeader.Kind: Int] = [:]

  /// Creates a filter that forwards items to the given receiver.
  ///
  /// - Parameter hasLimits: Whether only the first 1,000 empty paths are forwarded.
  init(_ target: any GeoSink, hasLimits: Bool) {
    self.target = target
    limit = hasLimits ? 1_000 : .max
  }

  /// The diagnostic about skipped paths. Nil if no path was skipped.
  var diagnostic: Diagnostic? {
    guard emptyCount > limit else { return nil }
    return Diagnostic(
      code: .limitEmptyPaths, action: .skipped,
      message:
        """
        \(Numbers.grouped(emptyCount - limit)) of \(Numbers.grouped(emptyCount)) routes and tracks were skipped, since they have no \
        points and no fields and exceed the limit for empty paths
        """)
  }

  func place(_ place: GeoPlace) throws { try target.place(place) }

  func pathBegins(_ kind: GeoPathHeader.Kind) { pending = kind }

  func points(_ points: borrowing GeoPoints) throws {
    try begin()
    try target.points(points)
  }

  func pathEnds(_ header: GeoPathHeader) throws {
    if let kind = pending, header.isBlank {
      emptyCount += 1
      guard emptyCount <= limit else {
        omitted[kind, default: 0] += 1
        pending = nil
        return
      }
    }
    try begin()
    try target.pathEnds(header)
  }

  private func begin() throws {
    guard let kind = pending else { return }
    pending = nil
    try target.pathBegins(kind)
  }

  func fileEnds(_ header: GeoFileHeader) throws { try target.fileEnds(header) }
}

extension GeoPathHeader {
  /// Whether the path has no fields and no preserved markup.
  fileprivate var isBlank: Bool {
    var blank = GeoPathHeader(kind: kind)
    blank.segments = segments
    blank.position = position
    return self == blank
  }
}

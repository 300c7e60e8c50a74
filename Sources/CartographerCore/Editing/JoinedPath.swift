import CartographerModel
import Foundation
import GeoFormats
import Geodesy

/// The first or last point of a path.
struct PathEnd {
  /// A collection that contains only this point, with all its stored fields.
  var points: GeoPoints
  /// The point's order key.
  var index: Int
  var segment: Int
}

/// The state of a path to which other paths are being appended.
///
/// The state is kept in memory, because reading it from the store for each appended path would take
/// quadratic time in the number of paths.
struct JoinedPath {
  let id: ItemID
  /// The joined path's last point. Nil until a point is added.
  private(set) var last: PathEnd?
  var segments: SegmentList
  /// An array that contains only the path's highest segment number, or an empty array if the path
  /// has no points.
  private(set) var segmentsUsed: [Int64]

  init(_ id: ItemID, in session: EditSession) throws {
    self.id = id
    let used = try session.columns(of: id).segments
    last = try session.pathEnd(of: id, .reverse)
    segments = try SegmentList(session.path(id), used: used)
    segmentsUsed = used.max().map { [$0] } ?? []
  }

  /// The order key for the next point to be appended.
  var nextIndex: Int { (last?.index ?? -Waypoint.indexStep) + Waypoint.indexStep }

  /// Updates the state after points were appended with order keys starting at ``nextIndex``.
  mutating func noteAppended(_ points: GeoPoints) {
    guard let segment = points.segments.last else { return }
    last = PathEnd(
      points: points.selecting([points.count - 1]),
      index: nextIndex + (points.count - 1) * Waypoint.indexStep, segment: segment)
    segmentsUsed = [max(segmentsUsed.first ?? -1, Int64(segment))]
  }

  /// Returns whether another path continues the last segment of this path, given that the other
  /// path's first point equals this path's last point.
  ///
  /// - Parameter added: The segments of the other path.
  /// - Parameter gap: The rule that decides where a new segment begins.
  ///   With the rule `shared`, two segments are merged only if their preserved markup is equal and
  ///   no empty segment lies between them.
  /// - Parameter rebind: A function that rewrites preserved markup of the other path.
  ///   The rewritten markup uses this path's namespace prefixes.
  func goesOn(
    with first: PathEnd?, _ added: SegmentList, _ gap: TrackJoin.Gap, _ rebind: (String) -> String
  ) -> Bool {
    guard gap != .break, let last, let first,
      last.points.ends(with: first.points.rebinding(rebind))
    else { return false }
    guard gap == .shared else { return true }
    return last.segment == segments.count - 1 && first.segment == 0
      && segments.runsOn(with: added, rebind)
  }
}

extension GeoPoints {
  /// Returns a copy of the points, with their preserved markup rewritten by the given function.
  func rebinding(_ rebind: (String) -> String) -> GeoPoints {
    guard !kept.isEmpty else { return self }
    return GeoPoints(
      latitudes: latitudes, longitudes: longitudes, elevations: elevations, times: times,
      segments: segments, sensors: sensors, formats: formats, fields: fields,
      kept: kept.mapValues(rebind))
  }

  /// Returns whether this collection's last point is the same as another collection's first point.
  /// Number formats are ignored.
  fileprivate func ends(with others: GeoPoints) -> Bool {
    guard !isEmpty, !others.isEmpty else { return false }
    let last = count - 1
    func sensor(_ points: GeoPoints, _ sensor: Int, _ index: Int) -> Double {
      points.sensors[sensor].isEmpty ? .nan : points.sensors[sensor][index]
    }
    return latitudes[last] == others.latitudes[0] && longitudes[last] == others.longitudes[0]
      && elevations[last].isSameValue(as: others.elevations[0])
      && times[last].isSameValue(as: others.times[0])
      && sensors.indices.allSatisfy {
        sensor(self, $0, last).isSameValue(as: sensor(others, $0, 0))
      }
      && fields[last] == others.fields[0] && kept[last] == others.kept[0]
  }
}

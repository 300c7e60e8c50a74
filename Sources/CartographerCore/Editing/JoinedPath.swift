import CartographerModel
import Foundation
import GeoFormats
import Geodesy

/// The first or last point of a path.
struct PathEnd {
  /// The point alone, with all that the store has of it.
  var points: GeoPoints
  /// Its order key.
  var index: Int
  var segment: Int
}

/// A path to which others are appended, as far as the next one needs to know it: asking the store again
/// for each would take time by the square of their number.
struct JoinedPath {
  let id: ItemID
  /// The last point, or nil before the first one is added.
  private(set) var last: PathEnd?
  var segments: SegmentList
  /// The highest number of a segment that a point bears, if any.
  private(set) var segmentsUsed: [Int64]

  init(_ id: ItemID, in session: EditSession) throws {
    self.id = id
    let used = try session.columns(of: id).segments
    last = try session.pathEnd(of: id, .reverse)
    segments = try SegmentList(session.path(id), used: used)
    segmentsUsed = used.max().map { [$0] } ?? []
  }

  /// The order key of the next point.
  var nextIndex: Int { (last?.index ?? -Waypoint.indexStep) + Waypoint.indexStep }

  /// Notes points that were appended with order keys from ``nextIndex`` on.
  mutating func noteAppended(_ points: GeoPoints) {
    guard let segment = points.segments.last else { return }
    last = PathEnd(
      points: points.selecting([points.count - 1]),
      index: nextIndex + (points.count - 1) * Waypoint.indexStep, segment: segment)
    segmentsUsed = [max(segmentsUsed.first ?? -1, Int64(segment))]
  }

  /// Whether a path that begins with a point continues from here: the point equals the last one of
  /// this one.
  ///
  /// - Parameters:
  ///   - added: The segments of the other path.
  ///   - gap: Decides where a new segment begins. Two segments become one only if their preserved
  ///     markup is equal and no empty segment lies between them.
  ///   - rebind: Makes kept texts of the other path mean the same in this one.
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
  /// The points with other kept texts.
  func rebinding(_ rebind: (String) -> String) -> GeoPoints {
    guard !kept.isEmpty else { return self }
    return GeoPoints(
      latitudes: latitudes, longitudes: longitudes, elevations: elevations, times: times,
      segments: segments, sensors: sensors, formats: formats, fields: fields,
      kept: kept.mapValues(rebind))
  }

  /// Whether the last of these points and the first of others are one, with all that is known of it
  /// but how its numbers were written.
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

import CartographerModel
import GeoFormats
import Geodesy

extension ExportRun {
  /// A path's points after filtering and thinning for an export.
  struct Thinned {
    /// The exported points of the path. A new segment begins where filters excluded points, or
    /// where the line would cross a privacy zone.
    var points: GeoPoints
    /// The original segment numbers, indexed by the new segment numbers. Nil if the segments are
    /// unchanged. If a filter divided an original segment, only the first resulting segment has an
    /// entry.
    var origins: [Int: Int]?
    /// The number of points that the filters excluded.
    var refused: Int

    /// The exported points as one collection per segment.
    var parts: [GeoPoints] {
      var parts: [GeoPoints] = []
      var start = 0
      for end in 1...max(points.count, 1)
      where end >= points.count || points.segments[end] != points.segments[start] {
        parts.append(
          points.selecting(
            Array(start..<min(end, points.count)),
            segments: Array(repeating: 0, count: min(end, points.count) - start)))
        start = end
      }
      return parts
    }
  }

  func thinned(_ id: ItemID) throws -> Thinned {
    var all = GeoPoints()
    try PointRows(context).forEachPiece(of: id) { all.append(contentsOf: $0) }
    guard options.isFiltering else {
      return Thinned(points: all.selecting(mostSignificant(of: all)), origins: nil, refused: 0)
    }
    let admitted = (0..<all.count).filter { index in
      options.admits(
        latitude: all.latitudes[index], longitude: all.longitudes[index], time: all.times[index])
    }
    let segments = Self.cut(admitted.map { all.segments[$0] }) {
      admitted[$0] > admitted[$0 - 1] + 1
        || crossesPrivateZone(all, admitted[$0 - 1], admitted[$0])
    }
    let cut = all.selecting(admitted, segments: segments)
    let places = mostSignificant(of: cut)
    let chosen = cut.selecting(places)
    let points = cut.selecting(
      places, segments: Self.cut(chosen.segments) { crossesPrivateZone(chosen, $0 - 1, $0) })
    var origins: [Int: Int] = [:]
    var last: Int?
    for (index, place) in places.enumerated() {
      let origin = all.segments[admitted[place]]
      // The preserved markup of a segment is written only once, with its first part.
      if origin != last { origins[points.segments[index]] = origin }
      last = origin
    }
    return Thinned(points: points, origins: origins, refused: all.count - admitted.count)
  }

  /// Returns the points' segment numbers after segments have been divided. An additional segment
  /// begins at each point for which the closure returns true.
  private static func cut(_ segments: [Int], before isCut: (Int) -> Bool) -> [Int] {
    var shift = 0
    return segments.indices.map { index in
      if index > 0, segments[index] == segments[index - 1], isCut(index) { shift += 1 }
      return segments[index] + shift
    }
  }

  /// Returns whether the straight line between two points outside the privacy zones crosses a zone.
  private func crossesPrivateZone(_ points: GeoPoints, _ first: Int, _ last: Int) -> Bool {
    options.privacyZones.contains { zone in
      Geodesic.distanceMetres(
        from: zone.centre, toLineFrom: points.coordinate(at: first),
        to: points.coordinate(at: last)) <= zone.radiusMetres
    }
  }

  /// Returns the indexes of the points that contribute most to their segments' shapes. The number
  /// of points per path is limited by the export's options. The end points of all segments are
  /// included even if their number exceeds the limit.
  private func mostSignificant(of points: GeoPoints) -> [Int] {
    guard let most = options.pointsAtMost, points.count > most else {
      return Array(0..<points.count)
    }
    var significance: [Double] = []
    // The end points of each segment are always kept, so that segments are not shortened.
    var ends = 0
    var start = 0
    while start < points.count {
      var end = start
      while end < points.count, points.segments[end] == points.segments[start] { end += 1 }
      significance += Significance.metres(
        latitudes: Array(points.latitudes[start..<end]),
        longitudes: Array(points.longitudes[start..<end]))
      ends += min(end - start, 2)
      start = end
    }
    return Significance.most(max(most, ends), of: significance)
  }
}

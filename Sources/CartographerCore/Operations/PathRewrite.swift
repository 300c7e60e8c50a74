import Geodesy

/// An edit of a path's points: the kept points in their new order, the points inserted between
/// them, and new values.
package struct PathRewrite: Sendable, Equatable {
  package var selection: TrackSelection
  /// The new latitudes of the points in ``selection``, in degrees. Nil if the latitudes stay
  /// unchanged.
  package var latitudes: [Double]?
  /// The new longitudes of the points in ``selection``, in degrees. Nil if the longitudes stay
  /// unchanged.
  package var longitudes: [Double]?
  /// The new elevations of the points in ``selection``, in metres, with NaN for points without an
  /// elevation. Nil if the elevations stay unchanged.
  package var elevations: [Double]?
  /// The new times of the points in ``selection``, in the format of ``TrackColumns/times``. Nil if
  /// the times stay unchanged.
  package var times: [Double]?
  /// The number of points for which the terrain model has no elevation, and which keep their own
  /// elevations.
  package var unknownElevations = 0

  package init(
    _ selection: TrackSelection, latitudes: [Double]? = nil, longitudes: [Double]? = nil,
    elevations: [Double]? = nil, times: [Double]? = nil
  ) {
    self.selection = selection
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.elevations = elevations
    self.times = times
  }

  /// Creates a rewrite that keeps every point.
  package init(
    of columns: TrackColumns, latitudes: [Double]? = nil, longitudes: [Double]? = nil,
    elevations: [Double]? = nil, times: [Double]? = nil
  ) {
    self.init(
      TrackSelection(
        places: columns.latitudes.indices.map { TrackPlace($0) },
        segmentStarts: columns.segmentStarts),
      latitudes: latitudes, longitudes: longitudes, elevations: elevations, times: times)
  }

  /// Creates a rewrite that removes all points except the given ones.
  ///
  /// - Parameter indices: The indexes of the points to keep, in ascending order.
  package init(keeping indices: [Int], of columns: TrackColumns) {
    self.init(TrackSelection(indices: indices, of: columns))
  }

  /// Returns the track that results from applying this rewrite to the given track.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  package func columns(of columns: TrackColumns) -> TrackColumns {
    var result = selection.columns(of: columns)
    if let latitudes { result.latitudes = latitudes }
    if let longitudes { result.longitudes = longitudes }
    if let elevations { result.elevations = elevations }
    if let times { result.times = times }
    return result
  }

  /// Converts this edit of a range of points to an equivalent edit of the whole track.
  ///
  /// - Parameter range: The range of points to which this edit applies.
  func lifted(_ range: Range<Int>, into columns: TrackColumns) -> PathRewrite {
    let before = Array(0..<range.lowerBound)
    let after = Array(range.upperBound..<columns.count)
    func joined(_ own: [Double]?, _ whole: [Double]) -> [Double]? {
      own.map { before.map { whole[$0] } + $0 + after.map { whole[$0] } }
    }
    let count = selection.places.count
    var starts = columns.segmentStarts.filter { $0 <= range.lowerBound }
    starts += selection.segmentStarts.dropFirst().map { $0 + before.count }
    starts += columns.segmentStarts.filter { $0 >= range.upperBound }
      .map { $0 - range.count + count }
    var whole = PathRewrite(
      TrackSelection(
        places: before.map { TrackPlace($0) }
          + selection.places.map {
            TrackPlace($0.index + range.lowerBound, fraction: $0.fraction)
          } + after.map { TrackPlace($0) },
        segmentStarts: starts),
      latitudes: joined(latitudes, columns.latitudes),
      longitudes: joined(longitudes, columns.longitudes),
      elevations: joined(elevations, columns.elevations), times: joined(times, columns.times))
    whole.unknownElevations = unknownElevations
    return whole
  }
}

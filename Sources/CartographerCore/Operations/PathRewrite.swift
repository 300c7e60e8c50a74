import Geodesy

/// Another course for a path: which of its points stay and in what order, what is put between them,
/// and values of their own.
package struct PathRewrite: Sendable, Equatable {
  package var selection: TrackSelection
  /// Of the selection's places: degrees north and east; nil where they stay.
  package var latitudes: [Double]?
  package var longitudes: [Double]?
  /// Metres, NaN for none; nil where they stay.
  package var elevations: [Double]?
  /// As ``TrackColumns/times``; nil where they stay.
  package var times: [Double]?
  /// Points that a terrain model was asked about and knows nothing of; their elevations stay.
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

  /// Every point stays.
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

  /// Some points go.
  ///
  /// - Parameter indices: Of those that stay, ascending.
  package init(keeping indices: [Int], of columns: TrackColumns) {
    self.init(TrackSelection(indices: indices, of: columns))
  }

  /// The track it makes of another.
  ///
  /// - Complexity: O(points).
  package func columns(of columns: TrackColumns) -> TrackColumns {
    var result = selection.columns(of: columns)
    if let latitudes { result.latitudes = latitudes }
    if let longitudes { result.longitudes = longitudes }
    if let elevations { result.elevations = elevations }
    if let times { result.times = times }
    return result
  }

  /// What was made for a range of a track's points, made for the whole of it.
  ///
  /// - Parameter range: The points that the rewrite counts from 0.
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

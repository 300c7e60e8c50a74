/// The positions on a track that form a new track, and the starts of the new track's segments.
///
/// The selected positions can also be applied to other columns, such as sensor values. Use
/// ``values(of:)`` for a column of numbers. For values that cannot be interpolated, use
/// ``TrackPlace/index`` of the positions for which ``TrackPlace/isPoint`` is true.
public struct TrackSelection: Equatable, Sendable {
  public var places: [TrackPlace]
  /// The starts of the new track's segments, in the same form as ``TrackColumns/segmentStarts``.
  public var segmentStarts: [Int]

  public init(places: [TrackPlace] = [], segmentStarts: [Int] = [0]) {
    self.places = places
    self.segmentStarts = segmentStarts
  }

  /// Selects spans of a track in the given order. Each span begins a new segment.
  ///
  /// - Complexity: O(n + s), for n points in the spans and s segments.
  public init(_ spans: [TrackSpan], of columns: TrackColumns) {
    self.init(segmentStarts: [])
    let starts = columns.segmentStarts
    for span in spans {
      let first = places.count
      segmentStarts.append(first)
      let offset = first - span.points.lowerBound + (span.start.isPoint ? 0 : 1)
      var number = starts.firstIndexSorted { $0 > span.points.lowerBound }
      while number < starts.count, starts[number] < span.points.upperBound {
        if starts[number] + offset > first { segmentStarts.append(starts[number] + offset) }
        number += 1
      }
      places += span.places
    }
    if segmentStarts.isEmpty { segmentStarts = [0] }
  }

  /// Selects points of a track and keeps the track's division into segments. Segments without
  /// selected points are omitted.
  ///
  /// - Parameter indices: The indices of the points, in ascending order.
  /// - Complexity: O(n + s), for n selected points and s segments.
  public init(indices: [Int], of columns: TrackColumns) {
    self.init(segmentStarts: [])
    places = indices.map { TrackPlace($0) }
    var next = 0
    for range in columns.segments where !range.isEmpty {
      let first = next
      while next < indices.count, indices[next] < range.upperBound { next += 1 }
      if next > first { segmentStarts.append(first) }
    }
    if segmentStarts.isEmpty { segmentStarts = [0] }
  }

  /// The selected points' indices. Nil if a selected position lies between two points.
  public var indices: [Int]? {
    places.allSatisfy(\.isPoint) ? places.map(\.index) : nil
  }

  /// Returns the values of a column at the selected positions, interpolated linearly between
  /// points.
  ///
  /// - Returns: The values, one for each position.
  ///   A value is NaN if the position lies between two points and one of them has no value.
  /// - Precondition: The column has one number for each point of the track.
  public func values(of column: [Double]) -> [Double] {
    places.map { place in
      let value = column[place.index]
      guard !place.isPoint else { return value }
      return value + (column[place.index + 1] - value) * place.fraction
    }
  }

  /// Returns the directions at the selected positions, in degrees, interpolated from a column of
  /// directions. Directions are interpolated along the smaller angle.
  ///
  /// - Returns: The directions, one for each position, with NaN as in ``values(of:)``. Interpolated
  ///   directions are in 0..<360.
  /// - Precondition: The column has one number for each point of the track.
  public func directions(of column: [Double]) -> [Double] {
    places.map { place in
      let value = column[place.index]
      guard !place.isPoint else { return value }
      let turn = (column[place.index + 1] - value).remainder(dividingBy: 360)
      let direction = (value + turn * place.fraction).truncatingRemainder(dividingBy: 360)
      return direction < 0 ? direction + 360 : direction
    }
  }

  /// Returns the new track that consists of the selected positions. Coordinates are interpolated
  /// along geodesics, and elevations and times are interpolated linearly.
  ///
  /// - Precondition: The positions were selected from `columns`.
  public func columns(of columns: TrackColumns) -> TrackColumns {
    var latitudes: [Double] = []
    var longitudes: [Double] = []
    latitudes.reserveCapacity(places.count)
    longitudes.reserveCapacity(places.count)
    var leg: (index: Int, line: LegInterpolation)?
    for place in places {
      var coordinate = columns.coordinate(place.index)
      if !place.isPoint {
        let line =
          leg.flatMap { $0.index == place.index ? $0.line : nil }
          ?? LegInterpolation(from: coordinate, to: columns.coordinate(place.index + 1))
        leg = (place.index, line)
        coordinate = line.coordinate(at: place.fraction)
      }
      latitudes.append(coordinate.latitude)
      longitudes.append(coordinate.longitude)
    }
    return TrackColumns(
      latitudes: latitudes, longitudes: longitudes, elevations: values(of: columns.elevations),
      times: values(of: columns.times), segmentStarts: segmentStarts)
  }
}

/// Of which places of a track another is made, and where its segments begin.
///
/// What the points have beside coordinate, elevation and time is fetched by the same places:
/// ``values(of:)`` for columns of numbers, ``TrackPlace/index`` where ``TrackPlace/isPoint`` for
/// whatever cannot be interpolated.
public struct TrackSelection: Equatable, Sendable {
  public var places: [TrackPlace]
  /// As ``TrackColumns/segmentStarts``.
  public var segmentStarts: [Int]

  public init(places: [TrackPlace] = [], segmentStarts: [Int] = [0]) {
    self.places = places
    self.segmentStarts = segmentStarts
  }

  /// Stretches of a track one after the other, each beginning a segment of its own.
  ///
  /// - Complexity: O(points in the spans + segments).
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

  /// Points of a track, which stay in their segments; segments that lose all are gone.
  ///
  /// - Parameter indices: Ascending.
  /// - Complexity: O(points + segments).
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

  /// The indices of the points, where no place lies between two; else nil.
  public var indices: [Int]? {
    places.allSatisfy(\.isPoint) ? places.map(\.index) : nil
  }

  /// A column of numbers at the places, linear between two points.
  ///
  /// - Returns: NaN between two points of which one has none.
  /// - Precondition: As many numbers as the track has points.
  public func values(of column: [Double]) -> [Double] {
    places.map { place in
      let value = column[place.index]
      guard !place.isPoint else { return value }
      return value + (column[place.index + 1] - value) * place.fraction
    }
  }

  /// A column of directions in degrees at the places, by the shorter way round between two points.
  ///
  /// - Returns: As ``values(of:)``; what is between two points in 0..<360.
  /// - Precondition: As many numbers as the track has points.
  public func directions(of column: [Double]) -> [Double] {
    places.map { place in
      let value = column[place.index]
      guard !place.isPoint else { return value }
      let turn = (column[place.index + 1] - value).remainder(dividingBy: 360)
      let direction = (value + turn * place.fraction).truncatingRemainder(dividingBy: 360)
      return direction < 0 ? direction + 360 : direction
    }
  }

  /// The track they make: coordinates by geodesic interpolation, elevations and times linear.
  ///
  /// - Precondition: The places are those of `columns`.
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

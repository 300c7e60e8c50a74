extension TrackDetail {
  /// Returns a lower bound, in metres, for the geodesic distance from a position to the nearest
  /// position on the track. The result is infinite for a track without points.
  ///
  /// - Complexity: O(*n*) for *n* chunks, or O(1) outside the track's bounding sphere.
  package func leastMetres(from position: Coordinate) -> Double {
    guard let bounds = measures.bounds else { return .infinity }
    let east = bounds.crossesAntimeridian ? bounds.east + 360 : bounds.east
    let whole = Box(south: bounds.south, west: bounds.west, north: bounds.north, east: east)
    let metres = EarthBox(whole).leastMetres(from: position)
    guard metres == 0, let chunks = levels.last?.chunks else { return metres }
    return chunks.reduce(.infinity) { least, chunk in
      least > 0 ? min(least, chunk.box.leastMetres(from: position)) : 0
    }
  }
}

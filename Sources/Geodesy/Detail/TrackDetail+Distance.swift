extension TrackDetail {
  /// Returns a lower bound, in metres, for the geodesic distance from a position to the nearest position on the track.
  /// It is infinite for a track without points.
  ///
  /// - Complexity: O(1) for a position outside the track's bounding sphere, otherwise O(*n*), where *n* is the number of
  ///   chunks.
  package func leastMetres(from position: Coordinate) -> Double {
    guard let bounds = measures.bounds else { return .infinity }
    let east = bounds.crossesAntimeridian ? bounds.east + 360 : bounds.east
    let whole = Box(south: bounds.south, west: bounds.west, north: bounds.north, east: east)
    let metres = EarthBox(whole).leastMetres(from: position)
    guard metres == 0, let chunks = levels.last?.chunks else { return metres }
    // The boxes of the chunks are rounded.
    let step = 1 / DetailPoint.stepsPerDegree
    return chunks.reduce(.infinity) { least, chunk in
      let box = Box(
        south: max(chunk.box.south - step, -90), west: chunk.box.west - step,
        north: min(chunk.box.north + step, 90), east: chunk.box.east + step)
      return least > 0 ? min(least, EarthBox(box).leastMetres(from: position)) : 0
    }
  }
}

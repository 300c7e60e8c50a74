/// A bounding box that grows as coordinates are added one by one.
///
/// If the longitudes span at most 180°, the result is the smallest possible box. For a larger span,
/// the box excludes the widest range of longitudes in which there are no coordinates. The excluded
/// range is computed from the extremes in each of 360 sectors, and is exact if it is at least one
/// degree wide.
struct CoordinateExtent {
  private var south = Double.infinity
  private var north = -Double.infinity
  private var west = Double.infinity
  private var east = -Double.infinity
  private var sectorWest = [Double](repeating: .infinity, count: 360)
  private var sectorEast = [Double](repeating: -.infinity, count: 360)

  /// Adds a coordinate to the bounding box. An invalid coordinate is ignored.
  mutating func include(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return }
    south = min(south, latitude)
    north = max(north, latitude)
    west = min(west, longitude)
    east = max(east, longitude)
    let sector = min(Int(longitude + 180), 359)
    sectorWest[sector] = min(sectorWest[sector], longitude)
    sectorEast[sector] = max(sectorEast[sector], longitude)
  }

  /// The bounding box around the coordinates. Nil if no valid coordinate was added.
  var bounds: GeoBounds? {
    guard south <= north else { return nil }
    var box = GeoBounds(south: south, west: west, north: north, east: east)
    guard east - west > 180 else { return box }
    var widestGap = west + 360 - east
    var previousEast = west
    for sector in 0..<360 where sectorWest[sector] <= sectorEast[sector] {
      let gap = sectorWest[sector] - previousEast
      if gap > widestGap {
        widestGap = gap
        box.west = sectorWest[sector]
        box.east = previousEast
      }
      previousEast = sectorEast[sector]
    }
    return box
  }
}

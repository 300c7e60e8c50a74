/// The south-west corner of a one-degree tile. The tile is named after this corner, for example
/// N46E007 or S17W180.
public struct TileCorner: Hashable, Sendable {
  /// The latitude of the tile's southern edge in whole degrees north, −90…89.
  public let latitude: Int
  /// The longitude of the tile's western edge in whole degrees east, −180…179.
  public let longitude: Int

  /// Creates a tile corner from whole degrees. The initializer fails if the latitude is outside
  /// −90…89 or the longitude is outside −180…179.
  public init?(latitude: Int, longitude: Int) {
    guard (-90...89).contains(latitude), (-180...179).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Parses a tile's file name, such as `N46E007.hgt`, `n46e007.SRTMGL1.hgt` or `S01W072`.
  ///
  /// The initializer fails if the text is not a valid tile file name.
  public init?(name: String) {
    guard let found = name.wholeMatch(of: /([nsNS])([0-9]{2})([ewEW])([0-9]{3})(?:\..*)?/),
      let north = Int(found.2), let east = Int(found.4)
    else { return nil }
    self.init(
      latitude: found.1.lowercased() == "s" ? -north : north,
      longitude: found.3.lowercased() == "w" ? -east : east)
  }

  /// The tile's file name without the extension, such as `N46E007`.
  public var name: String {
    let north = "\(abs(latitude))"
    let east = "\(abs(longitude))"
    return (latitude < 0 ? "S" : "N") + String(repeating: "0", count: 2 - north.count) + north
      + (longitude < 0 ? "W" : "E") + String(repeating: "0", count: 3 - east.count) + east
  }

  /// Returns whether a coordinate is strictly inside the tile, not on an edge.
  func isInside(_ coordinate: Coordinate) -> Bool {
    let north = coordinate.latitude - Double(latitude)
    let east = coordinate.longitude - Double(longitude)
    return north > 0 && north < 1 && east > 0 && east < 1
  }

  /// Returns the corners of all tiles that contain a coordinate, beginning with the north-eastern
  /// tile. A coordinate on an edge or a corner is in up to four tiles.
  static func all(around coordinate: Coordinate) -> [TileCorner] {
    guard coordinate.isValid else { return [] }
    let south = Int(coordinate.latitude.rounded(.down))
    let west = Int(coordinate.longitude.rounded(.down))
    let rows = Double(south) == coordinate.latitude ? [south, south - 1] : [south]
    let lines = Double(west) == coordinate.longitude ? [west, west - 1] : [west]
    return rows.flatMap { row in
      lines.compactMap { line in
        TileCorner(latitude: row, longitude: line > 179 ? line - 360 : line < -180 ? 179 : line)
      }
    }
  }
}

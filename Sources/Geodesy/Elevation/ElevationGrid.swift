/// A grid of terrain elevations, which loads its tiles when they are needed.
public struct ElevationGrid {
  private let tile: (TileCorner) throws -> ElevationTile?
  private var tiles: [TileCorner: ElevationTile?] = [:]
  /// The most recently used tile, which usually also contains the next requested coordinate.
  private var latest: ElevationTile?
  /// The south-west corners of the tiles that were requested but do not exist.
  public private(set) var missingTiles: Set<TileCorner> = []

  /// The maximum number of tiles that are kept in memory.
  public static let tilesLimit = 16

  /// Creates an elevation grid that loads its tiles with a closure.
  ///
  /// - Parameter tile: A closure that loads the tile with a given south-west corner, if it exists.
  ///   The closure is called once per tile, and again if the tile was evicted. When ``tilesLimit``
  ///   tiles are in memory, loading another tile evicts all of them.
  public init(tile: @escaping (TileCorner) throws -> ElevationTile?) {
    self.tile = tile
  }

  /// Returns the elevation at a coordinate, in metres. At the common edge of two tiles, either tile
  /// may be used.
  ///
  /// - Returns: The elevation, or nil if there is no data for the coordinate.
  /// - Throws: Any error thrown by the closure that loads the tiles.
  public mutating func elevation(at coordinate: Coordinate) throws -> Double? {
    if let latest, latest.corner.isInside(coordinate) { return latest.elevation(at: coordinate) }
    for corner in TileCorner.all(around: coordinate) {
      guard let tile = try held(corner), let found = tile.elevation(at: coordinate) else {
        continue
      }
      latest = tile
      return found
    }
    return nil
  }

  private mutating func held(_ corner: TileCorner) throws -> ElevationTile? {
    if let known = tiles[corner] { return known }
    let fetched = try tile(corner)
    if tiles.count >= Self.tilesLimit { tiles.removeAll(keepingCapacity: true) }
    tiles[corner] = .some(fetched)
    if fetched == nil { missingTiles.insert(corner) }
    return fetched
  }
}

/// The rule that determines which points receive elevations from a terrain model.
public enum ElevationRule: String, CaseIterable, Sendable {
  /// The model supplies elevations only for points without an elevation.
  case fill
  /// The model supplies the elevations of all points for which it has data.
  case replace
}

/// A track's elevations, partly or completely taken from a terrain model.
public struct ModelledElevations: Equatable, Sendable {
  /// The elevations, in the same form as ``TrackColumns/elevations``.
  public var elevations: [Double]
  /// The number of points whose elevation was changed or added.
  public var changed: Int
  /// The number of points for which the terrain model has no data.
  public var unknown: Int
}

extension TrackColumns {
  /// Returns the elevations of all points, raised by an offset in metres.
  public func offsetElevations(byMetres metres: Double) -> [Double] {
    elevations.map { $0 + metres }
  }

  /// Returns the track's elevations, with missing elevations (or all elevations) taken from a
  /// terrain model.
  ///
  /// - Parameter offset: The offset added to the model's elevations, in metres, such as the geoid
  ///   height.
  /// - Throws: Any error thrown by the closure that loads the grid's tiles.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public func elevations(
    from grid: inout ElevationGrid, _ rule: ElevationRule, offset: Double = 0
  ) throws -> ModelledElevations {
    var result = ModelledElevations(elevations: elevations, changed: 0, unknown: 0)
    for index in elevations.indices where rule == .replace || elevations[index].isNaN {
      guard let found = try grid.elevation(at: coordinate(index)) else {
        result.unknown += 1
        continue
      }
      if elevations[index] != found + offset { result.changed += 1 }
      result.elevations[index] = found + offset
    }
    return result
  }
}

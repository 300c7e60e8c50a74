/// The elevations of a terrain model, from tiles that are loaded as needed.
public struct ElevationGrid {
  private let tile: (TileCorner) throws -> ElevationTile?
  private var tiles: [TileCorner: ElevationTile?] = [:]
  /// The tile of the last coordinate, which usually contains the next one too.
  private var latest: ElevationTile?
  /// The requested tiles that do not exist.
  public private(set) var missingTiles: Set<TileCorner> = []

  /// The maximum number of tiles in memory.
  public static let tilesLimit = 16

  /// Creates a grid.
  ///
  /// - Parameter tile: A closure that returns the tile at a corner, or nil if there is none. It is
  ///   called once per tile, and again after the tile was evicted by ``tilesLimit`` others.
  public init(tile: @escaping (TileCorner) throws -> ElevationTile?) {
    self.tile = tile
  }

  /// Returns the elevation at a coordinate in metres. At the common edge of two tiles, either tile
  /// is used.
  ///
  /// - Returns: The elevation, or nil if no tile has data for the coordinate.
  /// - Throws: Errors of the tile closure.
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

/// The treatment of points when elevations are taken from a terrain model.
public enum ElevationRule: String, CaseIterable, Sendable {
  /// Only points without an elevation get one.
  case fill
  /// All points get the elevation of the model; points without data in the model keep theirs.
  case replace
}

/// The result of filling or replacing a track's elevations from a terrain model.
public struct ModelledElevations: Equatable, Sendable {
  /// The elevations, in the same form as ``TrackColumns/elevations``.
  public var elevations: [Double]
  /// The number of points whose elevation changed or was added.
  public var changed: Int
  /// The number of points without data in the model.
  public var unknown: Int
}

extension TrackColumns {
  /// Returns all elevations, shifted by an offset in metres.
  public func offsetElevations(byMetres metres: Double) -> [Double] {
    elevations.map { $0 + metres }
  }

  /// Returns the track's elevations after filling or replacing them from a terrain model.
  ///
  /// - Parameter offset: An offset added to the model's elevations, in metres, such as the geoid
  ///   height.
  /// - Throws: Errors of loading tiles.
  /// - Complexity: O(*n*).
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

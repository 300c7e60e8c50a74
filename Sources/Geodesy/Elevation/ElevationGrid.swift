/// Elevations anywhere, from tiles that are fetched as they are needed.
public struct ElevationGrid {
  private let tile: (TileCorner) throws -> ElevationTile?
  private var tiles: [TileCorner: ElevationTile?] = [:]
  /// The tile that the last coordinate was in, where the next mostly is too.
  private var latest: ElevationTile?
  /// Tiles that were asked for and are not there.
  public private(set) var missingTiles: Set<TileCorner> = []

  /// How many tiles are held at most.
  public static let tilesLimit = 16

  /// - Parameter tile: The tile at a corner; nil where there is none. Asked once for each while it is
  ///   held, again after ``tilesLimit`` others.
  public init(tile: @escaping (TileCorner) throws -> ElevationTile?) {
    self.tile = tile
  }

  /// The elevation in metres at a coordinate; on the edge of two tiles, of either.
  ///
  /// - Returns: Nil where no tile knows.
  /// - Throws: What the fetching of tiles throws.
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

/// What is done with the elevations of a terrain model.
public enum ElevationRule: String, CaseIterable, Sendable {
  /// Points that have none get one.
  case fill
  /// All points get one; those of which the model knows nothing keep theirs.
  case replace
}

/// The elevations of a track after a terrain model.
public struct ModelledElevations: Equatable, Sendable {
  /// As ``TrackColumns/elevations``.
  public var elevations: [Double]
  /// How many points have another elevation, or one at all, than before.
  public var changed: Int
  /// How many the model was asked for and knows nothing of.
  public var unknown: Int
}

extension TrackColumns {
  /// All elevations moved by so many metres.
  public func offsetElevations(byMetres metres: Double) -> [Double] {
    elevations.map { $0 + metres }
  }

  /// Elevations from a terrain model.
  ///
  /// - Parameter offset: Metres added to what the model says, as for the height of a geoid.
  /// - Throws: What the fetching of tiles throws.
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

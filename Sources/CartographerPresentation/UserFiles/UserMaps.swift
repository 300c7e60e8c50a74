import CartographerCore
import Foundation
import Geodesy
import MapTiles
import Synchronization
import TerminalUI

/// The user's own maps: map files, files shown as layers, and terrain models.
///
/// All map files are opened when the first map view is read. A file that cannot be used is reported
/// once and then left out.
package final class UserMaps: Sendable {
  /// The paths of the user's own maps.
  package struct Sources: Sendable, Equatable {
    package var maps: [String]
    package var layers: [String]

    package init(maps: [String] = [], layers: [String] = []) {
      self.maps = maps
      self.layers = layers
    }

    package var isEmpty: Bool { maps.isEmpty && layers.isEmpty }
  }

  package let sources: Sources
  private let state = Mutex(State())

  private struct State {
    var isOpen = false
    var maps: [any MapFile] = []
    var files: [MapLayerPiece] = []
    var grid: ElevationGrid?
    /// The folder of the most recently opened terrain model.
    var reliefFolder: String?
    /// The problems that have not been reported yet.
    var problems: [String] = []
    /// The indices of the maps for which a damaged tile has already been reported.
    var damagedMaps: Set<Int> = []
    var cache = MapTileCache()
  }

  package init(_ sources: Sources) { self.sources = sources }

  /// The maximum number of tiles of one map that are shown at the same time.
  private static let tilesLimit = 64
  /// The number of zoom levels below a map's lowest zoom level at which the map's tiles are still
  /// shown.
  private static let levelsBelow = 2
  /// The zoom levels of the tiles for which contours and shading are computed.
  private static let reliefZooms = 8...14
  private static let reliefCells = 128

  /// Reads the tiles, files and relief that a map view shows. Any problems found are appended to
  /// `problems`.
  ///
  /// - Parameter relief: The folder with `.hgt` files for contours and shading, or nil to draw
  ///   neither.
  /// - Throws: `CancellationError` if the task was cancelled because a newer view was requested. The
  ///   tiles that were already decoded stay in the cache.
  package func scene(
    for window: MapTileWindow, relief: String? = nil, problems: inout [String]
  ) throws -> MapTilesScene {
    var scene = MapTilesScene()
    // The lock is released after each tile, so that a newer request does not wait for an older one.
    let count = state.withLock { state in
      open(&state)
      openRelief(relief, &state)
      scene.files = state.files
      scene.credits = state.maps.compactMap { map in
        map.info.attribution.map { "\(URL(filePath: map.path).lastPathComponent): \($0)" }
      }
      return state.maps.count
    }
    for number in 0..<count {
      scene.pieces += try pieces(of: number, window)
    }
    if relief != nil { scene.pieces += try reliefPieces(window) }
    scene.bounds = state.withLock { state in
      (state.maps.compactMap { $0.info.bounds.map { WorldBounds($0) } }
        + state.files.compactMap(\.bounds)).reduce(nil) { $0?.union($1) ?? $1 }
    }
    problems += state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
    return scene
  }

  /// Returns the names and credits of the map files.
  package func credits(problems: inout [String]) -> [(path: String, name: String?, credit: String?)]
  {
    state.withLock { state in
      open(&state)
      problems += state.problems
      state.problems = []
      return state.maps.map { ($0.path, $0.info.name, $0.info.attribution) }
    }
  }

  private func open(_ state: inout State) {
    guard !state.isOpen else { return }
    state.isOpen = true
    for path in sources.maps {
      do throws(MapFileError) {
        state.maps.append(try MapFiles.open(Self.url(path)))
      } catch {
        state.problems.append("\(error)")
      }
    }
    for path in sources.layers {
      do {
        state.files.append(MapLayerPiece(try LayerFile.read(Self.url(path))))
      } catch {
        state.problems.append((error as? LibraryError)?.message ?? "\(path): \(error)")
      }
    }
  }

  private func openRelief(_ folder: String?, _ state: inout State) {
    guard folder != state.reliefFolder, let folder else { return }
    state.reliefFolder = folder
    state.cache.removeAll(ofMap: MapTileCache.relief)
    state.grid = nil
    do {
      state.grid = try TerrainFolder(url: Self.url(folder)).grid { [self] error in
        reliefProblems.withLock { $0.append((error as? LibraryError)?.message ?? "\(error)") }
      }
    } catch {
      state.problems.append((error as? LibraryError)?.message ?? "\(folder): \(error)")
    }
  }

  /// The problems found with `.hgt` files. They have a lock of their own, because they are found
  /// while ``state`` is locked.
  private let reliefProblems = Mutex<[String]>([])

  private static func url(_ path: String) -> URL { URL(filePath: HomeFolder.expanding(path)) }

  // MARK: Map files

  private func pieces(of number: Int, _ window: MapTileWindow) throws -> [MapTilePiece] {
    let zooms = state.withLock { $0.maps[number].info.zooms }
    guard window.zoom >= zooms.lowerBound - Self.levelsBelow else { return [] }
    var zoom = min(max(window.zoom, zooms.lowerBound), zooms.upperBound)
    // A map may have large zoom levels only in some regions.
    while true {
      let area = window.at(zoom: zoom)
      guard area.count <= Self.tilesLimit else { return [] }
      var pieces: [MapTilePiece] = []
      for tile in area.tiles {
        try Task.checkCancellation()
        if let piece = piece(tile, of: number) { pieces.append(piece) }
      }
      guard pieces.isEmpty, zoom > zooms.lowerBound else { return pieces }
      zoom -= 1
    }
  }

  private func piece(_ tile: TileID, of number: Int) -> MapTilePiece? {
    let key = MapTileCache.Key(map: number, tile: tile)
    return state.withLock { state in
      if let known = state.cache[key] { return known.piece }
      let piece = Self.read(tile, of: number, &state)
      state.cache.insert(piece, key)
      return piece
    }
  }

  private static func read(
    _ tile: TileID, of number: Int, _ state: inout State
  ) -> MapTilePiece? {
    let map = state.maps[number]
    do throws(MapFileError) {
      guard let content = try map.content(of: tile) else { return nil }
      guard let decoded = VectorTile(content) else {
        throw MapFileError(
          .damaged, map.path, tile: tile,
          "the tile is damaged or not a vector tile (MVT); download the map file again")
      }
      let schema = TileSchema.recognised(by: map.info.layers)
      return MapTilePiece(
        MapTile(decoded, tile, schema: schema == .unknown ? nil : schema), bounds: map.info.bounds)
    } catch {
      if state.damagedMaps.insert(number).inserted { state.problems.append("\(error)") }
      return nil
    }
  }

  // MARK: Relief

  private func reliefPieces(_ window: MapTileWindow) throws -> [MapTilePiece] {
    guard window.zoom >= Self.reliefZooms.lowerBound else { return [] }
    let zoom = min(window.zoom, Self.reliefZooms.upperBound)
    let area = window.at(zoom: zoom)
    guard area.count <= Self.tilesLimit else { return [] }
    var pieces: [MapTilePiece] = []
    for tile in area.tiles {
      try Task.checkCancellation()
      let key = MapTileCache.Key(map: MapTileCache.relief, tile: tile)
      let piece = state.withLock { state -> MapTilePiece? in
        if let known = state.cache[key] { return known.piece }
        let piece = Self.relief(tile, &state)
        state.problems += reliefProblems.withLock { problems in
          defer { problems = [] }
          return problems
        }
        state.cache.insert(piece, key)
        return piece
      }
      if let piece { pieces.append(piece) }
    }
    return pieces
  }

  private static func relief(_ tile: TileID, _ state: inout State) -> MapTilePiece? {
    guard var grid = state.grid else { return nil }
    // The copy would otherwise duplicate the grid's tiles.
    state.grid = nil
    defer { state.grid = grid }
    guard let samples = try? ElevationSamples(tile, cells: reliefCells, from: &grid) else {
      return nil
    }
    return MapTilePiece(
      samples.contours(everyMetres: interval(at: tile.zoom)), shading: samples.shading())
  }

  /// Returns the difference in metres between neighbouring contours at a zoom level.
  private static func interval(at zoom: Int) -> Double {
    switch zoom {
    case ..<9: 1_000
    case 9...10: 500
    case 11: 200
    case 12: 100
    case 13: 50
    default: 20
    }
  }
}

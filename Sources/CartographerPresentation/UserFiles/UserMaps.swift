import CartographerCore
import Foundation
import Geodesy
import MapTiles
import Synchronization
import TerminalUI

/// The user's own maps: map files, files shown as layers, and terrain models.
///
/// All map files are opened the first time a map view is requested. A file that cannot be used is
/// reported once and then ignored.
package final class UserMaps: Sendable {
  /// The file paths of the user's own maps.
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
    var maps: [OpenMap] = []
    var files: [MapLayerPiece] = []
    var grid: ElevationGrid?
    /// The folder of the most recently opened terrain model.
    var reliefFolder: String?
    /// The problems that have not been reported yet.
    var problems: [String] = []
    var cache = MapTileCache()

    /// Records a problem with a tile. Only the first problem with each map is recorded.
    mutating func report(_ message: String, of map: Int) {
      guard !maps[map].hasReportedProblem else { return }
      maps[map].hasReportedProblem = true
      problems.append(message)
    }
  }

  private struct OpenMap {
    let file: any MapFile
    /// The names of the layers in the file's metadata or, if the metadata lists none, in the tiles
    /// read so far.
    var layers: Set<String>
    let hasLayerList: Bool
    var schema: TileSchema
    /// Whether a problem with one of the tiles has been reported.
    var hasReportedProblem = false

    init(_ file: any MapFile) {
      self.file = file
      layers = Set(file.info.layers)
      hasLayerList = !layers.isEmpty
      schema = .recognised(by: layers)
    }

    mutating func read(_ tile: VectorTile) {
      guard !hasLayerList else { return }
      layers.formUnion(tile.layers.map(\.name))
      schema = .recognised(by: layers)
    }
  }

  package init(_ sources: Sources) { self.sources = sources }

  /// The maximum number of a map's tiles that are shown at the same time. Two zoom levels below a
  /// map's lowest zoom level, a terminal of 500 columns and 150 rows needs 200 tiles.
  private static let tilesLimit = 400
  /// The maximum total size in memory, in bytes, of a map's tiles that are shown at the same time.
  private static let sizeLimit = 256 << 20
  /// The number of zoom levels, below a map's lowest level, at which the map's tiles are still
  /// shown.
  private static let levelsBelow = 2
  /// The zoom levels of the tiles for which contours and shading are computed.
  private static let reliefZooms = 8...14
  private static let reliefCells = 128

  /// Reads the map tiles, layer files and terrain relief that a map view shows. Any problems found
  /// are appended to `problems`.
  ///
  /// - Parameter relief: The folder with `.hgt` files for contours and shading, or nil for neither.
  /// - Parameter isCancelled: A closure that returns whether a newer view has been requested.
  ///   The closure is called before each tile is read.
  /// - Throws: `CancellationError` if reading was cancelled.
  ///   Tiles that are already decoded stay in the cache.
  package func scene(
    for window: MapTileWindow, relief: String? = nil, problems: inout [String],
    isCancelled: () -> Bool = { false }
  ) throws -> MapTilesScene {
    var scene = MapTilesScene()
    let count = state.withLock { state in
      open(&state)
      openRelief(relief, &state)
      scene.files = state.files
      scene.credits = state.maps.compactMap { map in
        map.file.info.attribution.map {
          "\(URL(filePath: map.file.path).lastPathComponent): \($0)"
        }
      }
      return state.maps.count
    }
    for number in 0..<count {
      let found = try pieces(of: number, window, isCancelled)
      scene.pieces += found
      let credit = state.withLock { $0.maps[number].file.info.attribution }
      if let credit, !found.isEmpty, !scene.attributions.contains(credit) {
        scene.attributions.append(credit)
      }
    }
    if relief != nil { scene.pieces += try reliefPieces(window, isCancelled) }
    scene.bounds = state.withLock { state in
      (state.maps.compactMap { $0.file.info.bounds.map { WorldBounds($0) } }
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
      return state.maps.map { ($0.file.path, $0.file.info.name, $0.file.info.attribution) }
    }
  }

  private func open(_ state: inout State) {
    guard !state.isOpen else { return }
    state.isOpen = true
    for path in sources.maps {
      do throws(MapFileError) {
        state.maps.append(OpenMap(try MapFiles.open(Self.url(path))))
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

  /// The problems found in `.hgt` files. The list has its own lock, because the problems are found
  /// while ``state`` is locked.
  private let reliefProblems = Mutex<[String]>([])

  private static func url(_ path: String) -> URL { URL(filePath: HomeFolder.expanding(path)) }

  // MARK: Map files

  private func pieces(
    of number: Int, _ window: MapTileWindow, _ isCancelled: () -> Bool
  ) throws -> [MapTilePiece] {
    let zooms = state.withLock { $0.maps[number].file.info.zooms }
    guard window.zoom >= zooms.lowerBound - Self.levelsBelow else { return [] }
    var zoom = min(max(window.zoom, zooms.lowerBound), zooms.upperBound)
    var pieces: [MapTilePiece] = []
    var size = 0
    func add(_ piece: MapTilePiece?) {
      guard let piece else { return }
      size += piece.byteCount
      if size <= Self.sizeLimit {
        pieces.append(piece)
      } else {
        report(
          "the tiles in the view need more than \(Self.sizeLimit >> 20) MB of memory; zoom in",
          of: number)
      }
    }
    // A map may have large zoom levels only in some regions.
    while true {
      let area = window.at(zoom: zoom)
      guard area.count <= Self.tilesLimit else { return [] }
      var missing: [TileID] = []
      for tile in area.tiles where size <= Self.sizeLimit {
        if isCancelled() { throw CancellationError() }
        let piece = piece(MapTileCache.Key(map: number, tile: tile))
        if piece == nil { missing.append(tile) }
        add(piece)
      }
      if pieces.isEmpty, size == 0, zoom > zooms.lowerBound {
        zoom -= 1
        continue
      }
      for tile in missing where size <= Self.sizeLimit && zoom > zooms.lowerBound {
        if isCancelled() { throw CancellationError() }
        add(piece(MapTileCache.Key(map: number, tile: tile, isPart: true)))
      }
      return pieces
    }
  }

  private func piece(_ key: MapTileCache.Key) -> MapTilePiece? {
    state.withLock { state in
      if let known = state.cache[key] { return known.piece }
      let piece = Self.read(key, &state)
      state.cache.insert(piece, key)
      return piece
    }
  }

  /// Reads a tile, or the part of the nearest larger tile that covers the same area.
  private static func read(_ key: MapTileCache.Key, _ state: inout State) -> MapTilePiece? {
    let file = state.maps[key.map].file
    // Outside the map's area, a larger tile contains only coarse remnants.
    if key.isPart, let area = file.info.bounds,
      !MapTilePiece.bounds(of: key.tile).intersects(WorldBounds(area))
    {
      return nil
    }
    do throws(MapFileError) {
      var source = key.tile
      var content: [UInt8]?
      if !key.isPart { content = try file.content(of: source) }
      while key.isPart, content == nil, let parent = source.parent,
        parent.zoom >= file.info.zooms.lowerBound
      {
        source = parent
        content = try file.content(of: source)
      }
      guard let content else { return nil }
      guard let decoded = VectorTile(content) else {
        throw MapFileError(
          .damaged, file.path, tile: source,
          "the tile is damaged or not a vector tile (MVT); download the map file again")
      }
      state.maps[key.map].read(decoded)
      let tile = MapTile(decoded, source, part: key.tile, schema: state.maps[key.map].schema)
      if tile.isTruncated {
        state.report(
          "\(file.path): tile \(source): the tile has too many points or names, so some of them are not "
            + "shown; use a map file with more zoom levels", of: key.map)
      }
      return MapTilePiece(tile, bounds: file.info.bounds)
    } catch {
      state.report("\(error)", of: key.map)
      return nil
    }
  }

  private func report(_ message: String, of number: Int) {
    state.withLock { $0.report("\($0.maps[number].file.path): \(message)", of: number) }
  }

  // MARK: Relief

  private func reliefPieces(
    _ window: MapTileWindow, _ isCancelled: () -> Bool
  ) throws -> [MapTilePiece] {
    guard window.zoom >= Self.reliefZooms.lowerBound else { return [] }
    let zoom = min(window.zoom, Self.reliefZooms.upperBound)
    let area = window.at(zoom: zoom)
    guard area.count <= Self.tilesLimit else { return [] }
    var pieces: [MapTilePiece] = []
    for tile in area.tiles {
      if isCancelled() { throw CancellationError() }
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

  /// Returns the contour interval at a zoom level, in metres.
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

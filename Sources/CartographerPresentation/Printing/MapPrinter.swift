import CartographerCore
import Geodesy
import TerminalUI

/// A printer that draws a map with places and paths as lines of text, for a file or a terminal.
package struct MapPrinter: Sendable {
  private var scene = MapScene()
  private let baseMap: InstalledBaseMap?
  private let userMaps: UserMaps?
  private let relief: String?
  /// Whether the tracks are drawn as a heat map.
  package var showsHeatMap = false
  /// The point-by-point colours of paths. Nil if each path has a single colour.
  private var colouring: MapColouring?

  /// Creates a printer for a map without items.
  ///
  /// - Parameter baseMap: The base map to draw below the items, or nil for no base map.
  /// - Parameter userMaps: The user's own maps to draw below the items, or nil for none.
  /// - Parameter relief: The folder with `.hgt` files for contours and shading, or nil for neither.
  package init(
    baseMap: InstalledBaseMap? = nil, userMaps: UserMaps? = nil, relief: String? = nil,
    units: UnitSystem = .metric
  ) {
    self.baseMap = baseMap
    scene.units = units
    self.userMaps = userMaps
    self.relief = relief
  }

  /// Adds a path to the map.
  ///
  /// - Parameter colour: The colour as `#RRGGBB`, or nil to choose a palette colour by path ID.
  package mutating func add(path id: ItemID, _ columns: TrackColumns, colour: String?) {
    scene.paths.append(MapPath(id: id, shape: PathShape(columns), colour: colour))
  }

  /// Adds paths whose points are not in memory, and reads the pieces needed for a map of the given
  /// size.
  ///
  /// - Precondition: All places have been added.
  /// - Throws: `CancellationError` or ``LibraryError``.
  package mutating func add(
    _ paths: [MapPath], drawnIn size: Size, from library: Library
  ) async throws {
    for path in paths { scene.paths.append(path) }
    scene.pieces = try await DetailPlan.pieces(
      of: scene.paths, viewport(in: size), in: size, from: library)
  }

  /// Colours the added paths point by point according to a quantity. Returns false if no path has
  /// values.
  ///
  /// - Throws: `CancellationError` or ``LibraryError``.
  package mutating func colour(
    _ geometries: [PathGeometry], by quantity: PathColour, from library: Library
  ) async throws -> Bool {
    let columns = Dictionary(geometries.map { ($0.id, $0.columns) }) { first, _ in first }
    let paths = scene.paths.compactMap { path in
      path.wholeShape.flatMap { shape in columns[path.id].map { (path.id, shape, $0) } }
    }
    colouring = try await MapColouring.read(paths, by: quantity, scene.units, from: library)
    return colouring != nil
  }

  /// Colours the added paths and places according to their groups.
  package mutating func colour(by groups: GroupColours, groupsOf: (ItemID) -> [ItemID]) {
    scene.paths = MapItems(scene.paths.map { $0.drawn(in: groups.role(of: groupsOf($0.id))) })
    scene.places = MapItems(scene.places.map { $0.drawn(in: groups.role(of: groupsOf($0.id))) })
    scene.groupColours = groups
  }

  /// Colours the added paths according to the days of an itinerary. Other paths keep their colours.
  package mutating func colour(by days: DayColours) {
    scene.paths = MapItems(
      scene.paths.map { path in days.role(of: path.id).map(path.drawn) ?? path })
    scene.dayColours = days
  }

  /// Whether the map contains neither a place nor a path with points.
  package var isEmpty: Bool { scene.bounds() == nil }

  private func viewport(in size: Size) -> MapViewport {
    scene.bounds().map {
      MapViewport.fitting($0, extent: { scene.extent(on: $0) }, in: size)
    } ?? .world
  }

  /// Adds a place to the map.
  ///
  /// - Parameter colour: The colour as `#RRGGBB`, or nil for the default colour.
  /// - Parameter symbol: The place's symbol name, or nil for a place without a symbol.
  package mutating func add(
    place id: ItemID, _ coordinate: Coordinate, name: String, colour: String?, symbol: String? = nil
  ) {
    let label = DisplayText(name, columns: MapPlace.longestLabel)
    if let place = MapPlace(
      id: id, coordinate: coordinate, label: label, colour: colour, symbol: PlaceSymbol(symbol))
    {
      scene.places.append(place)
    }
  }

  /// Returns the map as lines of text without trailing spaces, zoomed so that all places and paths
  /// are visible.
  ///
  /// - Parameter colours: Whether to add SGR escape sequences for the colours.
  /// - Parameter report: A closure that is called with a description of each damaged map.
  ///   Damaged data is not drawn.
  package func lines(
    columns: Int, rows: Int, colours: Bool, ascii: Bool, reporting report: (String) -> Void
  ) -> [String] {
    let size = Size(columns: columns, rows: rows)
    var surface = Surface(size: size)
    let viewport = viewport(in: size)
    var scene = scene
    scene.colouring = colouring
    scene.showsStepsAsCharacters = ascii || !colours
    // The ends of many paths would hide the paths and the names.
    if scene.paths.items.count == 1, !showsHeatMap {
      scene.pathWithEnds = scene.paths.items.first?.id
    }
    if showsHeatMap { scene.heat = HeatMap(scene, viewport, in: size) }
    do {
      scene.base = try baseMap?.scene(for: viewport, in: size)
    } catch {
      report(String(describing: error))
    }
    if userMaps != nil || relief != nil {
      var problems: [String] = []
      scene.tiles = try? (userMaps ?? UserMaps(UserMaps.Sources())).scene(
        for: MapTileWindow(viewport, in: size), relief: relief, problems: &problems)
      problems.forEach(report)
    }
    MapRenderer(glyphs: ascii ? .ascii : .braille)
      .render(scene, viewport, into: &surface, surface.bounds)
    if ascii { surface = surface.asciiOnly }
    return colours ? ColouredLines(surface).lines : surface.lines
  }
}

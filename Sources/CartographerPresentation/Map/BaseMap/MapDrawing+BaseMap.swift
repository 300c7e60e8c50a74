import BaseMap
import Geodesy
import TerminalUI

extension MapDrawing {
  /// Draws the base map's lines, from the least to the most important kind.
  func drawBaseMap(into surface: inout Surface) {
    guard let base = scene.base else { return }
    if base.shown.contains(.sea) { fillWater(of: base, into: &surface) }
    var tracer = PathTracer(viewport: viewport, size: size)
    for (kinds, layer, isDotted) in Self.baseMapOrder where base.shown.contains(layer) {
      var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
      for kind in kinds {
        for piece in base.pieces where piece.id.kind == kind {
          for (rank, shape) in piece.lines
          where Double(rank) <= Self.highestRank(of: kind, atZoom: viewport.zoom) {
            tracer.draw(shape, Style(Self.role(of: kind)), on: &canvas)
          }
        }
      }
      canvas.draw(into: &surface, at: rect.origin, isDotted: isDotted)
    }
  }

  /// Fills seas and lakes with widely spaced symbols.
  private func fillWater(of base: BaseMapScene, into surface: inout Surface) {
    guard base.covers(viewport, in: size) else { return }
    func mask(_ isIncluded: (BaseMapLayer.Kind) -> Bool) -> CellMask {
      var mask = CellMask(viewport, size)
      mask.add(
        base.pieces.filter { isIncluded($0.id.kind) }.lazy.flatMap { [viewport] piece in
          let rank = Self.highestRank(of: piece.id.kind, atZoom: viewport.zoom)
          return piece.rings.lazy.filter { Double($0.rank) <= rank }.map(\.points)
        })
      return mask
    }
    let land = mask { $0 == .land }
    let lakes = mask { $0 != .land }
    drawPattern(glyphs.sea, .sea, everyCells: glyphs.seaDistance, into: &surface) { cell in
      (!land.contains(cell) || lakes.contains(cell)) && viewport.isInWorld(cell, in: size)
    }
  }

  /// Draws a symbol repeatedly in an area. In each row, the distance between two symbols is the
  /// given number of cells.
  func drawPattern(
    _ glyph: Unicode.Scalar, _ role: Role, everyCells distance: Int, into surface: inout Surface,
    where isInArea: (Point) -> Bool
  ) {
    // The dots move with the map.
    let cellsAcross = viewport.centre.x * viewport.dotsPerWorld / Double(DotCanvas.dotsPerColumn)
    let cellsDown = viewport.centre.y * viewport.dotsPerWorld / Double(DotCanvas.dotsPerRow)
    let shift = viewport.polar == nil ? Int(cellsAcross.rounded()) + Int(cellsDown.rounded()) : 0
    for row in 0..<size.rows {
      for column in 0..<size.columns where (column + row + shift).isMultiple(of: distance) {
        let cell = Point(column: column, row: row)
        if isInArea(cell) { surface.put(glyph, at: position(cell), style: Style(role)) }
      }
    }
  }

  /// The kinds of features in drawing order. Borders are dotted, so that they do
  /// not look like paths.
  private static let baseMapOrder:
    [(kinds: [BaseMapLayer.Kind], layer: BaseMapScene.Layer, isDotted: Bool)] = [
      ([.rivers, .lakes], .rivers, false), ([.regions, .borders], .borders, true),
      ([.land], .coasts, false),
    ]

  private static func role(of kind: BaseMapLayer.Kind) -> Role {
    switch kind {
    case .land: .coast
    case .lakes, .rivers: .water
    case .borders: .boundary
    case .regions: .region
    }
  }

  /// Returns the rank of the least important features of a kind that are visible at a zoom level. A
  /// lower rank is more important.
  static func highestRank(of kind: BaseMapLayer.Kind, atZoom zoom: Double) -> Double {
    switch kind {
    case .land, .borders: 15
    case .lakes: zoom + 3
    case .rivers: zoom + 1.5
    case .regions: zoom + 0.5
    }
  }

  /// Draws country and town names where the labels of the user's items leave room.
  mutating func drawBaseMapNames(into surface: inout Surface) {
    guard let base = scene.base, base.shown.contains(.names), let towns = base.towns else { return }
    for country in towns.countries where Self.countryZooms.contains(viewport.zoom) {
      guard Double(country.rank) <= viewport.zoom + 2,
        !isInTileMap(WebMercator.project(country.coordinate)),
        let cell = viewport.visibleCell(at: country.coordinate, in: size)
      else { continue }
      let name = DisplayText(country.name.uppercased(), columns: size.columns / 2)
      let column = cell.column - name.width / 2
      write(name, at: Point(column: column, row: cell.row), Style(.boundary), into: &surface)
    }
    let crosshair = scene.crosshair.flatMap { viewport.visibleCell(at: $0, in: size) }
    var room = size.columns * size.rows / Self.cellsPerTown
    for (index, cell) in visibleTowns(of: towns.gazetteer) where room > 0 {
      let isFree = layout.isFree(row: cell.row, columns: cell.column..<cell.column + 1)
      guard isFree || cell == crosshair else { continue }
      let name = DisplayText(towns.gazetteer.name(of: index), columns: size.columns / 3)
      for column in [cell.column + 1, cell.column - name.width] {
        let origin = Point(column: column, row: cell.row)
        if write(name, at: origin, Style(.town), into: &surface) {
          if isFree { surface.put(glyphs.town, at: position(cell), style: Style(.town)) }
          layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
          room -= 1
          break
        }
      }
    }
  }

  /// The minimum number of map cells per labelled town, to prevent crowding.
  private static let cellsPerTown = 150

  /// The zoom levels at which the names of countries are shown.
  private static let countryZooms = 1.0..<6.5

  /// Draws a name if all cells for its text are free, and reserves two cells on either side so that
  /// no other name touches this one. Returns whether the name was drawn.
  @discardableResult
  mutating func write(
    _ name: DisplayText, at origin: Point, _ style: Style, into surface: inout Surface
  ) -> Bool {
    let columns = origin.column..<origin.column + name.width
    guard name.width > 0, layout.isFree(row: origin.row, columns: columns),
      !columns.contains(where: { lines.isSet(column: $0, row: origin.row) })
    else { return false }
    surface.put(name, at: position(origin), style: style)
    layout.reserve(row: origin.row, columns: columns.lowerBound - 2..<columns.upperBound + 2)
    return true
  }

  /// Returns the towns in view and the map cell of each town, most important first.
  ///
  /// - Complexity: O(*n* log *n*) for *n* towns in view that are important enough for a label.
  private func visibleTowns(of gazetteer: Gazetteer) -> [(index: Int, cell: Point)] {
    let limit = 1.5 * viewport.zoom + 0.5
    guard limit >= 0 else { return [] }
    var found: [(index: Int, cell: Point)] = []
    let bounds = BaseMapScene.bounds(of: viewport, in: size)
    gazetteer.forEach(in: bounds) { town in
      guard Double(gazetteer.ranks[town]) <= limit else { return }
      let coordinate = Coordinate(
        latitude: gazetteer.latitudes[town], longitude: gazetteer.longitudes[town])
      if let cell = viewport.visibleCell(at: coordinate, in: size),
        !isInTileMap(WebMercator.project(coordinate))
      {
        found.append((town, cell))
      }
    }
    return found.sorted {
      (gazetteer.ranks[$0.index], -gazetteer.population(of: $0.index), $0.index)
        < (gazetteer.ranks[$1.index], -gazetteer.population(of: $1.index), $1.index)
    }
  }
}

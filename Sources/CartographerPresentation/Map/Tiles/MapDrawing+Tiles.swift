import Geodesy
import MapTiles
import TerminalUI

extension MapDrawing {
  /// Draws the areas and lines from the user's own maps, either over the base map or in its place.
  func drawTiles(into surface: inout Surface) {
    guard let scene = scene.tiles, !scene.isEmpty else { return }
    surface.clipped(to: worldRect) { surface in
      // No tile reaches the pole, so the base map stays below the tiles in polar views.
      if viewport.polar == nil {
        clearBaseMap(below: scene, in: &surface)
        drawAreas(of: scene, into: &surface)
        if glyphSet == .braille { drawShading(of: scene, into: &surface) }
      }
      drawTileLines(of: scene, into: &surface)
    }
    drawFiles(of: scene, into: &surface)
  }

  private func drawTileLines(of scene: MapTilesScene, into surface: inout Surface) {
    for (roles, isDotted) in Self.tileOrder {
      var tracer = PathTracer(viewport: viewport, size: size, isRepeating: true)
      var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
      for (role, style) in roles where scene.shown.contains(Self.layer(of: role)) {
        for piece in scene.pieces {
          for lines in piece.lines where lines.role == role && lines.leastZoom <= viewport.zoom {
            tracer.draw(lines.shape, Style(style), on: &canvas)
          }
        }
      }
      canvas.draw(into: &surface, at: rect.origin, isDotted: isDotted)
    }
  }

  /// The kinds of lines in map files, each with its colour role, from the least to the most
  /// important kind.
  private static let tileOrder: [(roles: [(MapRole, Role)], isDotted: Bool)] = [
    (
      [
        (.contour, .ground(.contour)), (.region, .region), (.border, .boundary),
        (.path, .ground(.trail)),
      ], true
    ),
    (
      [
        (.mainContour, .ground(.contour)), (.building, .ground(.building)),
        (.other, .ground(.street)), (.waterway, .water), (.water, .water),
        (.railway, .ground(.railway)), (.minorRoad, .ground(.street)),
        (.majorRoad, .ground(.road)), (.motorway, .ground(.road)),
      ], false
    ),
  ]

  private static func layer(of role: MapRole) -> BaseMapScene.Layer {
    switch role {
    case .water, .waterway: .rivers
    case .woods, .building, .other: .areas
    case .motorway, .majorRoad, .minorRoad, .path, .railway: .roads
    case .border, .region: .borders
    case .contour, .mainContour: .relief
    }
  }

  /// Removes the base map's lines from the cells covered by tiles that replace the base map.
  private func clearBaseMap(below scene: MapTilesScene, in surface: inout Surface) {
    for box in scene.pieces.compactMap(\.coverage) {
      for (rect, _) in rects(of: box) { surface.fill(rect) }
    }
  }

  /// The part of the surface that shows the central copy of the world map.
  private var worldRect: Rect {
    guard viewport.polar == nil else { return rect }
    let (x, span) = (viewport.centre.x, 0.5)
    return rect(of: WorldBounds(minX: x - span, minY: 0, maxX: x + span, maxY: 1))
  }

  /// Returns a rectangle for each copy of a box that is in view, with the number of world widths by
  /// which that copy is shifted. The rectangle contains the cells whose centres lie in the copy.
  private func rects(of box: WorldBounds) -> [(rect: Rect, turn: Double)] {
    let visible = viewport.visibleBounds(in: size)
    let first = (visible.minX - box.maxX).rounded(.up)
    let last = (visible.maxX - box.minX).rounded(.down)
    return stride(from: first, through: last, by: 1).map { turn in
      var copy = box
      copy.minX += turn
      copy.maxX += turn
      return (rect(of: copy), turn)
    }
  }

  /// Returns the rectangle of surface cells whose centres are in a box.
  private func rect(of box: WorldBounds) -> Rect {
    let visible = viewport.visibleBounds(in: size)
    func range(_ low: Double, _ high: Double, _ dots: Int, _ count: Int) -> Range<Int> {
      func cell(_ value: Double) -> Int {
        let cell = (value * viewport.dotsPerWorld / Double(dots) - 0.5).rounded(.up)
        return Int(min(max(cell, 0), Double(count)))
      }
      return cell(low)..<max(cell(high), cell(low))
    }
    let columns = range(
      box.minX - visible.minX, box.maxX - visible.minX, DotCanvas.dotsPerColumn, size.columns)
    let rows = range(
      box.minY - visible.minY, box.maxY - visible.minY, DotCanvas.dotsPerRow, size.rows)
    return Rect(
      column: rect.column + columns.lowerBound, row: rect.row + rows.lowerBound,
      columns: columns.count, rows: rows.count)
  }

  private func drawAreas(of scene: MapTilesScene, into surface: inout Surface) {
    func draw(
      _ area: MapRole, _ glyph: Unicode.Scalar, _ role: Role, everyCells distance: Int,
      _ layer: BaseMapScene.Layer
    ) {
      guard scene.shown.contains(layer) else { return }
      var mask = CellMask(viewport, size)
      for piece in scene.pieces {
        for found in piece.areas where found.role == area && found.leastZoom <= viewport.zoom {
          mask.add(found.rings)
        }
      }
      drawPattern(glyph, role, everyCells: distance, into: &surface, where: mask.contains)
    }
    // Characters other than Braille dots would look too heavy in every cell.
    if glyphSet == .braille {
      draw(.woods, glyphs.woods, .ground(.woods), everyCells: 1, .areas)
    }
    draw(.water, glyphs.sea, .sea, everyCells: glyphs.seaDistance, .sea)
  }

  /// For each dot of a cell, row by row, the minimum darkness at which the dot is set. At most half
  /// of the dots are set.
  private static let shadingThresholds: [UInt8] = [90, 255, 255, 150, 210, 255, 255, 40]

  private func drawShading(of scene: MapTilesScene, into surface: inout Surface) {
    guard scene.shown.contains(.relief) else { return }
    var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
    let visible = viewport.visibleBounds(in: size)
    for piece in scene.pieces {
      guard let shading = piece.shading else { continue }
      for (cells, turn) in rects(of: piece.bounds) {
        for row in cells.row - rect.row..<cells.row - rect.row + cells.rows {
          for column in cells.column - rect.column..<cells.column - rect.column + cells.columns {
            for dot in 0..<8 {
              let threshold = Self.shadingThresholds[dot]
              let x = column * DotCanvas.dotsPerColumn + dot % 2
              let y = row * DotCanvas.dotsPerRow + dot / 2
              let darkness = shading.darkness(
                atX: visible.minX - turn + (Double(x) + 0.5) / viewport.dotsPerWorld,
                y: visible.minY + (Double(y) + 0.5) / viewport.dotsPerWorld)
              if darkness >= threshold, threshold < 255 {
                canvas.dot(x: x, y: y, style: Style(.region))
              }
            }
          }
        }
      }
    }
    canvas.draw(into: &surface, at: rect.origin)
  }

  private func drawFiles(of scene: MapTilesScene, into surface: inout Surface) {
    guard scene.shown.contains(.files) else { return }
    let visible = viewport.visibleBounds(in: size)
    var tracer = PathTracer(viewport: viewport, size: size)
    var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
    for file in scene.files {
      for shape in file.shapes { tracer.draw(shape, Style(.ground(.file)), on: &canvas) }
    }
    canvas.draw(into: &surface, at: rect.origin)
    for file in scene.files {
      for place in file.places(in: visible) {
        let cell = viewport.cell(at: place.point, in: size)
        guard size.contains(cell) else { continue }
        surface.put(glyphs.filePlace, at: position(cell), style: Style(.ground(.file)))
      }
    }
  }
}

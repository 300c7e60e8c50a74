import Geodesy
import MapTiles
import TerminalUI

extension MapDrawing {
  /// Draws the areas and lines of the user's own maps, either over the base map or in place of the
  /// base map.
  func drawTiles(into surface: inout Surface) {
    guard let scene = scene.tiles, !scene.isEmpty else { return }
    clearBaseMap(below: scene, in: &surface)
    // Other characters than Braille dots are too heavy for patterns.
    if glyphSet == .braille {
      drawAreas(of: scene, into: &surface)
      drawShading(of: scene, into: &surface)
    }
    for (roles, isDotted) in Self.tileOrder {
      var tracer = PathTracer(viewport: viewport, size: size)
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
    drawFiles(of: scene, into: &surface)
  }

  /// The kinds of lines in map files, each with the colour role in which it is drawn, from the
  /// least to the most important kind.
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

  /// Removes the base map's lines from the cells of tiles that replace the base map.
  private func clearBaseMap(below scene: MapTilesScene, in surface: inout Surface) {
    for piece in scene.pieces {
      guard let cells = piece.coverage.flatMap({ self.cells(of: $0) }) else { continue }
      surface.fill(
        Rect(
          column: rect.column + cells.columns.lowerBound, row: rect.row + cells.rows.lowerBound,
          columns: cells.columns.count, rows: cells.rows.count))
    }
  }

  /// Returns the cells whose middles are in a box, or nil if no such cell is in view.
  private func cells(of box: WorldBounds) -> (columns: Range<Int>, rows: Range<Int>)? {
    let visible = viewport.visibleBounds(in: size)
    let turns = (visible.centre.x - box.centre.x).rounded()
    func range(_ low: Double, _ high: Double, _ dots: Int, _ count: Int) -> Range<Int> {
      func cell(_ value: Double) -> Int {
        let cell = (value * viewport.dotsPerWorld / Double(dots) - 0.5).rounded(.up)
        return Int(min(max(cell, 0), Double(count)))
      }
      return cell(low)..<max(cell(high), cell(low))
    }
    let columns = range(
      box.minX + turns - visible.minX, box.maxX + turns - visible.minX, DotCanvas.dotsPerColumn,
      size.columns)
    let rows = range(
      box.minY - visible.minY, box.maxY - visible.minY, DotCanvas.dotsPerRow, size.rows)
    return columns.isEmpty || rows.isEmpty ? nil : (columns, rows)
  }

  private func drawAreas(of scene: MapTilesScene, into surface: inout Surface) {
    let kinds: [(MapRole, AreaFill.Pattern, Role)] = [
      (.woods, AreaFill.woods, .ground(.woods)), (.water, AreaFill.water, .water),
    ]
    for (role, pattern, style) in kinds where scene.shown.contains(Self.layer(of: role)) {
      var fill = AreaFill(viewport: viewport, size: size)
      var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
      for piece in scene.pieces {
        for area in piece.areas where area.role == role && area.leastZoom <= viewport.zoom {
          fill.fill(area, of: piece.bounds, pattern, Style(style), on: &canvas)
        }
      }
      canvas.draw(into: &surface, at: rect.origin)
    }
  }

  /// For each dot of a cell, row by row, the minimum darkness at which the dot is set. At most half
  /// of the dots are set.
  private static let shadingThresholds: [UInt8] = [90, 255, 255, 150, 210, 255, 255, 40]

  private func drawShading(of scene: MapTilesScene, into surface: inout Surface) {
    guard scene.shown.contains(.relief) else { return }
    var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
    let visible = viewport.visibleBounds(in: size)
    for piece in scene.pieces {
      guard let shading = piece.shading, let cells = cells(of: piece.bounds) else { continue }
      let turns = (visible.centre.x - piece.bounds.centre.x).rounded()
      for row in cells.rows {
        for column in cells.columns {
          for dot in 0..<8 {
            let threshold = Self.shadingThresholds[dot]
            let x = column * DotCanvas.dotsPerColumn + dot % 2
            let y = row * DotCanvas.dotsPerRow + dot / 2
            let darkness = shading.darkness(
              atX: visible.minX - turns + (Double(x) + 0.5) / viewport.dotsPerWorld,
              y: visible.minY + (Double(y) + 0.5) / viewport.dotsPerWorld)
            if darkness >= threshold, threshold < 255 {
              canvas.dot(x: x, y: y, style: Style(.region))
            }
          }
        }
      }
    }
    canvas.draw(into: &surface, at: rect.origin)
  }

  private func drawFiles(of scene: MapTilesScene, into surface: inout Surface) {
    guard scene.shown.contains(.files) else { return }
    var tracer = PathTracer(viewport: viewport, size: size)
    var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
    for file in scene.files {
      for shape in file.shapes { tracer.draw(shape, Style(.ground(.file)), on: &canvas) }
    }
    canvas.draw(into: &surface, at: rect.origin)
    for file in scene.files {
      for place in file.places {
        let cell = viewport.cell(at: place.point, in: size)
        guard size.contains(cell) else { continue }
        surface.put(glyphs.filePlace, at: position(cell), style: Style(.ground(.file)))
      }
    }
  }
}

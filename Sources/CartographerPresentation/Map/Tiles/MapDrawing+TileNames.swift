import Geodesy
import MapTiles
import TerminalUI

extension MapDrawing {
  /// Draws names from the user's own maps and layer files where the labels of library items leave
  /// room.
  mutating func drawTileNames(into surface: inout Surface) {
    guard let scene = scene.tiles else { return }
    drawFileNames(of: scene, into: &surface)
    guard scene.shown.contains(.names) else { return }
    var room = size.columns * size.rows / Self.cellsPerTileName
    var streets: Set<String> = []
    for (label, cell) in visibleLabels(of: scene) where room > 0 {
      if label.kind == .street, streets.contains(label.text) { continue }
      guard drawName(label, at: cell, into: &surface) else { continue }
      streets.insert(label.text)
      room -= 1
    }
  }

  /// The minimum number of map cells per name, to prevent crowding.
  private static let cellsPerTileName = 120

  private mutating func drawFileNames(of scene: MapTilesScene, into surface: inout Surface) {
    guard scene.shown.contains(.files) else { return }
    for file in scene.files {
      for place in file.places(in: viewport.visibleBounds(in: size)) where !place.name.isEmpty {
        let cell = viewport.cell(at: place.point, in: size)
        guard size.contains(cell) else { continue }
        for column in [cell.column + 1, cell.column - place.name.width] {
          let origin = Point(column: column, row: cell.row)
          if write(place.name, at: origin, Style(.ground(.file)), into: &surface) { break }
        }
      }
    }
  }

  /// Returns the labels in view and the map cell of each label, most important first.
  private func visibleLabels(of scene: MapTilesScene) -> [(label: MapLabel, cell: Point)] {
    var found: [(label: MapLabel, cell: Point)] = []
    for piece in scene.pieces {
      for label in piece.labels where label.kind.zooms.contains(viewport.zoom) {
        let cell = viewport.cell(at: WorldPoint(x: label.x, y: label.y), in: size)
        if size.contains(cell) { found.append((label, cell)) }
      }
    }
    return found.sorted { one, other in
      let (left, right) = (one.label, other.label)
      if left.kind != right.kind { return left.kind < right.kind }
      return (-left.weight, left.text, left.x, left.y)
        < (-right.weight, right.text, right.x, right.y)
    }
  }

  /// Draws a name and the symbol beside it. Returns false if there is no room for the name.
  private mutating func drawName(
    _ label: MapLabel, at cell: Point, into surface: inout Surface
  ) -> Bool {
    let name = DisplayText(label.text, columns: size.columns / 3)
    let style = Style(Self.role(of: label.kind))
    guard let symbol = symbol(of: label.kind) else {
      return write(
        name, at: Point(column: cell.column - name.width / 2, row: cell.row), style,
        into: &surface)
    }
    guard layout.isFree(row: cell.row, columns: cell.column..<cell.column + 1) else { return false }
    for column in [cell.column + 1, cell.column - name.width] {
      guard write(name, at: Point(column: column, row: cell.row), style, into: &surface) else {
        continue
      }
      surface.put(symbol, at: position(cell), style: style)
      layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
      return true
    }
    return false
  }

  private func symbol(of kind: MapLabel.Kind) -> Unicode.Scalar? {
    switch kind {
    case .city, .town, .village, .hamlet, .other: glyphs.town
    case .peak: glyphs.peak
    case .country, .region, .water, .street: nil
    }
  }

  private static func role(of kind: MapLabel.Kind) -> Role {
    switch kind {
    case .country, .region: .boundary
    case .water: .water
    case .street: .ground(.road)
    case .city, .town, .village, .hamlet, .other, .peak: .town
    }
  }

  /// Returns whether a position lies in a map tile that replaces the base map.
  func isInTileMap(_ point: WorldPoint) -> Bool {
    scene.tiles?.pieces.contains { $0.coverage?.contains(point) ?? false } ?? false
  }
}

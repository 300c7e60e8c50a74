import Geodesy
import MapTiles
import TerminalUI

/// The part of the user's own maps that a picture shows.
struct PictureUserMaps {
  private let scene: MapTilesScene
  private let view: PictureView
  private let pen: PicturePen
  /// The area shown in the picture, together with its surroundings.
  private let area: WorldBounds

  /// Prepares to draw the part of the user's own maps that a view shows. Tiles are omitted near a
  /// pole, because they do not extend to the pole.
  init(_ scene: MapTilesScene, in view: PictureView, _ pen: PicturePen, enlargedBy share: Double) {
    self.scene = scene
    self.view = view
    self.pen = pen
    area = view.bounds(enlargedBy: share)
  }

  /// The credits of the maps whose tiles are in the picture.
  var credits: [String] { pieces.isEmpty ? [] : scene.attributions }

  private var pieces: [MapTilePiece] { view.isPolar ? [] : scene.pieces }

  /// Returns whether a position is in a tile that replaces the base map.
  func replacesBaseMap(at coordinate: Coordinate) -> Bool {
    let point = WebMercator.project(coordinate)
    return pieces.contains { $0.coverage?.contains(point) ?? false }
  }

  // MARK: Areas and lines

  /// Draws the areas and lines, the least important first, over the base map.
  func draw(into markup: inout MarkupText) {
    for box in pieces.compactMap(\.coverage) { draw(box, into: &markup) }
    drawAreas(.woods, .areas, "woods", into: &markup)
    drawShading(into: &markup)
    drawAreas(.water, .sea, "pond", into: &markup)
    drawAreas(.building, .areas, "building", into: &markup)
    for (role, layer, style) in Self.lines where scene.shown.contains(layer) {
      markup.addPath(lines(role), "ground \(style)")
    }
  }

  /// The kinds of lines, each with its layer and CSS class, from the least to the most important
  /// kind.
  private static let lines: [(role: MapRole, layer: BaseMapScene.Layer, style: String)] = [
    (.contour, .relief, "contour"), (.mainContour, .relief, "contour main"),
    (.region, .borders, "region"), (.border, .borders, "border"), (.waterway, .rivers, "stream"),
    (.water, .rivers, "shore"), (.other, .areas, "other"), (.path, .roads, "trail"),
    (.railway, .roads, "railway"), (.minorRoad, .roads, "street"), (.majorRoad, .roads, "road"),
    (.motorway, .roads, "motorway"),
  ]

  /// Draws the background of a tile that replaces the base map.
  private func draw(_ box: WorldBounds, into markup: inout MarkupText) {
    var data = ""
    for turn in view.turns(of: box, in: area) {
      let low = view.position(x: box.minX + turn, y: box.minY)
      let high = view.position(x: box.maxX + turn, y: box.maxY)
      let ring = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
      data += pen.ring(ring, isKept: [true, true, true, true])
    }
    markup.addPath(data, "ground floor")
  }

  /// Draws the areas of one kind, such as woods. Overlapping areas, such as woods in parks, are
  /// drawn as separate elements. In a single element, the overlap of two areas would be a hole.
  private func drawAreas(
    _ role: MapRole, _ layer: BaseMapScene.Layer, _ style: String, into markup: inout MarkupText
  ) {
    guard scene.shown.contains(layer) else { return }
    for piece in pieces {
      var joined = ""
      for found in piece.areas where found.role == role && found.leastZoom <= view.zoom {
        let data = self.data(of: found)
        if role == .building { joined += data } else { markup.addPath(data, style) }
      }
      markup.addPath(joined, style)
    }
  }

  private func data(of found: MapTile.Area) -> String {
    let points = found.rings.joined()
    guard let first = points.first else { return "" }
    let box = points.reduce(WorldBounds(first)) { $0.union(WorldBounds($1)) }
    return view.turns(of: box, in: area).map { turn in
      found.rings.map { ring in
        let points = ring.map { view.position(x: $0.x + turn, y: $0.y) }
        return pen.ring(points, isKept: [Bool](repeating: false, count: points.count))
      }.joined()
    }.joined()
  }

  private func lines(_ role: MapRole) -> String {
    var data = ""
    for piece in pieces {
      for lines in piece.lines where lines.role == role && lines.leastZoom <= view.zoom {
        data += pen.lines(of: lines.shape, in: view, area)
      }
    }
    return data
  }

  // MARK: Relief

  /// The size of the squares in which slopes are shaded, in pixels.
  private static let shadingCell = 3.0
  /// The minimum darkness for each layer of shading. The layers are drawn on top of each other.
  private static let shadingSteps: [UInt8] = [40, 85, 130, 175, 220]

  private func drawShading(into markup: inout MarkupText) {
    let shaded = pieces.compactMap(\.shading)
    guard scene.shown.contains(.relief), !shaded.isEmpty else { return }
    let (columns, rows) = (
      Int((view.width / Self.shadingCell).rounded(.up)),
      Int((view.height / Self.shadingCell).rounded(.up))
    )
    var data = Self.shadingSteps.map { _ in "" }
    let corner = view.bounds
    for row in 0..<rows {
      let y = corner.minY + (Double(row) + 0.5) * Self.shadingCell / view.pixelsPerWorld
      let near = shaded.filter {
        $0.tile.origin.y <= y && y < $0.tile.origin.y + $0.tile.width
      }
      guard !near.isEmpty else { continue }
      let darkness = (0..<columns).map { column -> UInt8 in
        let x = corner.minX + (Double(column) + 0.5) * Self.shadingCell / view.pixelsPerWorld
        let turned = x - x.rounded(.down)
        return near.lazy.map { $0.darkness(atX: turned, y: y) }.first { $0 > 0 } ?? 0
      }
      for (step, least) in Self.shadingSteps.enumerated() {
        data[step] += Self.runs(of: darkness, from: least, inRow: row)
      }
    }
    for text in data { markup.addPath(text, "shade") }
  }

  /// Returns SVG path data for the squares in a row that have a darkness of at least `least`.
  private static func runs(of darkness: [UInt8], from least: UInt8, inRow row: Int) -> String {
    let (cell, y) = (Int(shadingCell), row * Int(shadingCell))
    var data = ""
    var start: Int?
    for (column, value) in (darkness + [0]).enumerated() {
      if value >= least {
        if start == nil { start = column }
      } else if let first = start {
        data +=
          "M\(first * cell) \(y)h\((column - first) * cell)v\(cell)h-\((column - first) * cell)z"
        start = nil
      }
    }
    return data
  }

  // MARK: Names

  /// Returns the names in and around the picture that are shown at a zoom level, most important
  /// first.
  func labels(atZoom zoom: Double) -> [(label: MapLabel, at: SIMD2<Double>)] {
    guard scene.shown.contains(.names) else { return [] }
    var found: [(label: MapLabel, at: SIMD2<Double>)] = []
    for piece in pieces {
      for label in piece.labels where label.kind.zooms.contains(zoom) {
        let x = label.x - (label.x - view.centre.x).rounded()
        found.append((label, view.position(x: x, y: label.y)))
      }
    }
    return found.sorted { one, other in
      let (left, right) = (one.label, other.label)
      if left.kind != right.kind { return left.kind < right.kind }
      return (-left.weight, left.text, left.x, left.y)
        < (-right.weight, right.text, right.x, right.y)
    }
  }

  // MARK: Files

  /// Draws the lines and places of the files that are shown without being imported.
  func drawFiles(into markup: inout MarkupText, fixed: (SIMD2<Double>) -> MarkupText.Attributes) {
    guard scene.shown.contains(.files) else { return }
    for file in scene.files {
      markup.addPath(
        file.shapes.map { pen.lines(of: $0, in: view, area) }.joined(), "ground extra")
    }
    for place in filePlaces {
      markup.begin("g", fixed(place.at))
      markup.add("path", ["class": "spot", "d": "M0 -5L4.5 0L0 5L-4.5 0z"])
      markup.end()
    }
  }

  /// The places, with their names, from files that are shown without being imported.
  var filePlaces: [(name: String, at: SIMD2<Double>)] {
    guard scene.shown.contains(.files) else { return [] }
    return scene.files.flatMap { file in
      file.places(in: area).compactMap { place in
        let x = place.point.x - (place.point.x - view.centre.x).rounded()
        let at = view.position(x: x, y: place.point.y)
        return pen.box.contains(at) ? (place.name.string, at) : nil
      }
    }
  }
}

extension PictureView {
  /// Returns the tiles from the user's own maps that are visible in a picture.
  ///
  /// - Parameter isPage: Whether the reader can move the map beyond the picture's edges.
  package func tileWindow(isPage: Bool = false) -> MapTileWindow {
    let (viewport, pane) = mapView(enlargedBy: isPage ? 0.25 : 0)
    return MapTileWindow(viewport, in: pane)
  }
}

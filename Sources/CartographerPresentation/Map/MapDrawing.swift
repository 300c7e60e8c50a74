import CartographerCore
import Geodesy
import TerminalUI

/// The state that is used while one map frame is drawn.
struct MapDrawing {
  let scene: MapScene
  let viewport: MapViewport
  let rect: Rect
  let glyphSet: GlyphSet
  let glyphs: MapGlyphs
  let previous: MapLabelMemory
  /// The cache of drawn path lines. Nil if only one frame is drawn.
  let lineMemory: MapLineMemory?
  let selectedPath: MapPath?
  /// The places in view, and the number of places in each cell.
  let places: PlacesInView
  var layout: MapLabelLayout
  /// The canvas for the lines of paths, previews and the ruler.
  var lines: DotCanvas
  var frame = MapFrame()
  /// The map cells that contain points of the selected path.
  var handles: Set<Point> = []
  /// The itinerary's stop numbers that fit on the map, each with the first map cell that it covers.
  var stops: [(stop: MapStop, cell: Point)] = []
  /// The scale bar and the north arrow, if there is room for them, each with the first map cell
  /// that it covers.
  var furniture: [(text: DisplayText, cell: Point)] = []
  /// The legend of a colour scale, if there is room for it, with the first map cell that it covers.
  var legend: (legend: MapLegend, cell: Point)?

  init(
    scene: MapScene, viewport: MapViewport, rect: Rect, glyphs: GlyphSet,
    previous: MapLabelMemory, lineMemory: MapLineMemory?
  ) {
    self.scene = scene
    self.viewport = viewport
    self.rect = rect
    glyphSet = glyphs
    self.glyphs = MapGlyphs(glyphs)
    self.previous = previous
    self.lineMemory = lineMemory
    selectedPath = scene.selectedPath
    places = PlacesInView(scene.places, viewport, in: rect.size)
    layout = MapLabelLayout(size: rect.size)
    lines = DotCanvas(columns: rect.columns, rows: rect.rows, glyphs: glyphs)
  }

  var size: Size { rect.size }

  /// Converts a map cell to a position on the surface.
  func position(_ cell: Point) -> Point {
    Point(column: rect.column + cell.column, row: rect.row + cell.row)
  }

  /// Returns the map cell that contains a point of the selected path. Returns nil if the point is
  /// outside the view.
  func cell(ofPoint index: Int) -> Point? {
    selectedPath?.wholeShape.flatMap { cell(ofPoint: index, in: $0) }
  }

  /// Returns the map cell that contains a point of a path. Returns nil if the point is outside the
  /// view.
  func cell(ofPoint index: Int, in shape: PathShape) -> Point? {
    guard index >= 0, index < shape.count else { return nil }
    let cell = viewport.cell(at: shape.point(at: index), in: size)
    return size.contains(cell) ? cell : nil
  }

  /// Returns whether an item is dimmed because only other items are being edited or previewed.
  func isDimmed(_ id: ItemID) -> Bool {
    scene.emphasised.map { !$0.contains(id) } ?? false
  }

  // MARK: Points of the selected path

  /// Draws the points of the path being edited, if they are far enough apart to be distinguished.
  ///
  /// The current point's cell is reserved, so that no label covers it.
  mutating func drawHandles(into surface: inout Surface) {
    if scene.showsHandles, let shape = selectedPath?.wholeShape {
      handles = handleCells(of: shape)
      for cell in handles {
        surface.put(glyphs.handle, at: position(cell), style: Style(.pathSelected, .bold))
      }
    }
    drawMarks(into: &surface)
    if let preview = scene.preview { drawPoints(of: preview, into: &surface) }
    if let (cell, _) = pointCursor {
      layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
      frame.cursor = position(cell)
    }
  }

  /// The cell and colour role for the point being moved. If no such point is in view, the current
  /// point is used. The value is nil if neither point is in view.
  private var pointCursor: (cell: Point, role: Role)? {
    if let cell = scene.preview?.handle.flatMap({ viewport.visibleCell(at: $0, in: size) }) {
      return (cell, .accent)
    }
    return scene.pointCursor.flatMap(cell(ofPoint:)).map { ($0, .crosshair) }
  }

  /// Draws the current point's symbol, which covers any place marker in the same cell.
  func drawPointCursor(into surface: inout Surface) {
    guard let (cell, role) = pointCursor else { return }
    surface.put(glyphs.pointCursor, at: position(cell), style: Style(role, .bold))
  }

  /// Draws the marked points in view. To save time, the method examines at most twice as many
  /// marked points as the map has cells.
  private func drawMarks(into surface: inout Surface) {
    for index in scene.markedPoints.prefix(2 * size.columns * size.rows) {
      guard let cell = cell(ofPoint: index) else { continue }
      surface.put(glyphs.placeMarked, at: position(cell), style: Style(.marked, .bold))
    }
  }

  /// Draws the points of a previewed edit: the added, kept and removed points, and the cuts.
  private func drawPoints(of preview: MapPreview, into surface: inout Surface) {
    if preview.showsPoints {
      let after = Set(preview.after.flatMap(handleCells))
      let before = Set(preview.before.flatMap(handleCells)).subtracting(after)
      for cell in before { surface.put(glyphs.gone, at: position(cell), style: Style(.dim)) }
      for cell in after {
        surface.put(glyphs.handle, at: position(cell), style: Style(.accent, .bold))
      }
    }
    for mark in preview.marks {
      guard let cell = viewport.visibleCell(at: mark, in: size) else { continue }
      surface.put(glyphs.rulerEnd, at: position(cell), style: Style(.warning, .bold))
    }
  }

  /// Returns the map cells that contain visible points of the path. The set is empty if so many
  /// points are visible that they would hide the line.
  private func handleCells(of shape: PathShape) -> Set<Point> {
    let visible = viewport.visibleBounds(in: size)
    let limit = (size.columns + size.rows) / 2
    guard shape.chunksTouching(visible) * PathLevel.chunkLength <= 64 * limit else { return [] }
    var cells: Set<Point> = []
    for index in shape.points(in: visible) {
      cells.insert(viewport.cell(at: shape.point(at: index), in: size))
      if cells.count > limit { return [] }
    }
    return cells.filter(size.contains)
  }

  // MARK: Overlays

  mutating func drawOverlays(into surface: inout Surface) {
    drawRulerLabels(into: &surface)
    if let area = scene.boxSelection { draw(area, into: &surface) }
    if let cell = scene.crosshair.flatMap({ viewport.visibleCell(at: $0, in: size) }) {
      surface.put(glyphs.crosshair, at: position(cell), style: Style(.crosshair, .bold))
      if frame.cursor == nil { frame.cursor = position(cell) }
    }
    if let cell = scene.snap.flatMap({ viewport.visibleCell(at: $0, in: size) }) {
      surface.put(glyphs.snap, at: position(cell), style: Style(.accent, .bold))
    }
  }

  /// Draws the frame of a box selection made in the current view.
  private func draw(_ area: MapArea, into surface: inout Surface) {
    let shown = viewport.visibleArea(in: size)
    let box = area.polar?.box ?? area.bounds
    let visible = shown.polar?.box ?? shown.bounds
    guard box.width.isFinite, box.height.isFinite else { return }
    let turns = area.polar == nil ? (viewport.centre.x - box.centre.x).rounded() : 0
    let cellWidth = Double(DotCanvas.dotsPerColumn) / viewport.dotsPerWorld
    let cellHeight = Double(DotCanvas.dotsPerRow) / viewport.dotsPerWorld
    func cells(_ low: Double, _ high: Double, _ extent: Double, count: Int) -> (Int, Int) {
      // The box's edges lie between cells. Half a cell further inwards, rounding errors cannot
      // select the wrong cell.
      let first = ((low / extent + 0.5).rounded(.down))
      let last = ((high / extent - 0.5).rounded(.down))
      let bounded = (min(max(first, -1), Double(count)), min(max(last, -1), Double(count)))
      return (Int(bounded.0), max(Int(bounded.1), Int(bounded.0)))
    }
    let (left, right) = cells(
      box.minX + turns - visible.minX, box.maxX + turns - visible.minX, cellWidth,
      count: size.columns)
    let (top, bottom) = cells(
      box.minY - visible.minY, box.maxY - visible.minY, cellHeight, count: size.rows)
    let style = Style(.accent, .bold)
    for column in left...right {
      for row in [top, bottom] {
        surface.put(glyphs.horizontal, at: position(Point(column: column, row: row)), style: style)
      }
    }
    for row in top...bottom {
      for column in [left, right] {
        surface.put(glyphs.vertical, at: position(Point(column: column, row: row)), style: style)
      }
    }
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
    for (glyph, corner) in zip(glyphs.corners, corners) {
      surface.put(
        glyph, at: position(Point(column: corner.0, row: corner.1)), style: style)
    }
  }
}

import Geodesy
import TerminalUI

extension MapDrawing {
  /// The dot spacing in a graticule line: only every fourth dot is set.
  private static let graticuleSpacing = 4

  mutating func drawLines(into surface: inout Surface) {
    if scene.showsGraticule { drawGraticule(into: &surface) }
    var tracer = PathTracer(viewport: viewport, size: size)
    let visible = viewport.visibleBounds(in: size)
    var marked: [Int] = []
    let indices =
      viewport.polar == nil
      ? scene.paths.indices(touching: visible) : Array(scene.paths.indices)
    // Reading the paths from the buffer copies none of their parts.
    let paths = scene.paths.items
    paths.withUnsafeBufferPointer { paths in
      for index in indices where paths[index].id != scene.selected {
        if scene.marked.contains(paths[index].id) {
          marked.append(index)
        } else if !isInHeatMap(paths[index]) {
          let style = isDimmed(paths[index].id) ? Style(.dim) : Style(paths[index].role)
          draw(paths[index], style, with: &tracer)
        }
      }
    }
    if let heat = scene.heat {
      // A route must not hide the numbers of tracks along the same way.
      lines.draw(into: &surface, at: rect.origin)
      lines = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
      heat.draw(into: &surface, at: rect.origin, glyphSet)
    }
    for index in marked {
      let isDimmed = self.isDimmed(scene.paths[index].id)
      let style = isDimmed ? Style(.dim) : Style(scene.markedRole, .bold)
      draw(scene.paths[index], style, with: &tracer)
    }
    drawSelected(with: &tracer)
    if let ruler = scene.ruler {
      tracer.draw(PathShape(ruler.points), Style(.accent), on: &lines)
    }
    lines.draw(into: &surface, at: rect.origin)
    drawSteps(into: &surface)
  }

  private mutating func draw(_ path: MapPath, _ style: Style, with tracer: inout PathTracer) {
    let isBold = style.attributes.contains(.bold)
    if scene.heat == nil, scene.colouring != nil, drawColoured(path, bold: isBold, with: &tracer) {
      return
    }
    guard !path.isOverviewAccurate(at: viewport.dotsPerWorld) else {
      return tracer.draw(path.overview.shape, style, on: &lines)
    }
    for piece in scene.pieces(of: path) { tracer.draw(piece.shape, style, on: &lines) }
  }

  /// Returns whether a path is drawn only as part of the heat map.
  private func isInHeatMap(_ path: MapPath) -> Bool {
    scene.heat != nil && path.isTrack && scene.emphasised?.contains(path.id) != true
  }

  private mutating func drawSelected(with tracer: inout PathTracer) {
    let preview = scene.preview ?? MapPreview()
    if let path = selectedPath {
      draw(path, Style(.pathSelected, .bold), with: &tracer)
      if let shape = path.wholeShape, let range = scene.pointRange {
        tracer.draw(shape, range: range, Style(.marked, .bold), on: &lines)
      }
    }
    for shape in preview.before { tracer.draw(shape, Style(.dim), on: &lines) }
    for (number, shape) in preview.after.enumerated() {
      let isOther = preview.alternates && number % 2 == 1
      tracer.draw(shape, Style(isOther ? .marked : .accent, .bold), on: &lines)
    }
  }

  private func drawGraticule(into surface: inout Surface) {
    let graticule = Graticule(viewport, size: size)
    var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
    let style = Style(.graticule)
    for meridian in graticule.meridians {
      for y in stride(from: 0, to: size.dotsHigh, by: Self.graticuleSpacing) {
        canvas.dot(x: Int(meridian.dot), y: y, style: style)
      }
    }
    for parallel in graticule.parallels {
      for x in stride(from: 0, to: size.dotsWide, by: Self.graticuleSpacing) {
        canvas.dot(x: x, y: Int(parallel.dot), style: style)
      }
    }
    canvas.draw(into: &surface, at: rect.origin)
  }
}

extension PathTracer {
  /// Draws a path, or only a range of its points, in a single style.
  mutating func draw(
    _ shape: PathShape, range: Range<Int>? = nil, _ style: Style, on canvas: inout DotCanvas
  ) {
    trace(shape, range: range) { canvas.polyline($0, style: style) }
  }
}

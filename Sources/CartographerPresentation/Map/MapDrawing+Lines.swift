import CartographerCore
import Foundation
import Geodesy
import Synchronization
import TerminalUI

extension MapDrawing {
  /// The dot spacing of graticule lines: only every fourth dot is set.
  private static let graticuleSpacing = 4

  mutating func drawLines(into surface: inout Surface) {
    if scene.showsGraticule { drawGraticule(into: &surface) }
    var canvas = plainLines()
    if let heat = scene.heat {
      // A route must not hide the track counts of the cells below it.
      canvas.draw(into: &surface, at: rect.origin)
      canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
      heat.draw(into: &surface, at: rect.origin, glyphSet)
    }
    var tracer = PathTracer(viewport: viewport, size: size)
    if !scene.marked.isEmpty {
      for index in pathsInView where isMarked(scene.paths.id(at: index)) {
        let isDimmed = self.isDimmed(scene.paths.id(at: index))
        let style = isDimmed ? Style(.dim) : Style(scene.markedRole, .bold)
        draw(scene.paths[index], style, with: &tracer, on: &canvas)
      }
    }
    drawSelected(with: &tracer, on: &canvas)
    if let ruler = scene.ruler {
      tracer.draw(PathShape(ruler.points), Style(.accent), on: &canvas)
    }
    canvas.draw(into: &surface, at: rect.origin)
    lines = canvas
    drawSteps(into: &surface)
  }

  /// The indices of the paths that could be in view, in drawing order.
  private var pathsInView: [Int] {
    viewport.polar == nil
      ? scene.paths.indices(touching: viewport.visibleBounds(in: size)) : Array(scene.paths.indices)
  }

  /// Returns whether an item is drawn in the style for marked items. The selected item is drawn
  /// separately.
  private func isMarked(_ id: ItemID) -> Bool { id != scene.selected && scene.marked.contains(id) }

  /// The minimum number of paths per drawing thread.
  private static let pathsPerThread = 500

  /// The maximum number of threads that draw paths, since each thread needs a canvas.
  private static let mostThreads = 4

  /// Returns the lines of all paths that are not part of the heat map, without highlighting
  /// selected or marked paths.
  ///
  /// A selected or marked path is later drawn again in its own style. The second drawing sets the
  /// same dots and therefore hides the first.
  private func plainLines() -> DotCanvas {
    guard scene.heat == nil, scene.colouring == nil, let lineMemory else {
      return plainLines(of: pathsInView)
    }
    let content = MapLineMemory.Content(
      viewport: viewport, size: size, glyphs: glyphSet, paths: scene.paths, pieces: scene.pieces,
      emphasised: scene.emphasised)
    return lineMemory.lines(for: content) { plainLines(of: pathsInView) }
  }

  /// Returns the lines of the given paths.
  ///
  /// Each thread draws consecutive paths on its own canvas. The canvases are then drawn on top of
  /// each other, in the order of the paths, so that the result does not depend on the number of
  /// threads.
  private func plainLines(of indices: [Int]) -> DotCanvas {
    let threads = min(Self.mostThreads, indices.count / Self.pathsPerThread)
    guard threads > 1 else { return plainLines(of: indices[...]) }
    let parts = Mutex<[Int: DotCanvas]>([:])
    DispatchQueue.concurrentPerform(iterations: threads) { part in
      let range =
        indices.count * part / threads..<indices.count * (part + 1) / threads
      let canvas = plainLines(of: indices[range])
      parts.withLock { $0[part] = canvas }
    }
    return parts.withLock { parts in
      var all = parts[0] ?? DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
      for part in 1..<threads {
        if let canvas = parts[part] { all.draw(canvas) }
      }
      return all
    }
  }

  private func plainLines(of indices: ArraySlice<Int>) -> DotCanvas {
    var canvas = DotCanvas(columns: size.columns, rows: size.rows, glyphs: glyphSet)
    var tracer = PathTracer(viewport: viewport, size: size)
    let isPlain = scene.heat == nil && scene.colouring == nil
    // Reading single properties from the buffer avoids copying whole paths.
    scene.paths.items.withUnsafeBufferPointer { paths in
      for index in indices {
        let id = paths[index].id
        let style = isDimmed(id) ? Style(.dim) : Style(paths[index].role)
        if isPlain, paths[index].isOverviewAccurate(at: viewport.dotsPerWorld) {
          tracer.draw(paths[index].overview.shape, style, on: &canvas)
        } else if !isInHeatMap(paths[index]) {
          draw(paths[index], style, with: &tracer, on: &canvas)
        }
      }
    }
    return canvas
  }

  private func draw(
    _ path: MapPath, _ style: Style, with tracer: inout PathTracer, on canvas: inout DotCanvas
  ) {
    let isBold = style.attributes.contains(.bold)
    if scene.heat == nil, scene.colouring != nil,
      drawColoured(path, bold: isBold, with: &tracer, on: &canvas)
    {
      return
    }
    guard !path.isOverviewAccurate(at: viewport.dotsPerWorld) else {
      return tracer.draw(path.overview.shape, style, on: &canvas)
    }
    for piece in scene.pieces(of: path) { tracer.draw(piece.shape, style, on: &canvas) }
  }

  /// Returns whether a path is drawn only as part of the heat map.
  private func isInHeatMap(_ path: MapPath) -> Bool {
    scene.heat != nil && path.isTrack && scene.emphasised?.contains(path.id) != true
  }

  private func drawSelected(with tracer: inout PathTracer, on canvas: inout DotCanvas) {
    let preview = scene.preview ?? MapPreview()
    if let path = selectedPath {
      draw(path, Style(.pathSelected, .bold), with: &tracer, on: &canvas)
      if let shape = path.wholeShape, let range = scene.pointRange {
        tracer.draw(shape, range: range, Style(.marked, .bold), on: &canvas)
      }
    }
    for shape in preview.before { tracer.draw(shape, Style(.dim), on: &canvas) }
    for (number, shape) in preview.after.enumerated() {
      let isOther = preview.alternates && number % 2 == 1
      tracer.draw(shape, Style(isOther ? .marked : .accent, .bold), on: &canvas)
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

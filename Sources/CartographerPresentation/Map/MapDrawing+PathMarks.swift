import CartographerCore
import Geodesy
import TerminalUI

/// The data needed to draw the selected path's direction arrows, distance marks and end marks.
package struct MapPathMarks: Sendable, Equatable {
  /// The distance of each point from the path's start, in metres. The distances never decrease.
  let distancesMetres: [Double]

  package init(distancesMetres: [Double]) { self.distancesMetres = distancesMetres }
}

extension MapDrawing {
  /// The minimum distance between two marks along a straight path, in dots.
  private static let markDots = 24.0
  /// The side length, in dots, of the grid squares that contain at most one arrow each.
  private static let arrowDots = 12.0
  /// The maximum number of marks examined while one frame is drawn.
  private static let mostMarks = 1_000.0

  /// Draws marks at both ends of the selected path and of ``MapScene/pathWithEnds``, and reserves
  /// the marks' cells. If there is a place at an end, that end's mark is drawn in a free cell
  /// beside the place's symbol.
  ///
  /// - Parameter hasPlace: A closure that returns whether a cell contains a place.
  mutating func drawPathEnds(
    besides hasPlace: (Point) -> Bool, into surface: inout Surface
  ) {
    if scene.pathMarks != nil, let shape = selectedPath?.wholeShape {
      drawEnds(of: shape, Role.pathSelected, besides: hasPlace, into: &surface)
    }
    if let path = scene.pathWithEnds.flatMap(scene.paths.item), let shape = path.wholeShape {
      drawEnds(of: shape, path.role, besides: hasPlace, into: &surface)
    }
  }

  private mutating func drawEnds(
    of shape: PathShape, _ role: Role, besides hasPlace: (Point) -> Bool,
    into surface: inout Surface
  ) {
    guard shape.count > 1 else { return }
    let start = cell(ofPoint: 0, in: shape)
    for (glyph, index) in [(glyphs.pathStart, 0), (glyphs.pathEnd, shape.count - 1)] {
      guard let end = cell(ofPoint: index, in: shape), !scene.markedPoints.contains(index) else {
        continue
      }
      // At the start of a round trip, only the start is marked.
      if index > 0, end == start { continue }
      let beside = [(-1, 0), (1, 0), (0, -1), (0, 1)].map {
        Point(column: end.column + $0.0, row: end.row + $0.1)
      }
      // Stop numbers and point marks take precedence over end marks.
      let free = (hasPlace(end) ? beside : [end]).filter {
        !hasPlace($0) && layout.isFree(row: $0.row, columns: $0.column..<$0.column + 1)
      }
      let lines = lines
      let clear = free.first { !lines.isSet(column: $0.column, row: $0.row) }
      guard let cell = clear ?? free.first else { continue }
      layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
      surface.put(glyph, at: position(cell), style: Style(role, [.bold, .reverse]))
    }
  }

  /// Draws distance marks and direction arrows along the selected path. Marks that would cover the
  /// name or the symbol of a library item are omitted.
  ///
  /// - Complexity: O(*n*/256 + *m* log *n*) for *n* points and *m* marks in view.
  mutating func drawPathMarks(into surface: inout Surface) {
    guard let marks = scene.pathMarks, let shape = selectedPath?.wholeShape, shape.count > 1,
      marks.distancesMetres.count == shape.count
    else { return }
    let ruler = PathRuler(shape: shape, distances: marks.distancesMetres)
    let sections = shape.sections(in: viewport.visibleBounds(in: size))
    let visible = sections.reduce(0) {
      $0 + ruler.distances[$1.upperBound] - ruler.distances[$1.lowerBound]
    }
    guard visible > 0, viewport.metresPerDot.isFinite else { return }
    let least = max(viewport.metresPerDot * Self.markDots, visible / Self.mostMarks)
    let unit = scene.units.splitMetres
    let spacing = max(Self.roundNumber(atLeast: least / unit), 1)
    for metres in ruler.multiples(of: spacing * unit, from: spacing * unit, in: sections) {
      drawDistance(metres, ruler, into: &surface)
    }
    let gap = Self.roundNumber(atLeast: least / unit) * unit
    var taken: Set<Point> = []
    for metres in ruler.multiples(of: gap, from: gap / 2, in: sections) {
      drawArrow(metres, ruler, &taken, into: &surface)
    }
  }

  /// Returns the given value, rounded up to 1, 2 or 5 times a power of ten.
  private static func roundNumber(atLeast value: Double) -> Double {
    var power = 1.0
    while power < value { power *= 10 }
    while power / 10 >= value, power > 1e-6 { power /= 10 }
    return [power / 5, power / 2].first { $0 >= value } ?? power
  }

  private func freeCell(at point: WorldPoint) -> Point? {
    let cell = viewport.cell(at: point, in: size)
    guard layout.isFree(row: cell.row, columns: cell.column..<cell.column + 1),
      !handles.contains(cell)
    else { return nil }
    return cell
  }

  private mutating func drawDistance(
    _ metres: Double, _ ruler: PathRuler, into surface: inout Surface
  ) {
    guard let point = ruler.point(at: metres), let cell = freeCell(at: point) else { return }
    let units = scene.units
    let number = Int((metres / units.splitMetres).rounded())
    let text = DisplayText("\(Numbers.grouped(number)) \(units.splitSymbol)")
    let width = text.width
    let places = [
      Point(column: cell.column + 1, row: cell.row),
      Point(column: cell.column - width, row: cell.row),
      Point(column: cell.column - width / 2, row: cell.row - 1),
      Point(column: cell.column - width / 2, row: cell.row + 1),
    ]
    .filter { layout.isFree(row: $0.row, columns: $0.column..<$0.column + width) }
    let lines = lines
    func hidden(_ place: Point) -> Int {
      (place.column..<place.column + width).count { lines.isSet(column: $0, row: place.row) }
    }
    guard let place = places.min(by: { hidden($0) < hidden($1) }) else { return }
    layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
    layout.reserve(row: place.row, columns: place.column - 1..<place.column + width + 1)
    surface.put(glyphs.distanceMark, at: position(cell), style: Style(.pathSelected, .bold))
    surface.put(text, at: position(place), style: Style(.pathSelected))
  }

  private mutating func drawArrow(
    _ metres: Double, _ ruler: PathRuler, _ taken: inout Set<Point>, into surface: inout Surface
  ) {
    // The squares have fixed positions in the world, so that panning does not change the choice of
    // arrows.
    let reach = 4 * viewport.metresPerDot
    guard let point = ruler.point(at: metres), let cell = freeCell(at: point),
      let before = ruler.point(at: metres - reach) ?? ruler.point(at: metres - reach / 8),
      let after = ruler.point(at: metres + reach) ?? ruler.point(at: metres + reach / 8)
    else { return }
    let square = Point(
      column: Int((point.x * viewport.dotsPerWorld / Self.arrowDots).rounded(.down)),
      row: Int((point.y * viewport.dotsPerWorld / Self.arrowDots).rounded(.down)))
    let (from, to) = (viewport.dot(at: before, in: size), viewport.dot(at: after, in: size))
    let (across, down) = (to.x - from.x, to.y - from.y)
    guard max(abs(across), abs(down)) >= 1, taken.insert(square).inserted else { return }
    let glyph =
      abs(across) >= abs(down)
      ? glyphs.arrows[across > 0 ? 0 : 2] : glyphs.arrows[down > 0 ? 1 : 3]
    layout.reserve(row: cell.row, columns: cell.column..<cell.column + 1)
    surface.put(glyph, at: position(cell), style: Style(.pathSelected, .bold))
  }
}

/// A lookup of positions by their distance along a path.
private struct PathRuler {
  let shape: PathShape
  let distances: [Double]

  /// Returns the position at a distance from the path's start. Returns nil at the path's start,
  /// beyond its end, and in a gap between segments.
  func point(at metres: Double) -> WorldPoint? {
    let next = (0..<shape.count).firstPosition { distances[$0] >= metres }
    guard next > 0, next < shape.count else { return nil }
    let start = shape.segmentStarts.firstPosition { $0 >= next }
    if start < shape.segmentStarts.count, shape.segmentStarts[start] == next { return nil }
    let (from, to) = (shape.point(at: next - 1), shape.point(at: next))
    let length = distances[next] - distances[next - 1]
    let share = length > 0 ? (metres - distances[next - 1]) / length : 0
    return WorldPoint(x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
  }

  /// Returns the distances `first`, `first + step` and so on that lie within the given sections of
  /// the path.
  func multiples(
    of step: Double, from first: Double, in sections: [ClosedRange<Int>]
  ) -> [Double] {
    sections.flatMap { section in
      let (low, high) = (distances[section.lowerBound], distances[section.upperBound])
      var number = max(((low - first) / step).rounded(.down) + 1, 0)
      if section.lowerBound == 0, first <= low { number = 0 }
      var found: [Double] = []
      while first + number * step <= high {
        found.append(first + number * step)
        number += 1
      }
      return found
    }
  }
}

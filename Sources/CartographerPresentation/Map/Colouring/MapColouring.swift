import CartographerCore
import Geodesy
import TerminalUI

/// The colours of paths on the map, which show a quantity, such as speed, at each point.
///
/// The colours are computed once and shared by reference, so that they do not slow down drawing.
package final class MapColouring: Sendable {
  /// A path to colour, with its points and the quantity at each point, in SI units. NaN means that
  /// the point has no value.
  package typealias ColouredPath = (id: ItemID, shape: PathShape, values: [Double])

  package let scale: ColourScale
  /// The shape of each coloured path, with its points' colour-scale steps at each level of detail.
  private let paths: [ItemID: (shape: PathShape, levels: [[UInt8]])]

  /// The number used instead of a colour-scale step at points without a value.
  package static let noStep = UInt8.max

  /// Creates a colouring for paths. Returns nil if the paths have no values.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  package init?(_ paths: [ColouredPath], by quantity: PathColour, _ units: UnitSystem) {
    guard let scale = ColourScale(paths.map(\.values), of: quantity, units) else { return nil }
    self.scale = scale
    var known: [ItemID: (PathShape, [[UInt8]])] = [:]
    for (id, shape, values) in paths
    where values.count == shape.count && values.contains(where: \.isFinite) {
      known[id] = (shape, Self.levels(of: shape, values, scale))
    }
    self.paths = known
  }

  /// Creates a colouring for paths, after reading the paths' sensor values if the quantity needs
  /// them. Returns nil if the paths have no values.
  ///
  /// - Throws: `CancellationError` or ``LibraryError``.
  package static func read(
    _ paths: [(id: ItemID, shape: PathShape, columns: TrackColumns)], by quantity: PathColour,
    _ units: UnitSystem, from library: Library
  ) async throws -> MapColouring? {
    var known: [ColouredPath] = []
    for (id, shape, columns) in paths {
      let sensors = quantity == .heartRate ? try await library.sensors(of: id) : PathSensors()
      known.append((id, shape, quantity.values(of: columns, sensors)))
    }
    return MapColouring(known, by: quantity, units)
  }

  /// Returns the colour-scale step of each point, for each level of detail of a shape. The step of
  /// a point represents the mean of all values since the level's previous point, because a single
  /// value would be arbitrary.
  private static func levels(
    of shape: PathShape, _ values: [Double], _ scale: ColourScale
  ) -> [[UInt8]] {
    var sums: [Double] = [0]
    var counts: [Int32] = [0]
    sums.reserveCapacity(values.count + 1)
    counts.reserveCapacity(values.count + 1)
    var (sum, count) = (0.0, Int32(0))
    for value in values {
      if value.isFinite { (sum, count) = (sum + value, count + 1) }
      sums.append(sum)
      counts.append(count)
    }
    return shape.levels.map { level in
      var first = 0
      return (0..<level.count).map { position in
        let end = level.index(at: position) + 1
        defer { first = end }
        let known = counts[end] - counts[first]
        return known == 0 ? noStep : scale.step(of: (sums[end] - sums[first]) / Double(known))
      }
    }
  }

  /// Returns the colour-scale step of each point, for each level of detail of a path. Returns nil
  /// if the path has no steps, or if they were computed for a different shape.
  func levels(of id: ItemID, _ shape: PathShape?) -> [[UInt8]]? {
    paths[id].flatMap { $0.shape == shape ? $0.levels : nil }
  }

  /// Returns whether this colouring contains a path.
  func contains(_ id: ItemID) -> Bool { paths[id] != nil }
}

extension MapColouring: Equatable {
  /// Compares two colourings by identity, since colourings are immutable.
  package static func == (lhs: MapColouring, rhs: MapColouring) -> Bool { lhs === rhs }
}

extension MapDrawing {
  /// Draws a path with a separate colour for each point, according to the colour scale. Returns
  /// false if the path has no such colours.
  func drawColoured(
    _ path: MapPath, bold: Bool, with tracer: inout PathTracer, on canvas: inout DotCanvas
  ) -> Bool {
    guard let colouring = scene.colouring, let shape = path.wholeShape,
      let levels = colouring.levels(of: path.id, shape)
    else { return false }
    let attributes: TextAttributes = bold ? .bold : []
    let styles = colouring.scale.roles.map { Style($0, attributes) }
    tracer.trace(shape, steps: levels) { points, step in
      canvas.polyline(points, style: Int(step) < styles.count ? styles[Int(step)] : Style(.dim))
    }
    return true
  }

  /// Replaces the dots of coloured lines with characters that represent the colour steps, for
  /// screens and files without colours. The lowest step keeps its dots.
  func drawSteps(into surface: inout Surface) {
    guard scene.colouring != nil, scene.showsStepsAsCharacters else { return }
    for row in rect.rowRange {
      for column in rect.columnRange {
        let cell = Point(column: column, row: row)
        guard let style = surface[cell]?.style, case .scale(let step) = style.role,
          step > 0 || glyphSet != .braille
        else { continue }
        surface.put(glyphs.heat[step], at: cell, style: style)
      }
    }
  }
}

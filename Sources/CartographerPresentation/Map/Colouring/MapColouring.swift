import CartographerCore
import Geodesy
import TerminalUI

/// The colours of paths on the map, point by point, by a quantity such as the speed.
///
/// A colouring is computed once for its paths and shared by reference, so that a frame takes no longer than one
/// without colours.
package final class MapColouring: Sendable {
  package let scale: ColourScale
  /// The step of each point of each path that has values, or ``noStep`` for a point without a value.
  let steps: [ItemID: [UInt8]]

  /// The step of points without a value.
  package static let noStep = UInt8.max

  /// Creates the colouring of paths. Returns nil if the paths have no values.
  ///
  /// - Parameter values: The quantity at each point of each path, in SI units, with NaN for points without a value.
  /// - Complexity: O(*n*), where *n* is the number of values.
  package init?(_ values: [ItemID: [Double]], by quantity: PathColour, _ units: UnitSystem) {
    let order = values.keys.sorted()
    guard let scale = ColourScale(order.compactMap { values[$0] }, of: quantity, units) else {
      return nil
    }
    self.scale = scale
    steps = values.compactMapValues { values in
      values.contains { $0.isFinite } ? values.map(scale.step) : nil
    }
  }

  /// Reads the sensor values of paths if the quantity needs them, and creates the colouring of the paths. Returns nil if
  /// the paths have no values.
  ///
  /// - Throws: `CancellationError` or ``LibraryError``.
  package static func read(
    _ paths: [(id: ItemID, columns: TrackColumns)], by quantity: PathColour, _ units: UnitSystem,
    from library: Library
  ) async throws -> MapColouring? {
    var values: [ItemID: [Double]] = [:]
    for (id, columns) in paths {
      let sensors = quantity == .heartRate ? try await library.sensors(of: id) : PathSensors()
      values[id] = quantity.values(of: columns, sensors)
    }
    return MapColouring(values, by: quantity, units)
  }

  /// Returns the steps of a path's points, or nil if the path has none or is drawn from other points.
  func steps(of id: ItemID, pointCount: Int?) -> [UInt8]? {
    steps[id].flatMap { $0.count == pointCount ? $0 : nil }
  }

  /// Returns whether a path is drawn in several colours.
  func contains(_ id: ItemID) -> Bool { steps[id] != nil }
}

extension MapColouring: Equatable {
  /// Compares two colourings by identity, since a colouring is immutable.
  package static func == (lhs: MapColouring, rhs: MapColouring) -> Bool { lhs === rhs }
}

extension MapDrawing {
  /// Draws a path in the colours of its points. Returns false if the path has no such colours.
  mutating func drawColoured(_ path: MapPath, bold: Bool, with tracer: inout PathTracer) -> Bool {
    guard let colouring = scene.colouring, let shape = path.wholeShape,
      let steps = colouring.steps(of: path.id, pointCount: shape.count)
    else { return false }
    let attributes: TextAttributes = bold ? .bold : []
    let styles = colouring.scale.roles.map { Style($0, attributes) }
    tracer.trace(shape, steps: steps) { points, step in
      lines.polyline(points, style: Int(step) < styles.count ? styles[Int(step)] : Style(.dim))
    }
    return true
  }

  /// Replaces the dots of coloured lines by the characters of their steps, for screens and files without colours. The
  /// lowest step keeps its dots.
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

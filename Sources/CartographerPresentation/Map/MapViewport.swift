import Foundation
import Geodesy
import TerminalUI

/// The part of the world that a map shows, described by a centre and a zoom level.
///
/// At zoom *z* the world is 256·2^z dots wide (see ``Size``). The viewport does not store the size
/// of the view; methods take it as a parameter, so that a resized window keeps its viewport.
package struct MapViewport: Equatable, Sendable {
  /// The centre of the view on the Web Mercator plane: x in 0..<1, y in 0...1.
  package let centre: WorldPoint
  /// The zoom level, which can be fractional; adding 1 doubles the scale.
  package let zoom: Double
  /// The width of the world in dots: 256·2^zoom.
  package let dotsPerWorld: Double

  /// The allowed zoom levels, from the whole world in a small pane to a few centimetres per dot.
  package static let zoomRange: ClosedRange<Double> = -2...22
  /// The change in zoom level per key press or wheel click; the scale changes by a factor of √2.
  package static let zoomStep = 0.5

  package init(centre: WorldPoint, zoom: Double) {
    let x = centre.x.isFinite ? centre.x - centre.x.rounded(.down) : 0.5
    let y = centre.y.isFinite ? min(max(centre.y, 0), 1) : 0.5
    self.centre = WorldPoint(x: x >= 1 ? 0 : x, y: y)
    let range = Self.zoomRange
    self.zoom = zoom.isFinite ? min(max(zoom, range.lowerBound), range.upperBound) : 0
    dotsPerWorld = 256 * exp2(self.zoom)
  }

  package init(centre: Coordinate, zoom: Double) {
    self.init(centre: WebMercator.project(centre), zoom: zoom)
  }

  /// The viewport that shows the whole world.
  package static let world = MapViewport(centre: WorldPoint(x: 0.5, y: 0.5), zoom: -1)

  package var centreCoordinate: Coordinate { WebMercator.unproject(centre) }

  /// The ground distance that one dot covers at the middle of the view, in metres.
  package var metresPerDot: Double {
    WebMercator.metresPerUnit(atLatitude: centreCoordinate.latitude) / dotsPerWorld
  }

  // MARK: Moving

  /// Returns the viewport moved by whole cells, so that the lines still in view consist of exactly
  /// the same dots.
  package func panned(columns: Int, rows: Int) -> MapViewport {
    MapViewport(
      centre: WorldPoint(
        x: centre.x + Double(columns * DotCanvas.dotsPerColumn) / dotsPerWorld,
        y: centre.y + Double(rows * DotCanvas.dotsPerRow) / dotsPerWorld),
      zoom: zoom)
  }

  /// Returns the viewport moved by a fraction of the view's size, rounded to at least one cell.
  ///
  /// An arrow key moves the view by an eighth of its size, or with Shift by half of its size.
  package func panned(byColumns across: Double, rows down: Double, of size: Size) -> MapViewport {
    panned(
      columns: Self.cells(across, of: size.columns), rows: Self.cells(down, of: size.rows))
  }

  private static func cells(_ fraction: Double, of extent: Int) -> Int {
    guard fraction != 0, fraction.isFinite, abs(fraction) <= 1_000 else { return 0 }
    let cells = Int((abs(fraction) * Double(extent)).rounded())
    return fraction < 0 ? -max(cells, 1) : max(cells, 1)
  }

  package func centred(on coordinate: Coordinate) -> MapViewport {
    MapViewport(centre: WebMercator.project(coordinate), zoom: zoom)
  }

  /// Returns the viewport moved by the fewest whole cells that bring a coordinate into view.
  ///
  /// - Parameter margin: The minimum distance from the coordinate to the view's edges, in cells.
  package func revealing(
    _ coordinate: Coordinate, in size: Size, marginCells margin: Int = 2
  ) -> MapViewport {
    guard coordinate.isValid, !size.isEmpty else { return self }
    let cell = cell(at: WebMercator.project(coordinate), in: size)
    func shift(_ position: Int, _ extent: Int) -> Int {
      let inset = min(margin, max((extent - 1) / 2, 0))
      if position < inset { return position - inset }
      if position > extent - 1 - inset { return position - (extent - 1 - inset) }
      return 0
    }
    return panned(
      columns: shift(cell.column, size.columns), rows: shift(cell.row, size.rows))
  }

  /// Returns the viewport zoomed in by a number of zoom levels, or zoomed out if the number is
  /// negative.
  ///
  /// The world point in the anchor cell stays in that cell; the default anchor is the middle cell.
  /// Zooming out stops when the whole world is in view.
  package func zoomed(
    by levels: Double, keeping anchor: Point? = nil, in size: Size
  ) -> MapViewport {
    let target = MapViewport(
      centre: centre, zoom: max(zoom + levels, min(zoom, Self.leastZoom(in: size))))
    guard let anchor, target.zoom != zoom else { return target }
    let across = Double((anchor.column - size.columns / 2) * DotCanvas.dotsPerColumn)
    let down = Double((anchor.row - size.rows / 2) * DotCanvas.dotsPerRow)
    let change = 1 / dotsPerWorld - 1 / target.dotsPerWorld
    return MapViewport(
      centre: WorldPoint(x: centre.x + across * change, y: centre.y + down * change),
      zoom: target.zoom)
  }

  /// Returns the smallest useful zoom level, at which the whole world is slightly smaller than the
  /// view's shorter side.
  private static func leastZoom(in size: Size) -> Double {
    log2(Double(max(min(size.dotsWide, size.dotsHigh), 1)) / 256) - zoomStep
  }

  // MARK: Fitting

  /// Returns the viewport with the largest zoom that shows the whole box, with a margin on each side.
  ///
  /// - Parameter margin: The fraction of the view left free on each side, from 0 to 0.45.
  /// - Parameter maximumZoom: The largest zoom level, used for a small box such as a single place.
  package static func fitting(
    _ bounds: WorldBounds, in size: Size, margin: Double = 0.08, maximumZoom: Double = 16
  ) -> MapViewport {
    let room = 1 - 2 * min(max(margin, 0), 0.45)
    // The centre lies in the middle of a cell, so one side of it has less room than the other.
    let middle = size.middleDot
    let dotsAcross = 2 * max(Double(size.dotsWide) - middle.x, 0.5)
    let dotsDown = 2 * max(Double(size.dotsHigh) - middle.y, 0.5)
    let across = room * dotsAcross / max(bounds.width, .leastNonzeroMagnitude)
    let down = room * dotsDown / max(bounds.height, .leastNonzeroMagnitude)
    let scale = min(across, down)
    let level = scale.isFinite ? log2(scale / 256) : maximumZoom
    return MapViewport(centre: bounds.centre, zoom: min(level, maximumZoom))
  }
}

import Foundation
import Geodesy
import TerminalUI

/// The part of the world that a map shows, described by a centre and a zoom level.
///
/// At zoom *z* the world is 256·2^z dots wide (see ``Size``). The viewport does not store the size
/// of the view; methods take it as a parameter, so that a resized window keeps its viewport.
package struct MapViewport: Equatable, Sendable {
  /// The centre of the view on the Web Mercator plane: x in 0..<1, y in 0...1. In a polar view, y
  /// may lie beyond this range.
  package let centre: WorldPoint
  /// The polar projection of a view whose centre is near a pole, or nil for Web Mercator.
  ///
  /// Even in a polar view, positions are stored as points on the Web Mercator plane, and only their
  /// positions on the screen differ.
  package let polar: PolarMap?
  /// A polar view's centre on the plane of its projection.
  let polarCentre: WorldPoint
  /// The zoom level, which can be fractional. Adding 1 doubles the scale.
  package let zoom: Double
  /// The world's width in dots: 256·2^zoom.
  package let dotsPerWorld: Double

  /// The allowed zoom levels, from the whole world in a small pane to a few centimetres per dot.
  package static let zoomRange: ClosedRange<Double> = -2...22
  /// The change in zoom level for each key press or turn of the mouse wheel. The scale changes by a
  /// factor of √2.
  package static let zoomStep = 0.5

  package init(centre: WorldPoint, zoom: Double) {
    let x = centre.x.isFinite ? centre.x - centre.x.rounded(.down) : 0.5
    let y = centre.y.isFinite ? min(max(centre.y, 0), 1) : 0.5
    self.centre = WorldPoint(x: x >= 1 ? 0 : x, y: y)
    self.zoom = Self.clamped(zoom, least: Self.zoomRange.lowerBound)
    dotsPerWorld = 256 * exp2(self.zoom)
    polar = nil
    polarCentre = WorldPoint(x: 0, y: 0)
  }

  /// Creates the viewport around a coordinate: a polar view beyond 85° of latitude, otherwise a
  /// view in Web Mercator.
  package init(centre: Coordinate, zoom: Double) {
    let limit = PolarMap.latitudeLimit
    guard centre.isValid, abs(centre.latitude) > limit else {
      self.init(centre: WebMercator.project(centre), zoom: zoom)
      return
    }
    self.init(
      centre: centre, zoom: zoom,
      PolarMap(centre.latitude > 0 ? .north : .south, meridian: centre.longitude))
  }

  private init(centre: Coordinate, zoom: Double, _ polar: PolarMap) {
    let point = WebMercator.projectBeyondSquare(centre)
    self.centre = WorldPoint(x: point.x - point.x.rounded(.down), y: point.y)
    self.zoom = Self.clamped(zoom, least: Self.leastPolarZoom)
    dotsPerWorld = 256 * exp2(self.zoom)
    self.polar = polar
    polarCentre = polar.project(centre)
  }

  /// Creates the viewport whose centre is the given point on the plane of a polar projection.
  ///
  /// A view that leaves the polar region is shown in Web Mercator. The latitude limit for leaving
  /// the region is farther from the pole than the limit for entering it, so that small movements do
  /// not switch the projection back and forth.
  init(polarCentre: WorldPoint, zoom: Double, _ polar: PolarMap) {
    let centre = polar.unproject(polarCentre)
    if abs(centre.latitude) < PolarMap.latitudeLimit - 1
      || (centre.latitude > 0) != (polar.pole == .north)
    {
      self.init(centre: WebMercator.project(centre), zoom: zoom)
    } else {
      self.init(centre: centre, zoom: zoom, polar)
    }
  }

  private static func clamped(_ zoom: Double, least: Double) -> Double {
    zoom.isFinite ? min(max(zoom, least), zoomRange.upperBound) : 0
  }

  /// The lowest zoom level of polar views. At the same zoom level, a dot covers less ground in a
  /// polar view than in Web Mercator.
  private static let leastPolarZoom = zoomRange.lowerBound - 3

  /// The viewport that shows the whole world.
  package static let world = MapViewport(centre: WorldPoint(x: 0.5, y: 0.5), zoom: -1)

  package var centreCoordinate: Coordinate {
    polar?.unproject(polarCentre) ?? WebMercator.unproject(centre)
  }

  /// The ground distance that one dot covers at the centre of the view, in metres.
  package var metresPerDot: Double {
    let latitude = centreCoordinate.latitude
    return
      (polar?.metresPerUnit(atLatitude: latitude)
      ?? WebMercator.metresPerUnit(atLatitude: latitude)) / dotsPerWorld
  }

  // MARK: Moving

  /// Returns the viewport moved by a whole number of cells. Lines that stay in view keep exactly
  /// the same dots.
  package func panned(columns: Int, rows: Int) -> MapViewport {
    moved(
      across: Double(columns * DotCanvas.dotsPerColumn) / dotsPerWorld,
      down: Double(rows * DotCanvas.dotsPerRow) / dotsPerWorld, zoom: zoom)
  }

  /// Returns the viewport with the given zoom level, moved by a distance on the projection plane,
  /// in world units.
  private func moved(across: Double, down: Double, zoom: Double) -> MapViewport {
    if let polar {
      let point = WorldPoint(x: polarCentre.x + across, y: polarCentre.y + down)
      return MapViewport(polarCentre: point, zoom: zoom, polar)
    }
    let moved = MapViewport(
      centre: WorldPoint(x: centre.x + across, y: centre.y + down), zoom: zoom)
    let coordinate = moved.centreCoordinate
    guard down != 0, abs(coordinate.latitude) > PolarMap.latitudeLimit else {
      return moved
    }
    return MapViewport(centre: coordinate, zoom: zoom)
  }

  /// Returns the viewport moved by a fraction of the view's size, rounded to at least one cell.
  ///
  /// An arrow key moves the view by an eighth of its size; with Shift, by half.
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
    MapViewport(centre: coordinate, zoom: zoom)
  }

  /// Returns the viewport moved by the fewest whole cells that bring a coordinate into view.
  ///
  /// - Parameter margin: The minimum distance from the coordinate to the view's edges, in cells.
  package func revealing(
    _ coordinate: Coordinate, in size: Size, marginCells margin: Int = 2
  ) -> MapViewport {
    guard coordinate.isValid, !size.isEmpty else { return self }
    let cell = cell(at: WebMercator.projectBeyondSquare(coordinate), in: size)
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
  /// The world point in the anchor cell stays in that cell. The default anchor is the middle cell.
  /// Zooming out stops when the whole world is in view.
  package func zoomed(
    by levels: Double, keeping anchor: Point? = nil, in size: Size
  ) -> MapViewport {
    let least = Self.leastZoom(in: size) + (polar == nil ? 0 : Self.leastPolarZoom + 2)
    let target = moved(across: 0, down: 0, zoom: max(zoom + levels, min(zoom, least)))
    guard let anchor, target.zoom != zoom else { return target }
    let across = Double((anchor.column - size.columns / 2) * DotCanvas.dotsPerColumn)
    let down = Double((anchor.row - size.rows / 2) * DotCanvas.dotsPerRow)
    let change = 1 / dotsPerWorld - 1 / target.dotsPerWorld
    return moved(across: across * change, down: down * change, zoom: target.zoom)
  }

  /// Returns the lowest useful zoom level, at which the whole world is slightly smaller than the
  /// view's shorter side.
  private static func leastZoom(in size: Size) -> Double {
    log2(Double(max(min(size.dotsWide, size.dotsHigh), 1)) / 256) - zoomStep
  }

  // MARK: Fitting

  /// Returns the viewport with the highest zoom level that shows the whole box, with a margin on
  /// each side.
  ///
  /// - Parameter extent: A closure that returns the items' bounding box in a polar projection.
  ///   It is called only near a pole, where a path across the pole fills only a small part of the
  ///   box. If it returns nil, the polar view shows the whole box.
  /// - Parameter margin: The fraction of the view left free on each side, from 0 to 0.45.
  /// - Parameter maximumZoom: The maximum zoom level, used for a small box such as a single place.
  package static func fitting(
    _ bounds: WorldBounds, extent: (PolarMap) -> WorldBounds? = { _ in nil }, in size: Size,
    margin: Double = 0.08, maximumZoom: Double = 16
  ) -> MapViewport {
    let room = 1 - 2 * min(max(margin, 0), 0.45)
    // The centre lies in the middle of a cell, so one side of it has less room than the other.
    let middle = size.middleDot
    let dotsAcross = 2 * max(Double(size.dotsWide) - middle.x, 0.5)
    let dotsDown = 2 * max(Double(size.dotsHigh) - middle.y, 0.5)
    if let view = polar(
      bounds, extent, dotsAcross: room * dotsAcross, dotsDown: room * dotsDown, maximumZoom)
    {
      return view
    }
    // The regions beyond the square world map would be infinitely high.
    var square = bounds
    square.minY = min(max(bounds.minY, 0), 1)
    square.maxY = min(max(bounds.maxY, 0), 1)
    let across = room * dotsAcross / max(square.width, .leastNonzeroMagnitude)
    let down = room * dotsDown / max(square.height, .leastNonzeroMagnitude)
    let scale = min(across, down)
    let level = min(scale.isFinite ? log2(scale / 256) : maximumZoom, maximumZoom)
    return MapViewport(centre: square.centre, zoom: level)
  }

  /// Returns the polar projection for a view of a box. Returns nil if the box lies entirely within
  /// the square world map or extends too far from the pole.
  static func polarMap(of bounds: WorldBounds) -> PolarMap? {
    let north = WebMercator.unproject(WorldPoint(x: 0, y: bounds.minY)).latitude
    let south = WebMercator.unproject(WorldPoint(x: 0, y: bounds.maxY)).latitude
    let limit = PolarMap.latitudeLimit
    let isNorth = north > limit && south > 60
    guard isNorth || south < -limit && north < -60 else { return nil }
    let middle = WebMercator.unproject(bounds.centre)
    return PolarMap(isNorth ? .north : .south, meridian: middle.longitude)
  }

  /// Returns the polar view that shows an entire box. If `extent` returns a box on the projection
  /// plane, the view shows that box instead. Returns nil if ``polarMap(of:)`` returns nil.
  private static func polar(
    _ bounds: WorldBounds, _ extent: (PolarMap) -> WorldBounds?, dotsAcross: Double,
    dotsDown: Double, _ maximumZoom: Double
  ) -> MapViewport? {
    guard let polar = polarMap(of: bounds) else { return nil }
    let corners = stride(from: 0.0, through: 1, by: 0.125).flatMap { across in
      [bounds.minY, bounds.maxY].map { y in
        let point = WorldPoint(x: bounds.minX + across * bounds.width, y: y)
        return polar.project(WebMercator.unproject(point))
      }
    }
    let box = extent(polar) ?? WorldBounds(enclosing: corners)
    guard let box else { return nil }
    let scale = min(
      dotsAcross / max(box.width, .leastNonzeroMagnitude),
      dotsDown / max(box.height, .leastNonzeroMagnitude))
    let level = min(scale.isFinite ? log2(scale / 256) : maximumZoom, maximumZoom)
    return MapViewport(polarCentre: box.centre, zoom: level, polar)
  }
}

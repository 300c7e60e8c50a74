import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// The part of the world shown by a picture of the map, and the picture's size in pixels.
package struct PictureView: Equatable, Sendable {
  /// The centre of the picture on the Web Mercator plane: x in 0..<1; y in 0...1, or beyond this
  /// range near a pole.
  let centre: WorldPoint
  /// The width of the world, in pixels.
  let pixelsPerWorld: Double
  let width: Double
  let height: Double
  /// The polar projection and the picture's centre on the projection's plane, or nil for Web
  /// Mercator. Pictures near a pole have a polar projection.
  private let polar: (map: PolarMap, centre: WorldPoint)?

  /// The left, right and top margin around the items, in pixels. Labels and marks need
  /// this room.
  private static let margin = 48.0
  /// The margin below the items, in pixels, which leaves room for the scale bar and the credits.
  private static let bottomMargin = 60.0
  /// The maximum zoom level, which limits the zoom for a small area such as a single place.
  private static let maximumZoom = 16.0

  /// Creates the view that shows a whole area at the largest possible scale. If the area is nil,
  /// the view shows the whole world. An area near a pole is shown in a polar projection.
  ///
  /// - Parameter extent: A closure that returns the items' bounding box in a polar projection.
  ///   If it returns nil, the whole area is shown.
  init(
    fitting bounds: WorldBounds?, extent: (PolarMap) -> WorldBounds? = { _ in nil }, width: Int,
    height: Int
  ) {
    var bounds = bounds ?? WorldBounds(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let pane = Self.pane(width: Double(width), height: Double(height))
    let viewport = MapViewport.fitting(bounds, extent: extent, in: pane)
    guard viewport.polar == nil else {
      self.init(viewport, pane: pane, width: width, height: height)
      return
    }
    if bounds.width > 1 {
      // A path around the world continues on the other side of the picture.
      bounds.minX = bounds.centre.x - 0.5
      bounds.maxX = bounds.minX + 1
    }
    let (width, height) = (Double(width), Double(height))
    let across = max(width - 2 * Self.margin, width / 2)
    let down = max(height - Self.margin - Self.bottomMargin, height / 2)
    let scale = min(
      across / max(bounds.width, .leastNonzeroMagnitude),
      down / max(bounds.height, .leastNonzeroMagnitude))
    let most = 256 * exp2(Self.maximumZoom)
    let pixels = min(scale, most)
    let shift = down == height / 2 ? 0 : (Self.bottomMargin - Self.margin) / 2 / pixels
    let middle = bounds.centre
    self.init(
      centre: WorldPoint(x: middle.x, y: middle.y + shift), pixelsPerWorld: pixels, width: width,
      height: height)
  }

  /// Creates the view that shows all items at the largest possible scale.
  package init(fitting contents: PictureContents, width: Int, height: Int) {
    self.init(fitting: contents.bounds, extent: contents.extent, width: width, height: height)
  }

  /// Creates the view that shows the same area as a map pane in the editor.
  ///
  /// - Parameter pane: The size of the map's pane in cells.
  ///   If the picture's aspect ratio differs from the pane's, the picture also shows some of the
  ///   surrounding area.
  package init(_ viewport: MapViewport, pane: Size, width: Int, height: Int) {
    let scale = min(
      Double(width) / Double(max(pane.dotsWide, 1)), Double(height) / Double(max(pane.dotsHigh, 1)))
    self.init(
      centre: viewport.centre, pixelsPerWorld: viewport.dotsPerWorld * scale, width: Double(width),
      height: Double(height), polar: viewport.polar.map { ($0, viewport.polarCentre) })
  }

  /// Creates a view of exactly the area shown in the editor's map pane, with one pixel for each
  /// dot.
  package init(_ viewport: MapViewport, pane: Size) {
    self.init(
      viewport, pane: pane, width: max(pane.dotsWide, 1), height: max(pane.dotsHigh, 1))
  }

  private init(
    centre: WorldPoint, pixelsPerWorld: Double, width: Double, height: Double,
    polar: (map: PolarMap, centre: WorldPoint)? = nil
  ) {
    self.centre = WorldPoint(x: centre.x - centre.x.rounded(.down), y: centre.y)
    self.pixelsPerWorld = pixelsPerWorld
    self.width = width
    self.height = height
    self.polar = polar
  }

  package static func == (lhs: PictureView, rhs: PictureView) -> Bool {
    lhs.centre == rhs.centre && lhs.pixelsPerWorld == rhs.pixelsPerWorld && lhs.width == rhs.width
      && lhs.height == rhs.height && lhs.polar?.map == rhs.polar?.map
      && lhs.polar?.centre == rhs.polar?.centre
  }

  /// Returns the size, in cells, of a pane in which each dot is one pixel.
  private static func pane(width: Double, height: Double) -> Size {
    Size(
      columns: max(Int((width / Double(DotCanvas.dotsPerColumn)).rounded(.up)), 1),
      rows: max(Int((height / Double(DotCanvas.dotsPerRow)).rounded(.up)), 1))
  }

  /// Whether the picture has a polar projection instead of Web Mercator.
  var isPolar: Bool { polar != nil }

  /// The zoom level as defined for web maps: the world is 256·2^zoom pixels wide.
  var zoom: Double { log2(pixelsPerWorld / 256) }

  /// The coordinate at the middle of the picture.
  var centreCoordinate: Coordinate {
    polar.map { $0.map.unproject($0.centre) } ?? WebMercator.unproject(centre).turned
  }

  /// The ground distance per pixel at the middle of the picture, in metres.
  var metresPerPixel: Double {
    let latitude = centreCoordinate.latitude
    return
      (polar?.map.metresPerUnit(atLatitude: latitude)
      ?? WebMercator.metresPerUnit(atLatitude: latitude)) / pixelsPerWorld
  }

  /// The area visible in the picture, on the Web Mercator plane. Its x values may extend beyond
  /// 0...1.
  package var bounds: WorldBounds { bounds(enlargedBy: 0) }

  /// Returns the visible area, enlarged on each side by a fraction of the picture's size.
  func bounds(enlargedBy share: Double) -> WorldBounds {
    let half = SIMD2(width, height) / pixelsPerWorld * (0.5 + share)
    let middle = polar?.centre ?? centre
    let low = WorldPoint(x: middle.x - half.x, y: middle.y - half.y)
    let high = WorldPoint(x: middle.x + half.x, y: middle.y + half.y)
    return polar?.map.worldBounds(from: low, to: high, centreX: centre.x)
      ?? WorldBounds(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  /// Returns a map view in which each dot is one pixel of the picture. The view contains the
  /// visible area, enlarged on each side by a fraction of the picture's size.
  func mapView(enlargedBy share: Double) -> (viewport: MapViewport, pane: Size) {
    // The map view may be rotated relative to the picture.
    let factor = (1 + 2 * share) * (isPolar ? 1.5 : 1)
    let viewport =
      isPolar
      ? MapViewport(centre: centreCoordinate, zoom: zoom) : MapViewport(centre: centre, zoom: zoom)
    return (viewport, Self.pane(width: width * factor, height: height * factor))
  }

  /// Returns a map view of the picture's area. The view's dots are squares with the given side
  /// length in pixels. Also returns the position of the first dot's top left corner, in pixels.
  func dotView(pixelsPerDot: Double) -> (viewport: MapViewport, pane: Size, origin: SIMD2<Double>) {
    // One more cell on each side covers the edges of the picture.
    let cell = SIMD2(Double(DotCanvas.dotsPerColumn), Double(DotCanvas.dotsPerRow)) * 2
    let pane = Self.pane(
      width: width / pixelsPerDot + cell.x, height: height / pixelsPerDot + cell.y)
    let zoom = zoom - log2(pixelsPerDot)
    let viewport =
      polar.map { MapViewport(polarCentre: $0.centre, zoom: zoom, $0.map) }
      ?? MapViewport(centre: centre, zoom: zoom)
    let middle = pane.middleDot
    return (
      viewport, pane, SIMD2(width, height) / 2 - SIMD2(middle.x, middle.y) * pixelsPerDot
    )
  }

  /// Returns the offsets, in world widths, at which a box's copies touch an area of the Web
  /// Mercator plane. The map repeats the world sideways.
  func turns(of box: WorldBounds, in area: WorldBounds) -> [Double] {
    guard !isPolar else { return [0] }
    let first = (area.minX - box.maxX).rounded(.up)
    let last = (area.maxX - box.minX).rounded(.down)
    return first <= last ? Array(stride(from: first, through: last, by: 1)) : []
  }

  /// Returns a world point's position in the picture, in pixels from the top left corner.
  func position(x: Double, y: Double) -> SIMD2<Double> {
    if let polar {
      let point = polar.map.project(WebMercator.unproject(WorldPoint(x: x, y: y)))
      return position(of: point, from: polar.centre)
    }
    return position(of: WorldPoint(x: x, y: y), from: centre)
  }

  private func position(of point: WorldPoint, from middle: WorldPoint) -> SIMD2<Double> {
    SIMD2(
      (point.x - middle.x) * pixelsPerWorld + width / 2,
      (point.y - middle.y) * pixelsPerWorld + height / 2)
  }

  /// Returns a coordinate's position in pixels. If the map repeats the coordinate, the position
  /// nearest to the picture's middle is returned.
  func position(of coordinate: Coordinate) -> SIMD2<Double> {
    let point = WebMercator.projectBeyondSquare(coordinate)
    return position(x: point.x - (point.x - centre.x).rounded(), y: point.y)
  }

  /// Returns whether a box, or a copy of it shifted by whole world widths, touches the visible
  /// area.
  func touches(_ box: WorldBounds) -> Bool { bounds.touches(box) }

  /// Returns the IDs of the map's places and paths whose bounding boxes touch the visible area.
  package func ids(in scene: MapScene) -> [ItemID] {
    let visible = bounds
    return scene.places.indices(touching: visible).map { scene.places[$0].id }
      + scene.paths.indices(touching: visible).map { scene.paths[$0].id }
  }

  func contains(_ position: SIMD2<Double>) -> Bool { frame.contains(position) }

  /// The picture's rectangle, in pixels, as a clipping box.
  var frame: ClipBox { ClipBox(low: .zero, high: SIMD2(width, height)) }
}

extension Coordinate {
  /// The same coordinate with its longitude wrapped to the range from −180° to 180°.
  var turned: Coordinate {
    Coordinate(
      latitude: latitude, longitude: longitude - 360 * ((longitude + 180) / 360).rounded(.down))
  }
}

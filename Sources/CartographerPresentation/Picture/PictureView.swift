import Foundation
import Geodesy
import TerminalUI

/// The part of the world that a picture of the map shows, with its size in pixels.
package struct PictureView: Equatable, Sendable {
  /// The centre of the picture on the Web Mercator plane: x in 0..<1, y in 0...1.
  let centre: WorldPoint
  /// The width of the world, in pixels.
  let pixelsPerWorld: Double
  let width: Double
  let height: Double

  /// The margin to the left of, to the right of and above the items, in pixels. Labels and marks
  /// need it.
  private static let margin = 48.0
  /// The margin below the items, in pixels, which leaves room for the scale bar and the credits.
  private static let bottomMargin = 60.0
  /// The maximum zoom level, which limits the zoom for a small area such as a single place.
  private static let maximumZoom = 16.0

  /// Creates the view with the largest scale that shows a whole area, or the whole world if the area
  /// is nil.
  init(fitting bounds: WorldBounds?, width: Int, height: Int) {
    let (width, height) = (Double(width), Double(height))
    let bounds = bounds ?? WorldBounds(minX: 0, minY: 0, maxX: 1, maxY: 1)
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

  /// Creates the view with the largest scale that shows all items.
  package init(fitting contents: PictureContents, width: Int, height: Int) {
    self.init(fitting: contents.bounds, width: width, height: height)
  }

  /// Creates the view that shows the same area as a map pane in the editor.
  ///
  /// - Parameter pane: The size of the map's pane in cells. The picture shows the same area as the pane,
  ///   and additional area if the picture's aspect ratio differs.
  package init(_ viewport: MapViewport, pane: Size, width: Int, height: Int) {
    let scale = min(
      Double(width) / Double(max(pane.dotsWide, 1)), Double(height) / Double(max(pane.dotsHigh, 1)))
    self.init(
      centre: viewport.centre, pixelsPerWorld: viewport.dotsPerWorld * scale, width: Double(width),
      height: Double(height))
  }

  private init(centre: WorldPoint, pixelsPerWorld: Double, width: Double, height: Double) {
    self.centre = WorldPoint(x: centre.x - centre.x.rounded(.down), y: centre.y)
    self.pixelsPerWorld = pixelsPerWorld
    self.width = width
    self.height = height
  }

  /// The zoom level of web maps, at which the world is 256·2^zoom pixels wide.
  var zoom: Double { log2(pixelsPerWorld / 256) }

  /// The ground distance of one pixel at the middle of the picture, in metres.
  var metresPerPixel: Double {
    WebMercator.metresPerUnit(atLatitude: WebMercator.unproject(centre).latitude) / pixelsPerWorld
  }

  /// The visible area; its x values may extend beyond 0...1.
  package var bounds: WorldBounds { bounds(enlargedBy: 0) }

  /// Returns the visible area, enlarged on each side by a fraction of the picture's size.
  func bounds(enlargedBy share: Double) -> WorldBounds {
    let (across, down) = (width / pixelsPerWorld, height / pixelsPerWorld)
    let half = 0.5 + share
    return WorldBounds(
      minX: centre.x - across * half, minY: centre.y - down * half, maxX: centre.x + across * half,
      maxY: centre.y + down * half)
  }

  /// Returns the position of a world point in pixels from the top left corner.
  func position(x: Double, y: Double) -> SIMD2<Double> {
    SIMD2((x - centre.x) * pixelsPerWorld + width / 2, (y - centre.y) * pixelsPerWorld + height / 2)
  }

  /// Returns the position of a coordinate's copy that is nearest to the middle of the picture.
  func position(of coordinate: Coordinate) -> SIMD2<Double> {
    let point = WebMercator.project(coordinate)
    return position(x: point.x - (point.x - centre.x).rounded(), y: point.y)
  }

  /// Returns whether a box touches the visible area. The box may be shifted by whole world widths.
  func touches(_ box: WorldBounds) -> Bool {
    let turns = (centre.x - box.centre.x).rounded()
    return bounds.intersects(
      WorldBounds(
        minX: box.minX + turns, minY: box.minY, maxX: box.maxX + turns, maxY: box.maxY))
  }

  func contains(_ position: SIMD2<Double>) -> Bool {
    position.x >= 0 && position.y >= 0 && position.x <= width && position.y <= height
  }
}

import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

/// Functions that choose the map's view for a pane of the given size.
extension MapState {
  // MARK: Moving the view

  /// Pans by fractions of the pane's width and height.
  mutating func pan(byColumns across: Double, rows down: Double, in size: Size) -> [Effect] {
    show(viewport.panned(byColumns: across, rows: down, of: size))
    return []
  }

  /// Pans by a number of cells.
  mutating func nudge(byColumns columns: Int, rows: Int) -> [Effect] {
    show(viewport.panned(columns: columns, rows: rows))
    return []
  }

  /// Fits the map view to the given items. Returns false if the items have no points on the map.
  @discardableResult
  mutating func fit(_ ids: Set<ItemID>, in size: Size) -> Bool {
    guard let bounds = contents.bounds(of: ids) else { return false }
    let fitted = MapViewport.fitting(
      bounds, extent: { contents.extent(of: ids, on: $0) }, in: size, maximumZoom: 14)
    show(fitted)
    return true
  }

  /// Moves the map to a bounding box that is outside the view, and zooms out if the box is larger
  /// than the view. Does nothing if the map does not follow the selection.
  mutating func bringIntoView(_ box: WorldBounds?, in size: Size, _ settings: Settings) {
    guard settings.followsSelection, !followsContents, let box,
      !viewport.visibleBounds(in: size).intersects(box)
    else { return }
    show(.fitting(box, in: size, maximumZoom: viewport.zoom))
  }

  /// Centres the map on a drawing's last point, where the drawing continues, and adjusts the zoom
  /// so that all points are visible.
  mutating func showDrawing(_ points: [Coordinate], endingAt last: Coordinate, in size: Size) {
    let end = WebMercator.projectBeyondSquare(last)
    // A box that is symmetric about the last point is centred on that point.
    var reach = (x: 0.0, y: 0.0)
    for point in points.map(WebMercator.projectBeyondSquare) {
      let across = point.x - end.x
      // The shorter way around the world is used, since a drawing can cross the antimeridian.
      reach.x = max(reach.x, abs(across - across.rounded()))
      reach.y = max(reach.y, abs(point.y - end.y))
    }
    let box = WorldBounds(
      minX: end.x - reach.x, minY: end.y - reach.y, maxX: end.x + reach.x, maxY: end.y + reach.y)
    let zoom = MapViewport.fitting(box, in: size, maximumZoom: 14).zoom
    show(MapViewport(centre: last, zoom: zoom), typed: last)
  }

  /// Restores the map view that was shown before an operation. Does nothing if the user moved the
  /// map during the preview.
  mutating func leaveView(of operation: OpenOperation, in size: Size) {
    guard let view = operation.view, view.fitted == viewport else { return }
    restore(view.before, followsContents: view.followedContents)
    refit(in: size)
  }

  // MARK: Box selection

  /// Returns the area of the box between a corner and the crosshair.
  func box(from corner: Coordinate, in layout: ScreenLayout) -> MapArea {
    let size = layout.mapSize
    let cell = viewport.cell(at: WebMercator.projectBeyondSquare(corner), in: size)
    return viewport.area(from: cell, to: layout.mapCentre, in: size)
  }
}

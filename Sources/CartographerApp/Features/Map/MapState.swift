import CartographerPresentation
import Geodesy
import TerminalUI

/// The state of the map pane: its view and its contents.
package struct MapState: Sendable, Equatable {
  package private(set) var viewport = MapViewport.world
  /// Whether the view is fitted to the map's contents whenever these change, until the user moves
  /// the map.
  package private(set) var followsContents = true
  /// The drawn items without the selection; rebuilt when the library changes.
  package private(set) var contents = MapScene()
  /// The positions of the labels in the last frame, so that labels do not jump.
  package private(set) var labels = MapLabelMemory()
  /// The mouse pointer's last cell while the map is being dragged, or nil if the map is not being
  /// dragged.
  private(set) var dragged: Point?
  /// The cell in which the mouse button was pressed, or nil after the mouse has moved. Releasing
  /// the button in this cell is a click.
  private var pressed: Point?

  private(set) var base = BaseMapState()

  /// Whether the map is empty and still shows its initial view, centred on 0°/0°.
  var isUnplaced: Bool { followsContents && contents.bounds() == nil }

  // MARK: View

  /// Shows a view that the user chose.
  mutating func show(_ viewport: MapViewport) {
    self.viewport = viewport
    followsContents = false
  }

  /// Restores a saved map view, and whether the view is fitted to the map's contents.
  mutating func restore(_ viewport: MapViewport, followsContents: Bool) {
    self.viewport = viewport
    self.followsContents = followsContents
  }

  /// Moves the view until a coordinate is visible, without changing ``followsContents``.
  mutating func reveal(_ coordinate: Coordinate, in size: Size) {
    viewport = viewport.revealing(coordinate, in: size)
  }

  /// Fits the view to the map's entire contents. Returns false if the map is empty.
  @discardableResult
  mutating func fitContents(in size: Size) -> Bool {
    guard let bounds = contents.bounds() else { return false }
    viewport = .fitting(bounds, in: size, maximumZoom: 14)
    return true
  }

  /// Fits the view to the map's entire contents, now and whenever they change. Returns false if the
  /// map is still empty.
  @discardableResult
  mutating func followContents(in size: Size) -> Bool {
    followsContents = true
    return fitContents(in: size)
  }

  // MARK: Contents

  mutating func setContents(paths: [MapPath], places: [MapPlace]) {
    contents.paths = paths
    contents.places = places
  }

  mutating func keepLabels(_ labels: MapLabelMemory) { self.labels = labels }

  // MARK: Base map

  mutating func beginBaseMap(isInstalled: Bool) { base.begin(isInstalled: isInstalled) }

  mutating func requestBaseMap(in size: Size) -> BaseMapState.Request? {
    base.request(for: viewport, in: size)
  }

  mutating func receiveBaseMap(_ pieces: [BaseMapPiece], _ towns: BaseMapTowns?) {
    base.receive(pieces, towns)
  }

  mutating func giveUpBaseMap() { base.giveUp() }

  // MARK: Mouse

  mutating func press(_ cell: Point?) {
    dragged = cell
    pressed = cell
  }

  /// Forgets that a mouse button is pressed, so that releasing it does not count as a click.
  mutating func endPress() { pressed = nil }

  mutating func drag(to cell: Point) {
    if cell != dragged { pressed = nil }
    dragged = cell
  }

  /// Ends a map drag. Returns whether pressing and releasing the button was a click, which means
  /// that both happened in the same cell.
  mutating func release(at cell: Point?) -> Bool {
    defer {
      dragged = nil
      pressed = nil
    }
    return pressed != nil && pressed == cell
  }
}

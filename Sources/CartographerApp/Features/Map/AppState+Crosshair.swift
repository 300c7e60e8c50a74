import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// The maximum distance, in Braille dots, between the crosshair and an item that counts as being
  /// at the crosshair. Eight dots are the height of two cells.
  private static let crosshairDots = 8.0

  /// The title of the item at the crosshair or, if no item is within two cells, the crosshair's
  /// position relative to the nearest town. Nil unless the map has the focus and no edit is under
  /// way.
  var crosshairWords: String? {
    guard mode == .browse || itinerary != nil, focus == .map, overlay == nil else { return nil }
    let layout = layout
    var scene = map.contents
    scene.selected = selected
    let picker = MapPicker(scene, viewport: map.viewport, size: layout.mapSize)
    if let hit = picker.nearest(to: layout.mapCentre, radiusDots: Self.crosshairDots) {
      return index[hit.id]?.title
    }
    return map.base.scene.towns?.words(for: map.viewport.centreCoordinate, in: settings.units)
  }
}

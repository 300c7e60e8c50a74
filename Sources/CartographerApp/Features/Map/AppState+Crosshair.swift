import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// The maximum distance, in Braille dots, at which an item counts as being at the crosshair.
  /// Eight dots are two cells.
  private static let crosshairDots = 8.0

  /// The title of the item at the crosshair. If no item is within two cells, this is the
  /// crosshair's position relative to the nearest town. The value is nil unless the map has the
  /// focus and no edit is under way.
  var crosshairWords: String? {
    guard mode == .browse, focus == .map, overlay == nil else { return nil }
    let size = layout.mapSize
    let centre = Point(column: size.columns / 2, row: size.rows / 2)
    var scene = map.contents
    scene.selected = selected
    let picker = MapPicker(scene, viewport: map.viewport, size: size)
    if let hit = picker.nearest(to: centre, radiusDots: Self.crosshairDots) {
      return index[hit.id]?.title
    }
    return map.base.scene.towns?.words(for: map.viewport.centreCoordinate, in: settings.units)
  }

  // MARK: Ruler

  /// The line from the start of a measurement to the crosshair, labelled with the line's length and
  /// bearing. The value is nil if the user is not measuring or if the map does not have the focus.
  var ruler: MapRuler? {
    guard mode == .browse, focus == .map, let start = map.rulerStart else { return nil }
    let end = map.viewport.centreCoordinate
    let line = Geodesic.inverse(from: start, to: end)
    let bearing = Bearing.text(line.initialBearingDegrees, overMetres: line.distanceMetres)
    let length = settings.units.length(metres: line.distanceMetres)
    return MapRuler(
      points: [start, end],
      label: DisplayText(([length] + [bearing].compactMap(\.self)).joined(separator: " ")))
  }

  /// Starts a measurement at the crosshair, or ends the current measurement and shows its result.
  mutating func toggleRuler() -> [Effect] {
    guard let ruler else {
      map.beginRuler(at: map.viewport.centreCoordinate)
      return say(
        "Move the map to measure from here; \(key("distance")) ends, \(key("leave-map")) cancels")
    }
    map.endRuler()
    return say("Measured \(ruler.label.string)")
  }
}

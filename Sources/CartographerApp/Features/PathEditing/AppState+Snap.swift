import CartographerCore
import CartographerPresentation
import Geodesy

extension AppState {
  /// The snap target for the place or point being moved, or for the point being drawn, measured or
  /// inserted. Nil if no item is near. While the mouse button is pressed, a drawn or measured point
  /// is at the mouse pointer.
  var snapTarget: MapSnap? {
    switch mode {
    case .draw, .measure:
      if let pressed = map.pressed {
        return snapTarget(at: map.viewport.coordinate(at: pressed, in: layout.mapSize))
      }
      return map.typedPosition == nil ? snapTarget(at: map.viewport.centreCoordinate) : nil
    case .pathEdit:
      return map.typedPosition == nil ? snapTarget(at: map.viewport.centreCoordinate) : nil
    case .grab(let grab):
      // A place or point that has not been moved yet must not jump to an item beside it.
      return grab.isExact || grab.position == grab.origin ? nil : snapTarget(at: grab.position)
    case .browse, .boxSelect, .preview, .itinerary: return nil
    }
  }

  /// The position of a new point: the snap target's position or, without a snap target, the
  /// crosshair's position. Coordinates that the user entered to move the map are used without
  /// snapping.
  var insertionPosition: Coordinate {
    snapTarget?.coordinate ?? map.typedPosition ?? map.viewport.centreCoordinate
  }

  /// The path to which a new place at the crosshair snaps. Nil if no path is near. A new place does
  /// not snap to another place, because two places at the same position hide each other.
  var newPlaceSnap: MapSnap? {
    guard map.typedPosition == nil else { return nil }
    return snapTarget(at: map.viewport.centreCoordinate, toPlaces: false)
  }

  /// Returns the item to which a point at the given position would snap. Returns nil if no item is
  /// near.
  func snapTarget(at position: Coordinate, toPlaces: Bool = true) -> MapSnap? {
    guard settings.snapsPoints else { return nil }
    var scene = map.contents
    scene.selected = nil
    if !toPlaces { scene.places = [] }
    let picker = MapPicker(scene, viewport: map.viewport, size: layout.mapSize)
    let edit = mode.edit
    let drawn = mode.drawing?.points ?? []
    let grabbed: ItemID? = if case .grab(let grab) = mode { grab.item } else { nil }
    guard
      var target = picker.snap(
        at: position, except: edit?.path ?? grabbed,
        ownEnd: edit.flatMap { $0.oppositeEnd(in: paths[$0.path]) },
        drawnStart: drawn.count > 2 ? drawn.first : nil)
    else { return nil }
    guard let id = target.id else { return target }
    // The map's positions are rounded; the stored ones are not.
    let (path, outline) = (paths[id], index.outlines[id])
    let exact: Coordinate? =
      switch target.part {
      case .place, .line, .drawnStart: nil
      case .start: path.flatMap { $0.count > 0 ? $0.coordinate(at: 0) : nil } ?? outline?.start
      case .end:
        path.flatMap { $0.count > 0 ? $0.coordinate(at: $0.count - 1) : nil } ?? outline?.end
      case .point(let point): path.flatMap { point < $0.count ? $0.coordinate(at: point) : nil }
      }
    target.coordinate = exact ?? target.coordinate
    return target
  }

  mutating func toggleSnap() -> [Effect] {
    preferences.toggleSnap()
    return say(
      settings.snapsPoints
        ? "Points snap to places and paths" : "Points no longer snap to places and paths")
      + [saving]
  }
}

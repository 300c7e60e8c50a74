import CartographerCore
import Geodesy
import TerminalUI

/// What is on the map, apart from which part of the world is in view.
///
/// Paths and places are rebuilt only when the library changes; what is selected or marked is
/// kept beside them, so that moving a selection costs nothing.
package struct MapScene: Sendable, Equatable {
  /// Drawn in this order, marked ones after the others, the selected one last.
  package var paths: [MapPath]
  package var places: [MapPlace]
  /// The place or path that is selected.
  package var selected: ItemID?
  package var marked: Set<ItemID>
  /// How what is marked is drawn.
  package var markedRole = Role.marked
  /// Lines of latitude and longitude, with labels at the edges.
  package var showsGraticule: Bool
  /// The point of the selected path under the cursor shared with the profile and point list.
  package var pointCursor: Int?
  /// Points of the selected path that are selected.
  package var pointRange: Range<Int>?
  /// Single points of it that are marked.
  package var markedPoints: Set<Int> = []
  /// Whether the selected path's points can be seen where there is room, as while editing it.
  package var showsHandles: Bool
  /// Where a new place or point would go.
  package var crosshair: Coordinate?
  package var boxSelection: WorldBounds?
  package var preview: MapPreview?
  package var ruler: MapRuler?
  /// The numbers of an itinerary.
  package var stops: [MapStop] = []
  /// Of the scale bar.
  package var units: UnitSystem

  package init(
    paths: [MapPath] = [], places: [MapPlace] = [], selected: ItemID? = nil,
    marked: Set<ItemID> = [], showsGraticule: Bool = false, pointCursor: Int? = nil,
    pointRange: Range<Int>? = nil, showsHandles: Bool = false, crosshair: Coordinate? = nil,
    boxSelection: WorldBounds? = nil, preview: MapPreview? = nil, ruler: MapRuler? = nil,
    units: UnitSystem = .metric
  ) {
    self.paths = paths
    self.places = places
    self.selected = selected
    self.marked = marked
    self.showsGraticule = showsGraticule
    self.pointCursor = pointCursor
    self.pointRange = pointRange
    self.showsHandles = showsHandles
    self.crosshair = crosshair
    self.boxSelection = boxSelection
    self.preview = preview
    self.ruler = ruler
    self.units = units
  }

  package var selectedPath: MapPath? {
    guard let selected, selected.kind == .path else { return nil }
    return paths.first { $0.id == selected }
  }

  /// The smallest box around everything, or around some items; nil when there is nothing.
  package func bounds(of items: Set<ItemID>? = nil) -> WorldBounds? {
    let boxes =
      paths.lazy.filter { items?.contains($0.id) ?? true }.compactMap(\.shape.bounds)
      + places.lazy.filter { items?.contains($0.id) ?? true }.map { WorldBounds($0.point) }
    guard let first = boxes.first else { return nil }
    return boxes.dropFirst().reduce(first) { $0.union($1) }
  }
}

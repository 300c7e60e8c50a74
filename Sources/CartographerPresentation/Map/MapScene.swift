import CartographerCore
import Geodesy
import TerminalUI

/// The contents of the map, independent of the current view.
///
/// Paths and places are rebuilt only when the library changes. The selection and the marks are
/// stored separately, so that changing the selection is cheap.
package struct MapScene: Sendable, Equatable {
  /// The paths in drawing order. Marked paths are drawn after the other paths, and the selected
  /// path last.
  package var paths: MapItems<MapPath>
  package var places: MapItems<MapPlace>
  /// The pieces to draw for each path that needs more detail than its overview provides.
  package var pieces: [ItemID: [MapPiece]] = [:]
  /// The ID of the selected place or path.
  package var selected: ItemID?
  package var marked: Set<ItemID>
  /// The colour role for marked places and paths.
  package var markedRole = Role.marked
  /// Whether lines of latitude and longitude are drawn, with labels at the edges.
  package var showsGraticule: Bool
  /// Whether crowded places are drawn as one mark that shows their number.
  package var clustersPlaces = false
  /// The index of the current point in the selected path. The profile and the point table show the
  /// same current point.
  package var pointCursor: Int?
  /// The range of selected points in the selected path.
  package var pointRange: Range<Int>?
  /// The indices of the marked points in the selected path.
  package var markedPoints: Set<Int> = []
  /// Whether the selected path's points are drawn as separate symbols where space permits, for
  /// example during path editing.
  package var showsHandles: Bool
  /// The direction arrows, distances and end marks along the selected path. Nil if none are drawn.
  package var pathMarks: MapPathMarks?
  /// The ID of a path, other than the selected path, whose ends are also marked. Nil if there is no
  /// such path.
  package var pathWithEnds: ItemID?
  /// The items being edited or previewed, if any. All other items are dimmed.
  package var emphasised: Set<ItemID>?
  /// The coordinate at which a new place or point would be created.
  package var crosshair: Coordinate?
  /// The position to which the new or moved point snaps.
  package var snap: Coordinate?
  package var boxSelection: MapArea?
  package var preview: MapPreview?
  package var ruler: MapRuler?
  /// The numbers of the open itinerary's stops.
  package var stops: [MapStop] = []
  /// A heat map with the number of tracks through each cell of the view. Nil if the heat map is not
  /// shown. With a heat map, only selected, marked and emphasised tracks are also drawn as lines.
  package var heat: HeatMap?
  /// The point-by-point colours of paths. Nil if each path has a single colour. With a heat map,
  /// these colours are not drawn.
  package var colouring: MapColouring?
  /// The groups that determine the colours of paths and places, as shown in the legend. Nil if the
  /// items have their own colours.
  package var groupColours: GroupColours?
  /// The days of the itinerary that determine the paths' colours, as listed in the legend. Nil if
  /// paths are not coloured by day.
  package var dayColours: DayColours?
  /// Whether the steps of ``colouring`` are also shown as characters, for screens without colours.
  package var showsStepsAsCharacters = false
  /// The base map. Nil if none is drawn.
  package var base: BaseMapScene?
  /// The user's own maps and layer files. Nil if none are drawn.
  package var tiles: MapTilesScene?
  /// The units of length used by the scale bar.
  package var units: UnitSystem

  package init(
    paths: [MapPath] = [], places: [MapPlace] = [], selected: ItemID? = nil,
    marked: Set<ItemID> = [], showsGraticule: Bool = false, pointCursor: Int? = nil,
    pointRange: Range<Int>? = nil, showsHandles: Bool = false, crosshair: Coordinate? = nil,
    boxSelection: MapArea? = nil, preview: MapPreview? = nil, ruler: MapRuler? = nil,
    units: UnitSystem = .metric
  ) {
    self.paths = MapItems(paths)
    self.places = MapItems(places)
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
    return paths.item(selected)
  }

  /// Returns the pieces from which a path is drawn.
  func pieces(of path: MapPath) -> [MapPiece] {
    path.outline == nil ? [path.overview] : pieces[path.id] ?? [path.overview]
  }

  /// Returns the bounding box of the given items (by default, all items). Returns nil if there are
  /// no items.
  package func bounds(of items: Set<ItemID>? = nil) -> WorldBounds? {
    guard let items else {
      return paths.bounds.map { box in places.bounds.map(box.union) ?? box } ?? places.bounds
    }
    var bounds: WorldBounds?
    func add(_ box: WorldBounds) { bounds = bounds?.union(box) ?? box }
    for path in paths where items.contains(path.id) {
      if let box = path.bounds { add(box) }
    }
    for place in places where items.contains(place.id) { add(WorldBounds(place.point)) }
    return bounds
  }

  /// Returns the bounding box of the given items (by default, all items) on the plane of a polar
  /// projection. Returns nil if there are no items.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the overviews of the paths.
  package func extent(of items: Set<ItemID>? = nil, on map: PolarMap) -> WorldBounds? {
    func isWanted(_ id: ItemID) -> Bool { items?.contains(id) ?? true }
    let points =
      paths.filter { isWanted($0.id) }.flatMap { $0.overview.shape.projected(on: map) }
      + places.filter { isWanted($0.id) }.map { map.project(WebMercator.unproject($0.point)) }
    return WorldBounds(enclosing: points)
  }
}

import CartographerCore
import CartographerPresentation
import Geodesy

/// The view settings that are restored in the next editor session. Apart from IDs, the view
/// settings contain no data from the library.
package struct EditorSession: Sendable, Equatable, Codable {
  /// The path of the store that was opened last. The tab, open group, sort order, selection and
  /// view are restored only for the store at this path.
  package var store: String
  package var tab: ListTab
  package var sort: SortOrder
  package var selected: String?
  /// The open group. Nil if no group is open, or in a session saved by an older version.
  package var group: String?
  /// Whether the itinerary of the open group is shown. Nil in a session saved by an older version.
  package var showsItinerary: Bool?
  package var focus: Pane
  package var units: String
  package var isMouseOn: Bool
  package var showsGraticule: Bool
  package var showsProfile: Bool
  /// Whether the map shows marks along the selected path. Nil in a session saved by an older
  /// version.
  package var showsPathMarks: Bool?
  /// Whether the map shows the heat map. Nil in a session saved by an older version.
  package var showsHeatMap: Bool?
  /// The quantity by which the selected path is coloured, or `none`. The value is nil in a session
  /// saved by an older version.
  package var pathColour: String?
  /// Whether points snap to places and paths. Nil in a session saved by an older version.
  package var snapsPoints: Bool?
  /// The visible map layers in a session saved by an older version with only four layers. Nil in
  /// sessions saved by other versions.
  package var mapLayers: [String]?
  /// The hidden map layers. Nil in a session saved by an older version.
  package var hiddenMapLayers: [String]?
  /// The map's centre and zoom. Nil if the view is fitted to the map's contents.
  package var view: View?

  package struct View: Sendable, Equatable, Codable {
    package var latitude: Double
    package var longitude: Double
    package var zoom: Double
  }
}

extension AppState {
  package var session: EditorSession {
    let centre = map.viewport.centreCoordinate
    return EditorSession(
      store: library.storePath, tab: list.tab, sort: list.sort,
      selected: list.selected?.description, group: list.scope?.description,
      showsItinerary: itinerary != nil,
      focus: focus,
      units: settings.units.rawValue, isMouseOn: settings.isMouseOn,
      showsGraticule: settings.showsGraticule, showsProfile: settings.showsProfile,
      showsPathMarks: settings.showsPathMarks, showsHeatMap: settings.showsHeatMap,
      pathColour: settings.pathColour?.rawValue ?? PathColour.none,
      snapsPoints: settings.snapsPoints,
      hiddenMapLayers: BaseMapScene.Layer.allCases.filter { !settings.mapLayers.contains($0) }
        .map(\.rawValue),
      view: map.followsContents
        ? nil
        : EditorSession.View(
          latitude: centre.latitude, longitude: centre.longitude, zoom: map.viewport.zoom))
  }

  /// Restores the settings from the last editor session. The tab, open group, sort order,
  /// selection, focus and map view are restored only for the same store. The itinerary is opened
  /// when the library has been loaded.
  package mutating func restore(_ session: EditorSession) {
    preferences.restore(session)
    guard session.store == library.storePath else { return }
    list.setSort(session.sort)
    list.restore(
      session.tab, selecting: session.selected.flatMap { ItemID($0) },
      in: session.group.flatMap { ItemID($0) }, withItinerary: session.showsItinerary == true)
    panes.focus(session.focus == .map ? .map : .list)
    if let view = session.view {
      map.show(
        MapViewport(
          centre: Coordinate(latitude: view.latitude, longitude: view.longitude), zoom: view.zoom))
    }
  }
}

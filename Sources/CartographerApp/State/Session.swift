import CartographerCore
import CartographerPresentation
import Geodesy

/// What is remembered from one run to the next; none of it is data.
package struct Session: Sendable, Equatable, Codable {
  /// The store it was last; what was looked at is only taken up again in the same one.
  package var store: String
  package var tab: ListTab
  package var sort: SortOrder
  package var selected: String?
  package var focus: Pane
  package var units: String
  package var isMouseOn: Bool
  package var showsGraticule: Bool
  package var showsProfile: Bool
  /// Centre and zoom of the map; nil while it follows what is loaded.
  package var view: View?

  package struct View: Sendable, Equatable, Codable {
    package var latitude: Double
    package var longitude: Double
    package var zoom: Double
  }
}

extension AppState {
  package var session: Session {
    let centre = map.viewport.centreCoordinate
    return Session(
      store: storePath, tab: list.tab, sort: list.sort, selected: list.selected?.description,
      focus: focus,
      units: settings.units.rawValue, isMouseOn: settings.isMouseOn,
      showsGraticule: settings.showsGraticule, showsProfile: settings.showsProfile,
      view: map.followsContents
        ? nil
        : Session.View(
          latitude: centre.latitude, longitude: centre.longitude, zoom: map.viewport.zoom))
  }

  /// Takes up where the last run ended. What was looked at counts for the same store only.
  package mutating func restore(_ session: Session) {
    list.sort = session.sort
    settings.units = UnitSystem(rawValue: session.units) ?? settings.units
    settings.isMouseOn = settings.isMouseOn && session.isMouseOn
    settings.showsGraticule = session.showsGraticule
    settings.showsProfile = session.showsProfile
    guard session.store == storePath else { return }
    list.tab = session.tab
    if let text = session.selected, let id = ItemID(text) {
      list.remembered[session.tab] = id
    }
    focus = session.focus == .map ? .map : .list
    if let view = session.view {
      map.viewport = MapViewport(
        centre: Coordinate(latitude: view.latitude, longitude: view.longitude), zoom: view.zoom)
      map.followsContents = false
    }
  }
}

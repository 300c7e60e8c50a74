import BaseMap
import CartographerCore
import Foundation
import Geodesy
import TerminalUI

/// An HTML page about a path or a group. The page needs no other files and no network connection.
/// The page contains a map that the reader can move and zoom, profiles linked to the map, tables
/// and the itinerary.
package struct PicturePage {
  let contents: PictureContents
  let map: MapPicture
  let profiles: [(path: PictureContents.PathItem, picture: ProfilePicture)]
  let units: UnitSystem
  let zone: TimeZone
  let notation: CoordinateNotation
  let towns: BaseMapTowns?

  /// The maximum number of paths with a profile, to limit the page size.
  private static let mostProfiles = 50
  /// The maximum number of points per path at which the profile and the map are linked.
  private static let mostSamples = 500
  private static let profileWidth = 1_000
  private static let profileHeight = 220

  /// Creates an HTML page about the given items.
  ///
  /// - Parameter view: The map's area and size.
  /// - Parameter zone: The time zone for the printed dates.
  /// - Throws: `BaseMapError` if the base map is damaged.
  package init(
    _ contents: PictureContents, view: PictureView, units: UnitSystem, zone: TimeZone,
    notation: CoordinateNotation, base: InstalledBaseMap?,
    layers: Set<BaseMapScene.Layer> = Set(BaseMapScene.Layer.allCases),
    colouring: MapColouring? = nil, userMaps: MapTilesScene? = nil
  ) throws {
    self.contents = contents
    self.units = units
    self.zone = zone
    self.notation = notation
    // The page has a heading of its own.
    var untitled = contents
    untitled.title = nil
    map = try MapPicture(
      untitled, view: view, units: units, base: base, layers: layers,
      magnifications: MapPicture.pageMagnifications, colouring: colouring, userMaps: userMaps)
    towns = map.base?.towns
    profiles = contents.paths.prefix(Self.mostProfiles).prefix { $0.columns != nil }.map { path in
      (
        path,
        ProfilePicture(path, width: Self.profileWidth, height: Self.profileHeight, units: units)
      )
    }
  }

  private var title: String { contents.title ?? "Map" }

  /// The page as HTML, which is also well-formed XML.
  package var html: String {
    var markup = MarkupText()
    markup.add(markup: "<!DOCTYPE html>\n")
    markup.begin("html", ["xmlns": "http://www.w3.org/1999/xhtml", "lang": "en"])
    addHead(to: &markup)
    markup.begin("body")
    markup.add("h1", title)
    addMap(to: &markup)
    addProfiles(to: &markup)
    addItinerary(to: &markup)
    addPaths(to: &markup)
    addPlaces(to: &markup)
    addDescription(to: &markup)
    markup.begin("footer")
    let credits = map.credits.map { " \($0)." }.joined()
    markup.add("p", "Written by Cartographer.\(credits)")
    markup.end()
    markup.add("script", ["type": "application/json", "id": "data"], trusted: data)
    markup.add("script", trusted: "\n//<![CDATA[\n\(Self.script)//]]>\n")
    markup.end()
    markup.end()
    return markup.text
  }

  private func addHead(to markup: inout MarkupText) {
    let hasStops = !map.stops.isEmpty
    let (marks, darkMarks) = hasStops ? (Self.markStyleSheet, Self.darkMarkStyleSheet) : ("", "")
    markup.begin("head")
    markup.add("meta", ["charset": "utf-8"])
    // The browser itself blocks every request for another file.
    markup.add(
      "meta",
      [
        "http-equiv": "Content-Security-Policy",
        "content": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
      ])
    markup.add("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    markup.add("title", title)
    markup.add(
      "style",
      trusted: """

        \(PictureTheme.shapes)\(PictureTheme.light.rules(map.colours))\(Self.styleSheet)\(marks)\
        @media (prefers-color-scheme: dark){
        \(PictureTheme.dark.rules(map.colours))\(Self.darkStyleSheet)\(darkMarks)}

        """)
    markup.end()
  }

  // MARK: Map and profiles

  private func addMap(to markup: inout MarkupText) {
    markup.begin("section", ["class": "map"])
    addButtons(to: &markup)
    markup.begin(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "id": "map", "viewBox": map.viewBox, "role": "img",
        "aria-label": map.description, "tabindex": "0",
        "data-metres": String(map.view.metresPerPixel),
      ])
    map.draw(into: &markup)
    addMarker(to: &markup)
    markup.end()
    markup.end()
  }

  private func addButtons(to markup: inout MarkupText) {
    markup.begin("p", ["class": "buttons"])
    for (name, sign, label) in [
      ("in", "+", "Zoom in"), ("out", "−", "Zoom out"), ("all", "Show all", "Show the whole map"),
    ] {
      markup.add(
        "button", ["type": "button", "data-zoom": name, "aria-label": label, "title": label], sign)
    }
    markup.end()
  }

  /// Adds the marker that shows the position under the pointer.
  private func addMarker(to markup: inout MarkupText) {
    markup.begin("g", ["class": "pointer", "visibility": "hidden"])
    markup.add("circle", ["class": "start", "r": "6"])
    markup.end()
  }

  private func addProfiles(to markup: inout MarkupText) {
    let count = profiles.count { !$0.picture.isEmpty }
    guard count > 0 else { return }
    markup.begin("section", ["class": "profiles"])
    markup.add("h2", count == 1 ? "Profile" : "Profiles")
    if profiles.count < contents.paths.count {
      markup.add(
        "p",
        """
        The page shows profiles of the first \(Numbers.grouped(profiles.count)) of \
        \(Numbers.grouped(contents.paths.count)) paths.
        """)
    }
    for (path, picture) in profiles where !picture.isEmpty {
      markup.begin(
        "svg",
        [
          "xmlns": "http://www.w3.org/2000/svg", "class": "profile", "viewBox": picture.viewBox,
          "data-id": path.id.description, "role": "img", "aria-label": picture.description,
        ])
      picture.draw(into: &markup, colour: map.colours[path.role])
      markup.begin("g", ["class": "pointer \(map.colours[path.role])", "visibility": "hidden"])
      markup.add("path", ["class": "tick", "d": "M0 40V\(Self.profileHeight - 34)"])
      markup.add("circle", ["class": "start", "r": "5"])
      markup.add("text", ["class": "name middle", "x": "0", "y": "36"], "")
      markup.end()
      markup.end()
    }
    markup.end()
  }

  /// The positions that link the page's profiles to the map, as JSON.
  private var data: String {
    func list(_ numbers: [String]) -> String { "[\(numbers.joined(separator: ","))]" }
    let paths = profiles.compactMap { profile -> String? in
      guard !profile.picture.isEmpty, let columns = profile.path.columns else { return nil }
      let samples = profile.picture.sampledPoints(atMost: Self.mostSamples).compactMap { index in
        profile.picture.position(ofPoint: index).map { chart in
          let point = map.view.position(of: columns.coordinate(index))
          return list([
            MarkupText.number(chart.x), MarkupText.number(chart.y),
            MarkupText.number(point.x, decimals: 2), MarkupText.number(point.y, decimals: 2),
            MarkupText.number(profile.picture.distance(ofPoint: index)),
            MarkupText.number(columns.elevations[index]),
          ])
        }
      }
      return "{\"id\":\"\(profile.path.id)\",\"points\":\(list(samples))}"
    }
    return """
      {"units":{"long":\(units.splitMetres),"longSymbol":"\(units.splitSymbol)",\
      "short":\(units.shortMetres),"shortSymbol":"\(units.shortSymbol)"},"paths":\(list(paths))}
      """
  }
}

import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerPresentation

@Suite struct ViewDescriptionTests {
  private func sentences(
    _ contents: PictureContents, view: PictureView? = nil,
    focus: ViewDescription.Focus? = nil, units: UnitSystem = .metric
  ) throws -> [String] {
    let towns = try PictureSamples.baseMap.towns()
    return ViewDescription(
      contents, view: view, focus: focus, towns: towns, units: units
    ).sentences
  }

  @Test func `a map is described by its extent, countries, towns, paths and places`() throws {
    let text = try sentences(PictureSamples.trip)
    #expect(text.count == 7)
    #expect(text[0] == "The map of “Lake & hills” shows 2 paths and 1 place.")
    #expect(
      text[1]
        == "It is 63.3 km wide and 34.0 km high, from 46.21° N, 6.15° E to 46.51° N, 6.98° E.")
    #expect(text[2].hasPrefix("Countr") && text[2].contains("Switzerland"))
    #expect(text[3].hasPrefix("Main towns on the map: ") && text[3].contains("Lausanne"))
    #expect(text[4].hasPrefix("Route “Geneva – Montreux” (P1) is 75.5 km long."))
    #expect(text[4].contains(" ends in ") && text[4].contains("north-east of the start."))
    #expect(text[5].contains("Its highest point, 1 590 m, is reached after "))
    #expect(text[6].contains("Place “Rochers de Naye” (L1) is "))
    #expect(text[6].contains("at an elevation of 2 042 m."))
  }

  @Test func `a climb measured from few points is described as a minimum`() throws {
    let drawn = PictureSamples.path(
      1, "Drawn", [(46.02, 7.74), (46.04, 7.75)], elevations: [2_752, .nan])
    let text = try sentences(PictureSamples.contents([drawn])).joined(separator: " ")
    #expect(
      text.contains(
        "It climbs at least 0 m and descends at least 0 m; many points have no elevation."))
  }

  @Test func `a loop is called a loop`() throws {
    let loop = PictureSamples.path(
      1, "Round", [(46.02, 7.74), (46.04, 7.75), (46.03, 7.77), (46.0201, 7.7401)])
    let text = try sentences(PictureSamples.contents([loop])).joined(separator: " ")
    #expect(text.contains("It is a loop that starts and ends in Zermatt, Switzerland."))
    #expect(!text.contains("of the start."))
  }

  @Test(arguments: [1.0, -1])
  func `the size of a map at a pole is that of its items on the polar map`(
    hemisphere: Double
  ) throws {
    let points = [(89.9, 8.0), (90, 98), (89.9, -172)].map { ($0.0 * hemisphere, $0.1) }
    let path = PictureSamples.path(1, "Over the pole", points)
    let place = PictureSamples.place(1, "Hut", 89.95 * hemisphere, 98)
    let description = ViewDescription(
      PictureSamples.contents([path], places: [place]), towns: nil, units: .metric)
    // A degree of latitude is 111.7 km long at a pole.
    #expect(abs(description.widthMetres - 22_340) < 100, "\(description.widthMetres)")
    #expect(abs(description.heightMetres - 5_585) < 50, "\(description.heightMetres)")
    let hut = try #require(description.places.first)
    #expect(hut.metresFromMiddle < 3_000, "the middle is beside the pole")
  }

  @Test func `lengths are in the chosen units`() throws {
    let text = try sentences(PictureSamples.trip, units: .imperial).joined(separator: " ")
    #expect(text.contains(" mi long.") && text.contains("6 699 ft") && !text.contains(" km"))
  }

  @Test func `a map without items is described by its countries and towns`() throws {
    let area = WorldBounds(GeoBounds(south: 45.9, west: 7.6, north: 46.1, east: 7.9))
    let view = PictureView(fitting: area, width: 800, height: 600)
    let text = try sentences(PictureSamples.contents([]), view: view)
    #expect(text[0] == "The map shows no paths and no places.")
    #expect(text[2].contains("Switzerland"))
    #expect(text[3].contains("Zermatt"))
    #expect(try sentences(PictureSamples.contents([])) == ["The map is empty."])
  }

  @Test func `many paths are counted and not all described`() throws {
    let paths = (1...40).map {
      PictureSamples.path(Int64($0), "Path \($0)", [(46, 7), (46.1, 7 + Double($0) / 100)])
    }
    let text = try sentences(PictureSamples.contents(paths))
    #expect(text.count { $0.hasPrefix("Track “") } == 30)
    #expect(text.contains("The map shows 10 more paths."))
  }

  @Test func `positions more than 100 km from a town are described without towns`() throws {
    let sail = PictureSamples.path(1, "Sail", [(-48, -123), (-47, -122)])
    let text = try sentences(
      PictureSamples.contents([sail], places: [PictureSamples.place(1, "Buoy", -47.5, -122.5)])
    ).joined(separator: " ")
    #expect(!text.contains("nearest towns") && !text.contains(" km N") && !text.contains(" in "))
    #expect(text.contains("north-east of the start."))
  }

  @Test func `the editor's description names the nearest place and the selected path`() throws {
    let trip = PictureSamples.trip
    var scene = MapScene(
      paths: trip.paths.map { MapPath(id: $0.id, shape: $0.pieces[0].shape) },
      places: trip.places.compactMap {
        MapPlace(id: $0.id, coordinate: $0.coordinate, label: DisplayText($0.title))
      }, selected: trip.paths[0].id)
    let view = PictureSamples.view(trip)
    let far = MapViewport(centre: Coordinate(latitude: 46.4, longitude: 6.9), zoom: 10)
    let middle = try sentences(trip, view: view, focus: .init(scene, far))
    #expect(
      middle[2]
        == "The nearest place, “Rochers de Naye”, is 7.0 km north-east of the middle of the map.")
    #expect(middle[3] == "The selected path is in view.")
    scene.crosshair = trip.places.first?.coordinate
    let here = try sentences(
      PictureSamples.contents([]), view: view, focus: .init(scene, far))
    #expect(here[2] == "The place “Rochers de Naye” is at the crosshair.")
    #expect(here[3] == "The selected path is not in view.")
  }
}

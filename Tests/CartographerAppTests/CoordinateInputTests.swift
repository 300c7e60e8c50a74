import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// Coordinates in the notations of ``CoordinateNotation``, as the editor shows and reads them.
@Suite struct CoordinateInputTests {
  let editor = EditorDriver()

  private func goTo(_ text: String) -> Coordinate {
    editor.press(":")
    editor.type(text)
    editor.press("enter")
    return editor.state.map.viewport.centreCoordinate
  }

  @Test(arguments: CoordinateNotation.all)
  func `the command line moves the map to coordinates in each notation`(
    _ notation: CoordinateNotation
  ) {
    let places: [CoordinateNotation: Coordinate] = [
      .swissGrid: Coordinate(latitude: 46.5, longitude: 7.9),
      .britishGrid: Coordinate(latitude: 56.8, longitude: -5),
    ]
    let place = places[notation] ?? Coordinate(latitude: 45.7251, longitude: 6.7104)
    let centre = goTo(notation.format(place))
    #expect(Geodesic.distanceMetres(from: centre, to: place) < 40, "\(notation.id): \(centre)")
    #expect(editor.state.focus == .map)
  }

  @Test func `the command line moves the map to the position of a link`() {
    let centre = goTo("https://www.openstreetmap.org/#map=15/46.5/7.9")
    #expect(abs(centre.latitude - 46.5) < 1e-6)
  }

  @Test func `the command line lists the meanings of an ambiguous text`() {
    _ = goTo("NN12")
    let warning = editor.state.toast?.text ?? ""
    #expect(warning.contains("write maidenhead:NN12 or osgb:NN12"), "\(warning)")
    #expect(editor.text.contains("British grid") && editor.text.contains("Maidenhead"))
  }

  @Test func `the notation in which coordinates are shown decides an ambiguous text`() {
    _ = editor.state.set("coordinates maidenhead")
    let centre = goTo("NN12")
    #expect(abs(centre.latitude - 42.5) < 0.01, "\(centre)")
  }

  @Test func `the status bar and the details show the chosen notation`() throws {
    let place = try #require(editor.state.index.snapshot.places.first)
    for notation in [CoordinateNotation.utm, .mgrs, .plusCode, .geohash, .maidenhead, .geoURI] {
      _ = editor.state.set("coordinates \(notation.id)")
      editor.state.reveal(place.id)
      let text = notation.format(place.coordinate)
      let count = editor.text.split(separator: text, omittingEmptySubsequences: false).count - 1
      #expect(count >= 2, "\(notation.id): \(text) in \(editor.text)")
    }
  }

  @Test func `the key for notations visits each notation that covers the map, and names it`() {
    _ = goTo("46.5 7.9")
    var seen: [String] = []
    for _ in 0..<10 {
      editor.press(", o")
      let notation = editor.state.settings.notation
      seen.append(notation.id)
      #expect(editor.state.toast?.text == "Set the coordinate notation to \(notation.id)")
    }
    // The British grid does not cover Switzerland.
    #expect(Set(seen) == Set(CoordinateNotation.all.map(\.id)).subtracting(["osgb"]))
  }

  @Test func `a short Plus Code is completed by a named place or by the map's centre`() throws {
    let place = try #require(editor.state.index.snapshot.places.first { $0.trashed == nil })
    let full = CoordinateNotation.plusCode.format(place.coordinate)
    let short = String(full.dropFirst(4))
    _ = goTo("-30 100")
    let named = goTo("\(short) \(place.name)")
    #expect(Geodesic.distanceMetres(from: named, to: place.coordinate) < 10)
    let near = goTo(short)
    #expect(Geodesic.distanceMetres(from: near, to: place.coordinate) < 10)
  }

  @Test func `a short Plus Code is completed by a town of the base map, which is told`() throws {
    let program = PackageFiles.root.appending(path: ".build/debug/cartographer")
    let towns = try InstalledBaseMap(ofProgram: program).towns()
    editor.send(.baseMapRead([], towns))
    for text in ["9G8F+6X Zürich", "9G8F+6X zurich, Switzerland"] {
      _ = goTo("-30 100")
      let centre = goTo(text)
      // The example of the specification, 8FVC9G8F+6X.
      #expect(abs(centre.latitude - 47.36556) < 1e-4, "\(centre)")
      #expect(abs(centre.longitude - 8.52497) < 1e-4, "\(centre)")
      #expect(
        editor.state.toast?.text
          == "The short Plus Code 9G8F+6X is read as a position near the town Zürich, Switzerland.")
    }
    _ = goTo("-30 100")
    let centre = goTo("9G8F+6X Xyzzyq")
    #expect(abs(centre.latitude + 30) < 1e-6)
    #expect(editor.state.toast?.text.contains("not a known place or town") == true)
  }

  @Test func `of towns with one name, the country or else the size decides`() throws {
    let program = PackageFiles.root.appending(path: ".build/debug/cartographer")
    let towns = try InstalledBaseMap(ofProgram: program).towns()
    #expect(towns.town(named: "Cambridge")?.title == "Cambridge, United Kingdom")
    #expect(towns.town(named: "Cambridge, us")?.title == "Cambridge, United States")
    #expect(towns.town(named: "Wien")?.title == "Vienna, Austria")
    #expect(towns.town(named: "Zuri") == nil)
    #expect(towns.town(named: " , ") == nil)
  }

  @Test func `a pasted grid reference or link opens the form for a new place`() {
    for text in ["32T 321836 5066054", "https://maps.apple.com/?ll=45.7251,6.7104&q=Hut"] {
      editor.send(.input(.paste(text)))
      #expect(editor.text.contains("New place"))
      #expect(editor.text.contains("45.72510°N 6.71040°E"))
      editor.press("esc")
    }
  }

  @Test func `a link with a pin and another centre uses the pin and tells both positions`() {
    let link = "https://www.openstreetmap.org/?mlat=45.7251&mlon=6.7104#map=15/45.1/6.1"
    let remark = "the marked position 45.72510°N 6.71040°E, which is used, and the map's centre"
    editor.send(.input(.paste(link)))
    let form = editor.state.overlays.top(as: FormState.self)
    #expect(form?.text(of: .coordinate) == "45.72510°N 6.71040°E")
    #expect(editor.state.toast?.text.contains(remark) == true)
    editor.press("esc")
    let centre = goTo(link)
    #expect(abs(centre.latitude - 45.7251) < 1e-6)
    #expect(editor.state.toast?.text.contains(remark) == true)
    editor.press("o p")
    editor.send(.input(.paste(link)))
    #expect(editor.state.mode.drawing?.points.count == 1)
    #expect(editor.state.toast?.text.contains(remark) == true)
  }

  @Test func `the altitude of a pasted geo URI becomes the elevation of the new place`() {
    editor.send(.input(.paste("geo:45.7251,6.7104,2238")))
    #expect(editor.text.contains("45.72510°N 6.71040°E"))
    #expect(editor.text.contains("2 238 m"))
    var settings = EditorDriver.settings
    settings.units = .imperial
    let imperial = EditorDriver(settings: settings)
    imperial.send(.input(.paste("geo:45.7251,6.7104,2238")))
    #expect(imperial.text.contains("7 342.52 ft"))
  }

  @Test(arguments: ["JN36", "u0mqzd", "8FQFPQ00+"])
  func `a single word that can be a position stays the name of a new place`(name: String) throws {
    editor.press("o l")
    editor.send(.input(.paste(name)))
    editor.press("enter")
    #expect(editor.state.overlays.top(as: FormState.self) == nil)
    #expect(editor.state.toast?.text.contains("moved to the Coordinates field") != true)
  }

  @Test func `a position in the name of a new place moves to its coordinates`() throws {
    editor.press("o l")
    editor.send(.input(.paste("45.7251, 6.7104")))
    editor.press("enter")
    let form = try #require(editor.state.overlays.top(as: FormState.self))
    #expect(form.text(of: .text(.name)).isEmpty)
    #expect(form.text(of: .coordinate) == "45.7251, 6.7104")
    #expect(form.fields[form.focused].kind == .text(.name))
    #expect(editor.state.toast?.text.contains("moved to the Coordinates field") == true)
    // With coordinates of its own, the place can have a name that looks like a position.
    editor.send(.input(.paste("JN35")))
    editor.press("enter")
    #expect(editor.state.overlays.top(as: FormState.self) == nil)
  }

  @Test func `a pasted ambiguous text is refused with its meanings`() {
    editor.send(.input(.paste("NN12")))
    #expect(editor.state.overlay == nil)
    #expect(editor.state.toast?.text.contains("osgb:NN12") == true)
  }
}

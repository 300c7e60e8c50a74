import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// The name that the form for a new place suggests at a town of the base map.
@Suite struct NewPlaceNameTests {
  private static let towns = try? InstalledBaseMap(
    ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer")
  ).towns()

  let editor = EditorDriver()
  private let zermatt: Coordinate

  init() throws {
    let towns = try #require(Self.towns)
    zermatt = try #require(towns.town(named: "Zermatt")).coordinate
    editor.send(.baseMapRead([], towns))
  }

  private var name: FormState.Field? {
    editor.state.overlays.top(as: FormState.self)?.fields.first
  }

  private func openForm(at coordinate: Coordinate, zoom: Double = 10) {
    editor.state.map.show(MapViewport(centre: coordinate, zoom: zoom))
    editor.press("o l")
  }

  private func position(metresNorth: Double) -> Coordinate {
    Coordinate(latitude: zermatt.latitude + metresNorth / 111_000, longitude: zermatt.longitude)
  }

  @Test func `at a town, a new place gets the town's name, which enter saves`() throws {
    openForm(at: zermatt)
    #expect(name?.text == "Zermatt")
    #expect(editor.text.contains("Suggested name: the town at this position"))
    #expect(editor.writes.isEmpty)
    editor.press("enter")
    #expect(editor.library.content.snapshot.places.last?.name == "Zermatt")
  }

  @Test func `the first typed letter replaces the town's name`() {
    openForm(at: zermatt)
    editor.type("Hut")
    editor.press("enter")
    #expect(editor.library.content.snapshot.places.last?.name == "Hut")
  }

  @Test func `a form with only the town's name is not kept as a draft`() {
    openForm(at: zermatt)
    editor.press("esc")
    #expect(editor.state.drafts.forms.isEmpty && editor.writes.isEmpty)
    openForm(at: position(metresNorth: 30_000))
    #expect(name?.text == "")
  }

  @Test(arguments: [(0, 10, true), (500, 10, true), (1_500, 8, false), (500, 15, false)])
  func `a town is near within two cells and a kilometre`(
    metres: Double, zoom: Double, isNear: Bool
  ) {
    openForm(at: position(metresNorth: metres), zoom: zoom)
    #expect(name?.text == (isNear ? "Zermatt" : ""))
  }

  @Test func `a town at which the library has a place suggests no name`() throws {
    openForm(at: zermatt)
    editor.press("enter")
    openForm(at: position(metresNorth: 100))
    #expect(name?.text == "")
    editor.press("esc d d")
    openForm(at: zermatt)
    #expect(name?.text == "Zermatt", "a place in the trash is not shown on the map")
  }

  @Test func `a restored draft keeps its own name`() {
    openForm(at: position(metresNorth: 30_000))
    editor.type("Hut")
    editor.press("esc")
    openForm(at: zermatt)
    #expect(name?.text == "Hut")
  }

  @Test func `pasted coordinates suggest no name`() {
    editor.send(.input(.paste("\(zermatt.latitude), \(zermatt.longitude)")))
    #expect(name?.text == "")
  }
}

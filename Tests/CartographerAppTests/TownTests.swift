import BaseMap
import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerPresentation

/// Towns in the editor: the search on the map, the details, and names of imported paths.
@Suite struct TownTests {
  private static let towns = try? InstalledBaseMap(
    ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer")
  ).towns()

  private func editor(
    zone: String = "Europe/Zurich", size: Size = Size(columns: 120, rows: 40)
  ) throws -> EditorDriver {
    let settings = Settings(zone: try #require(TimeZone(identifier: zone)))
    let editor = EditorDriver(size: size, settings: settings)
    let towns = try #require(Self.towns)
    editor.send(.baseMapRead([], towns))
    return editor
  }

  private func answer(_ editor: EditorDriver) throws {
    guard case .ask(.towns(let name, let position)) = editor.effects.last else {
      Issue.record("no towns were requested")
      return
    }
    let gazetteer = try #require(Self.towns).gazetteer
    editor.send(
      .townsFound(
        named: name,
        gazetteer.matches(
          SearchFolding.folded(name), near: position, limit: 20, fold: SearchFolding.folded)))
  }

  @Test func `the key for finding on the map goes to a town`() throws {
    let editor = try editor()
    editor.press("2 /")
    editor.type("chamonix")
    editor.press("enter")
    try answer(editor)
    let centre = editor.state.map.viewport.centreCoordinate
    #expect(abs(centre.latitude - 45.92) < 0.01 && abs(centre.longitude - 6.87) < 0.01)
    #expect(editor.text.contains("Chamonix-Mont-Blanc (Chamonix), France"))
  }

  @Test func `keys typed after goto wait until the map is at the town`() throws {
    let editor = try editor()
    editor.press(":")
    editor.type("goto chamonix")
    editor.press("enter o p a")
    #expect(editor.state.mode == .browse)
    try answer(editor)
    guard case .draw(let drawing) = editor.state.mode else {
      Issue.record("no path is being drawn")
      return
    }
    let point = try #require(drawing.points.first)
    #expect(abs(point.latitude - 45.92) < 0.1 && abs(point.longitude - 6.87) < 0.1)
  }

  @Test func `while a path is drawn, the key for finding goes to a town, and other keys wait`()
    throws
  {
    let editor = try editor()
    editor.press("o p /")
    editor.type("chamonix")
    editor.press("enter a")
    try answer(editor)
    let point = try #require(editor.state.mode.drawing?.points.first)
    #expect(abs(point.latitude - 45.92) < 0.1 && abs(point.longitude - 6.87) < 0.1)
  }

  @Test func `a search without a result says how large a town must be`() throws {
    let editor = try editor()
    editor.press("2 /")
    editor.type("qwertz")
    editor.press("enter")
    try answer(editor)
    let toast = editor.state.toast?.text
    #expect(toast?.contains("only towns with more than 5 000 inhabitants") == true)
  }

  @Test func `on a narrow screen, a long message ends with one ellipsis and the key for the rest`()
    throws
  {
    let editor = try editor(size: Size(columns: 80, rows: 24))
    editor.press("2 /")
    editor.type("zzzqq")
    editor.press("enter")
    try answer(editor)
    let last = try #require(editor.screen.last)
    #expect(last.contains(/[a-z,] … g e/), "\(last)")
    #expect(last.count { $0 == "…" } == 1, "\(last)")
  }

  @Test func `a town of which only another spelling begins with the text is offered, not followed`()
    throws
  {
    let editor = try editor()
    let centre = editor.state.map.viewport.centreCoordinate
    editor.press("2 /")
    editor.type("tasch")
    editor.press("enter")
    try answer(editor)
    #expect(editor.state.map.viewport.centreCoordinate == centre)
    let list = try #require(editor.state.overlays.top(as: FoundPicker.self))
    #expect(list.found.first?.name.contains("Tashkent") == true)
    let toast = editor.state.toast?.text
    #expect(toast?.contains("only towns with more than 5 000 inhabitants") == true)
    editor.press("enter")
    #expect(abs(editor.state.map.viewport.centreCoordinate.latitude - 41.3) < 1)
  }

  @Test func `a list of similar names says that the name itself is unknown`() throws {
    let editor = try editor()
    editor.press("2 /")
    editor.type("reine")
    editor.press("enter")
    try answer(editor)
    let list = try #require(editor.state.overlays.top(as: FoundPicker.self))
    #expect(list.found.count > 1 && list.title == "“reine” is unknown; choose a similar name")
    #expect(editor.state.modeName == "PLACES")
    let toast = editor.state.toast?.text
    #expect(toast?.contains("only towns with more than 5 000 inhabitants") == true)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `towns with one name in one country are listed with their regions`(size: Size) throws {
    let editor = try editor(size: size)
    editor.press("2 /")
    editor.type("geneva")
    editor.press("enter")
    try answer(editor)
    let list = try #require(editor.state.overlays.top(as: FoundPicker.self))
    let rows = list.found.filter { $0.name.hasPrefix("Geneva") }
    #expect(rows.first?.detail == "Switzerland", "no other town of the name is in Switzerland")
    let american = rows.filter { $0.detail.hasSuffix("United States") }
    #expect(american.contains { $0.detail == "New York, United States" })
    #expect(american.contains { $0.detail == "Illinois, United States" })
    #expect(editor.text.contains("Geneva") && editor.text.contains("New York, United States"))
    let row = try #require(list.found.firstIndex { $0.detail == "Illinois, United States" })
    for _ in 0..<row { editor.press("down") }
    editor.press("enter")
    #expect(editor.state.toast?.text == "Geneva, Illinois, United States")
  }

  @Test func `the key for finding on the map also finds items, and names with digits`() throws {
    let editor = try editor()
    editor.press("2 /")
    editor.type("bonhomme")
    editor.press("enter")
    try answer(editor)
    #expect(editor.selectedName == "Col du Bonhomme")
    editor.press("2 /")
    editor.type("46.02 7.75")
    editor.press("enter")
    #expect(abs(editor.state.map.viewport.centreCoordinate.latitude - 46.02) < 0.001)
    editor.press("/")
    editor.type("hut 7")
    editor.press("enter")
    #expect(
      editor.effects.contains { effect in
        if case .ask(.towns(named: "hut 7", near: _)) = effect { true } else { false }
      })
  }

  @Test func `an item whose name begins with the text is preferred to towns with longer names`()
    throws
  {
    let editor = try editor()
    editor.press("o p /")
    editor.type("camp")
    editor.press("enter a")
    try answer(editor)
    #expect(editor.state.overlays.isEmpty, "Campinas is not offered")
    let point = try #require(editor.state.mode.drawing?.points.first)
    #expect(abs(point.latitude - 45.76) < 0.001 && abs(point.longitude - 6.69) < 0.001)
  }

  @Test func `an item and a town with exactly the typed name are both offered`() throws {
    var content = SampleLibrary.content()
    content.snapshot.places[0].name = "Bern hut"
    let editor = EditorDriver(content, size: Size(columns: 120, rows: 40))
    let towns = try #require(Self.towns)
    editor.send(.baseMapRead([], towns))
    editor.press("2 /")
    editor.type("bern")
    editor.press("enter")
    try answer(editor)
    let names = try #require(editor.state.overlays.top(as: FoundPicker.self)).found.map(\.name)
    #expect(names.contains("Bern hut") && names.contains("Bern"), "\(names)")
  }

  @Test func `a country is found by its name`() throws {
    let editor = try editor()
    editor.press("2 /")
    editor.type("mauritius")
    editor.press("enter")
    try answer(editor)
    #expect(editor.text.contains("Mauritius, country"))
    #expect(abs(editor.state.map.viewport.centreCoordinate.latitude - -20.3) < 1)
  }

  @Test func `the first steps do not hide a map that the user has moved`() throws {
    let editor = EditorDriver.empty(size: Size(columns: 120, rows: 40))
    #expect(editor.text.contains("This library is empty"))
    editor.press("2 +")
    #expect(!editor.text.contains("This library is empty"))
  }

  @Test func `the key for finding in the list still filters the list`() throws {
    let editor = try editor()
    editor.press("1 /")
    editor.type("eiger")
    #expect(editor.state.list.rows.count == 1)
  }

  @Test func `the details of a path tell the towns at both ends`() throws {
    let editor = try editor(size: Size(columns: 200, rows: 60))
    editor.press("j j")
    #expect(editor.selectedName == "Col du Bonhomme")
    #expect(editor.text.contains("Near     13.5 km NW to 14.1 km N of"), "\(editor.text)")
    #expect(editor.text.contains("Bourg-Saint-Maurice, France"))
    #expect(!editor.text.contains("probably"), "the clocks agree")
  }

  @Test func `a time in UTC is labelled if the local time is probably another one`() throws {
    let editor = try editor(zone: "UTC")
    editor.press("j j")
    #expect(editor.text.contains(/Start +2026-[-0-9]+ [0-9:]+ UTC/), "\(editor.text)")
  }

  @Test func `the details suggest the local time zone if its clocks differ`() throws {
    let editor = try editor(zone: "Asia/Tokyo")
    editor.press("j j")
    #expect(editor.text.contains("Zone     probably Europe/"), "\(editor.text)")
    let zone = editor.text.firstMatch(of: /probably (Europe\/[A-Z][a-z]+)/)
    let name = String(try #require(zone).1)
    editor.press(":")
    editor.type("set zone \(name)")
    editor.press("enter")
    #expect(!editor.text.contains("probably"))
    #expect(editor.state.settings.zone.identifier == name)
  }

  @Test func `imports name paths after towns if the setting is on, and the question says so`()
    throws
  {
    let editor = try editor()
    editor.press(":")
    editor.type("set name-by-towns on")
    editor.press("enter")
    editor.press(":")
    editor.type("import tour.gpx")
    editor.press("enter")
    #expect(
      editor.effects.last
        == .importFile(job: 1, path: "tour.gpx", groups: [], namesByTowns: true))
    var summary = ImportSummary(
      file: "tour.gpx", status: .imported, places: 0, paths: 3, points: 9, created: [],
      messages: [])
    summary.namedPaths = 2
    #expect(
      ImportMessage(summary).text
        == "Imported tour.gpx: 3 paths, no places, 9 points; named 2 paths after towns")
    for effect in editor.state.askImport(of: ["/tmp/tour.gpx"]) {
      guard case .checkImport(let number, _, _, _) = effect else { continue }
      let file = ImportCheck.File(path: "/tmp/tour.gpx", outcome: .new, paths: 3)
      editor.send(.importChecked(number, ImportCheck(files: [file])))
    }
    #expect(editor.text.contains("named after the towns"), "\(editor.text)")
  }

  @Test func `the command about shows the licences of the base map`() throws {
    let editor = try editor()
    editor.press(":")
    editor.type("about")
    editor.press("enter")
    #expect(editor.text.contains("Natural Earth") && editor.text.contains("CC BY 4.0"))
  }

  @Test func `a pattern names items after towns`() throws {
    let editor = try editor()
    editor.press("j j :")
    editor.type("rename-all {towns}")
    editor.press("enter")
    #expect(editor.text.contains("Col du Bonhomme → "), "\(editor.text)")
    #expect(!editor.text.contains("has no town near it"))
  }
}

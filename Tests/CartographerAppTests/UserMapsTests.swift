import CartographerPresentation
import Foundation
import Geodesy
import MapFixtures
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// The user's own maps in the editor.
struct UserMapsTests {
  private let size = Size(columns: 80, rows: 24)
  private let rome = MapViewport(centre: Coordinate(latitude: 41.9, longitude: 12.5), zoom: 12)

  @Test
  func `a view is requested once, and a newer view replaces the request`() throws {
    var state = UserMapsState()
    let none = state.request(for: rome, in: size, relief: nil)
    #expect(none == nil, "no map is named")
    state.begin(UserMaps.Sources(maps: ["a.pmtiles"]))
    let found = state.request(for: rome, in: size, relief: nil)
    let first = try #require(found)
    let again = state.request(for: rome, in: size, relief: nil)
    #expect(again == nil, "the request is pending")
    let moved = rome.panned(columns: 400, rows: 0)
    let other = state.request(for: moved, in: size, relief: nil)
    let second = try #require(other)
    var old = MapTilesScene()
    old.credits = ["old"]
    state.receive(old, for: first)
    #expect(state.scene.credits.isEmpty, "the answer to the older request is ignored")
    var new = MapTilesScene()
    new.credits = ["new"]
    state.receive(new, for: second)
    #expect(state.scene.credits == ["new"])
    let after = state.request(for: moved, in: size, relief: nil)
    #expect(after == nil)
    let back = state.request(for: rome, in: size, relief: nil)
    #expect(back != nil)
    #expect(state.scene.credits == ["new"], "the old tiles stay until the answer arrives")
  }

  @Test
  func `a terrain folder alone is enough for a request`() {
    var state = UserMapsState()
    let request = state.request(for: rome, in: size, relief: "~/srtm")
    #expect(request?.relief == "~/srtm")
    let other = state.request(for: rome, in: size, relief: "~/other")
    #expect(other?.relief == "~/other")
  }

  @Test
  func `maps are read once for their credits while all layers are hidden`() {
    let editor = EditorDriver()
    editor.state.map.beginBaseMap(isInstalled: true)
    editor.press(", b")
    var state = editor.state
    #expect(state.settings.mapLayers.isEmpty)
    state.map.beginUserMaps(UserMaps.Sources(maps: ["a.pmtiles"]))
    let requests = state.map.requestUserMaps(in: state.layout.mapSize, state.settings)
    guard case .readUserMaps(let request)? = requests.first else {
      Issue.record("nothing is read")
      return
    }
    _ = state.receiveUserMaps(MapTilesScene(), for: request, problems: [])
    state.map.show(rome)
    let later = state.map.requestUserMaps(in: state.layout.mapSize, state.settings)
    #expect(later.isEmpty)
  }

  @Test
  func `setting a folder of terrain tiles that does not exist names the folder`() async throws {
    let editor = try await LiveEditor()
    try FileManager.default.createDirectory(
      at: editor.folder.file("my tiles"), withIntermediateDirectories: true)
    try editor.folder.write("", to: "a.hgt")
    for name in ["missing", "a.hgt"] {
      let text = try await editor.screen(
        after: ": \"set tiles \(name)\" enter", size: Size(columns: 200, rows: 40))
      #expect(text.contains("There is no folder") && text.contains("/\(name);"), "\(text)")
      #expect(!text.contains("Set tiles to"))
    }
    let text = try await editor.screen(after: ": \"set tiles my tiles\" enter")
    #expect(text.contains("Set tiles to my tiles"), "\(text)")
  }

  @Test
  func `the editor draws a map file, lists its credits and reports a damaged one`() async throws {
    var editor = try await LiveEditor()
    let good = editor.folder.file("town.pmtiles")
    try Data(TownMap.archive(bounds: (-20, -20, 20, 20)).bytes).write(to: good)
    let bad = editor.folder.file("bad.pmtiles")
    try Data(TownMap.archive().bytes.prefix(300)).write(to: bad)
    editor.userMaps = UserMaps(UserMaps.Sources(maps: [good.path, bad.path]))
    let start = try await editor.screen(after: "")
    #expect(start.contains("Problems with your maps"))
    #expect(start.contains("bad.pmtiles"))
    // With an empty library, the map shows the area of the map file instead of the world.
    #expect(start.contains("Map  z1."))
    let map = try await editor.screen(after: "esc : \"4.2 0\" enter")
    #expect(map.contains("Midville"))
    let about = try await editor.screen(
      after: "esc : \"about\" enter G", size: Size(columns: 120, rows: 60))
    #expect(about.contains("town.pmtiles: © Mapmakers"))
  }
}

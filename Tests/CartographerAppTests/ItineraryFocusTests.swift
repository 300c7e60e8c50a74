import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The keys and the mouse in the panes beside an open itinerary.
@Suite struct ItineraryFocusTests {
  /// An editor that shows an itinerary with three stops, the first of which is selected.
  private func editor(size: Size = Size(columns: 120, rows: 40)) -> EditorDriver {
    let editor = EditorDriver(size: size)
    editor.press("g r")
    if editor.state.list.selected != SampleLibrary.alps { editor.press("j") }
    editor.press("g i a space space space enter g g")
    return editor
  }

  /// Centres the map on a stop, and returns the cell of the stop's number.
  private func centre(_ editor: EditorDriver, onStop position: Int) -> Point {
    let stop = editor.state.mapStops[position]
    editor.state.map.show(MapViewport(centre: WebMercator.unproject(stop.point), zoom: 12))
    return editor.state.map.viewport.cell(at: stop.point, in: editor.state.layout.mapSize)
  }

  @Test(arguments: ["h", "left", "shift-left", "j", "down", "ctrl-up", "-"])
  func `with the focus on the map, the keys of the map pan and zoom it`(key: String) {
    let editor = editor()
    editor.press("2")
    let view = editor.state.map.viewport
    editor.press(key)
    #expect(editor.state.map.viewport != view)
    #expect(editor.state.modeName == "ITINERARY" && editor.state.itinerary?.position == 0)
    #expect(editor.state.mapScene.crosshair != nil)
    #expect(editor.screen.last?.contains("h j k l pan") == true)
  }

  @Test(arguments: ["esc", "1", "q"])
  func `esc and 1 return from the map to the stops`(key: String) {
    let editor = editor()
    editor.press("2 \(key)")
    #expect(editor.state.focus == .list && editor.state.modeName == "ITINERARY")
    editor.press("j")
    #expect(editor.state.itinerary?.position == 1)
  }

  @Test func `enter on the map selects the stop nearest to the crosshair`() {
    let editor = editor()
    editor.press("2")
    _ = centre(editor, onStop: 2)
    editor.press("enter")
    #expect(editor.state.itinerary?.position == 2)
    #expect(editor.state.focus == .map && editor.state.modeName == "ITINERARY")
    editor.state.map.show(MapViewport(centre: Coordinate(latitude: 0, longitude: 0), zoom: 12))
    editor.press("enter")
    #expect(editor.text.contains("no stop is near"))
  }

  @Test func `a click on the number of a stop selects the stop`() throws {
    let editor = editor()
    let cell = centre(editor, onStop: 1)
    let content = try #require(editor.state.layout.content(of: .map))
    editor.click(content.column + cell.column, content.row + cell.row)
    #expect(editor.state.itinerary?.position == 1)
  }

  @Test func `a box cannot be drawn while an itinerary is open`() {
    let editor = editor()
    editor.press("2 v")
    #expect(editor.state.modeName == "ITINERARY")
    #expect(editor.text.contains("an itinerary is open"))
  }

  @Test func `the group of the open itinerary is highlighted, and another one can be opened`() {
    let editor = editor(size: Size(columns: 200, rows: 60))
    #expect(editor.state.columnGroup?.id == SampleLibrary.alps)
    editor.press("0 j")
    #expect(editor.state.columnGroup?.id == SampleLibrary.tmb)
    #expect(editor.state.itinerary?.group == SampleLibrary.alps)
    editor.press("esc")
    #expect(editor.state.columnGroup?.id == SampleLibrary.alps && editor.state.focus == .list)
    editor.press("0 j enter")
    #expect(editor.state.itinerary?.group == SampleLibrary.tmb && editor.state.focus == .list)
    #expect(editor.state.columnGroup?.id == SampleLibrary.tmb)
    editor.press("esc")
    #expect(editor.state.mode == .browse && editor.state.list.tab == .groups)
  }

  @Test func `the row for the whole library closes the itinerary`() {
    let editor = editor(size: Size(columns: 200, rows: 60))
    editor.press("0 g g enter")
    #expect(editor.state.mode == .browse && editor.state.list.scope == nil)
  }

  @Test func `in the column of groups, no key changes the selected stop`() {
    let editor = editor(size: Size(columns: 200, rows: 60))
    let writes = editor.writes.count
    editor.press("0 x")
    #expect(editor.text.contains("this command acts on the stops; 1 goes to the stops"))
    editor.press("space n J")
    #expect(editor.writes.count == writes && editor.state.itinerary?.position == 0)
  }

  @Test func `the keys of the profile and of the details act on these panes`() {
    let editor = editor()
    editor.press("4 l l")
    #expect(editor.state.pathEditing.pointCursor ?? 0 > 0)
    editor.press("j 3 j")
    #expect(editor.state.itinerary?.position == 0)
    editor.press("esc j")
    #expect(editor.state.itinerary?.position == 1)
  }
}

import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The heat map in the map pane.
@Suite struct HeatMapKeyTests {
  let editor = EditorDriver()

  @Test func `a key shows and hides the heat map, and the next session shows it too`() {
    #expect(editor.state.mapScene.heat == nil)
    editor.press(", i")
    #expect(editor.state.settings.showsHeatMap && editor.state.mapScene.heat != nil)
    let next = EditorDriver()
    next.state.restore(editor.state.session)
    #expect(next.state.settings.showsHeatMap)
    editor.press(", i")
    #expect(editor.state.mapScene.heat == nil)
  }

  @Test func `if no tracks can be counted, a message says why the heat map is empty`() {
    editor.press(", i")
    #expect(editor.state.toast == nil)
    editor.press(", i /")
    editor.type("nothing has this name")
    editor.press("enter , i")
    #expect(editor.state.toast?.text.contains("the list contains no recorded tracks") == true)
    let empty = EditorDriver.empty()
    empty.press(", i")
    #expect(empty.state.settings.showsHeatMap)
    #expect(empty.state.toast?.text.contains("no recorded tracks on the map") == true)
    empty.press(", i")
    #expect(empty.state.toast == nil)
  }

  /// The heat map of the given tracks in the view of the map pane.
  private func expected(_ ids: Set<ItemID>?) -> HeatMap {
    let state = editor.state
    return HeatMap(
      state.map.contents, state.map.viewport, in: state.layout.mapSize, counting: ids)
  }

  @Test func `the heat map counts the tracks of the list, as the view and the filter change`() {
    editor.press(", i")
    let all = expected(nil)
    #expect(editor.state.mapScene.heat == all)
    editor.press("/")
    editor.type("haute")
    editor.press("enter")
    let some = Set(editor.state.list.rows)
    #expect(some.count == 3)
    #expect(editor.state.mapScene.heat == expected(some) && expected(some) != all)
    editor.press("2 + + l")
    #expect(editor.state.mapScene.heat == expected(some))
    editor.press("1 esc")
    #expect(editor.state.mapScene.heat == expected(nil))
  }

  @Test func `the heat map of an open group counts its tracks`() {
    editor.press(", i g r enter")
    let members = Set(editor.state.map.contents.paths.map(\.id))
    #expect(members.count == 6)
    #expect(editor.state.mapScene.heat == expected(members))
  }

  @Test func `keys that do not change the view or the list keep the counted heat map`() {
    var heat = HeatState()
    let contents = editor.state.map.contents
    let size = Size(columns: 30, rows: 10)
    heat.count(contents, editor.state.map.viewport, in: size, listed: nil)
    let first = heat.map
    // The contents are not looked at again before they are declared outdated.
    heat.count(MapScene(), editor.state.map.viewport, in: size, listed: nil)
    #expect(heat.map == first)
    heat.outdate()
    heat.count(MapScene(), editor.state.map.viewport, in: size, listed: nil)
    #expect(heat.map != first)
  }

  @Test func `a picture of the heat map shows the listed tracks`() throws {
    editor.press(", i /")
    editor.type("haute")
    editor.press("enter")
    let request = editor.state.pictureRequest
    #expect(request.showsHeatMap)
    #expect(Set(request.ids.filter { $0.kind == .path }) == Set(editor.state.list.rows))
  }

  @Test func `a command counts the countries of the marked items, or of all items on the map`() {
    func asked() -> [ItemID]? {
      editor.effects.compactMap { if case .ask(.visited(let ids, _, _)) = $0 { ids } else { nil } }
        .last
    }
    func ask() {
      editor.press(":")
      editor.type("visited")
      editor.press("enter")
    }
    editor.state.map.beginBaseMap(isInstalled: true)
    ask()
    #expect(asked()?.count == 14 + 5)
    editor.press("space space")
    ask()
    #expect(asked().map { Set($0) } == editor.state.list.marks && asked()?.count == 2)
  }

  @Test func `the answer removes the message that countries are being counted`() {
    editor.state.map.beginBaseMap(isInstalled: true)
    editor.press("g o")
    #expect(editor.state.toast?.text.hasPrefix("Counting") == true)
    editor.send(.answered(title: "Visited countries and regions", lines: ["France"]))
    #expect(editor.state.toast == nil)
    #expect(editor.text.contains("France"))
  }

  @Test func `without a base map, the command for visited countries says so`() {
    editor.press(":")
    editor.type("visited")
    editor.press("enter")
    #expect(editor.state.toast?.text.contains("base map is missing") == true)
  }

  @Test func `the filter by a year or a day chooses the tracks that were recorded then`() {
    editor.press(", i")
    let all = expected(nil)
    editor.press("/")
    editor.type("2026-07-06")
    editor.press("enter")
    let rows = editor.state.list.rows
    #expect(!rows.isEmpty)
    #expect(editor.state.mapScene.heat == expected(Set(rows)) && expected(Set(rows)) != all)
  }
}

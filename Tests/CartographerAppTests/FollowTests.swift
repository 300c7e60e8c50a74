import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// What brings the selection into the map's view.
@Suite struct FollowTests {
  let editor = EditorDriver()

  private var bounds: WorldBounds? {
    editor.state.list.selected.flatMap { editor.state.paths[$0]?.shape.bounds }
  }

  private func isInView(_ box: WorldBounds?) -> Bool {
    let visible = editor.state.map.viewport.visibleBounds(in: editor.state.layout.mapSize)
    return box.map(visible.intersects) ?? false
  }

  /// Shows a part of the sea, where no item is.
  private func lookAtTheSea() {
    editor.state.map.show(MapViewport(centre: Coordinate(latitude: -40, longitude: -120), zoom: 9))
  }

  @Test(arguments: ["j", "/ down", "space"])
  func `a selection outside of the view brings it into view`(keys: String) {
    lookAtTheSea()
    editor.press(keys)
    #expect(isInView(bounds))
  }

  @Test func `an item larger than the view is shown whole`() throws {
    editor.state.map.show(MapViewport(centre: Coordinate(latitude: -40, longitude: -120), zoom: 19))
    editor.press("j")
    let box = try #require(bounds)
    let visible = editor.state.map.viewport.visibleBounds(in: editor.state.layout.mapSize)
    #expect(visible.minX <= box.minX && visible.maxX >= box.maxX)
    #expect(visible.minY <= box.minY && visible.maxY >= box.maxY)
  }

  @Test func `with the setting follow off the map stays where it is`() {
    lookAtTheSea()
    editor.press(":")
    editor.type("set follow off")
    editor.press("enter")
    let before = editor.state.map.viewport
    editor.press("j")
    #expect(editor.state.map.viewport == before)
    #expect(Setting["follow"]?.example == "on")
  }

  @Test func `a selection that moves while a path is drawn leaves the map alone`() {
    lookAtTheSea()
    editor.press("o p")
    let before = editor.state.map.viewport
    editor.state.followSelection()
    #expect(editor.state.map.viewport == before)
  }

  // MARK: Previews

  private func isWholeInView(_ path: ItemID) throws -> Bool {
    let box = try #require(editor.state.paths[path]?.shape.bounds)
    let visible = editor.state.map.viewport.visibleBounds(in: editor.state.layout.mapSize)
    return visible.minX <= box.minX && visible.maxX >= box.maxX && visible.minY <= box.minY
      && visible.maxY >= box.maxY
  }

  @Test func `a preview begun in the path editor refits the map that its panel makes smaller`()
    throws
  {
    let path = ItemID(.path, 1)
    editor.press("enter f")
    let before = editor.state.map.viewport
    let room = editor.state.layout.mapSize
    editor.press("S")
    #expect(editor.state.layout.mapSize != room)
    #expect(try isWholeInView(path))
    editor.press("esc")
    #expect(editor.state.layout.mapSize == room)
    #expect(editor.state.map.viewport == before)
  }

  @Test func `a preview refits the map when the terminal becomes smaller`() throws {
    editor.press("S")
    editor.send(.input(.resize(Size(columns: 80, rows: 24))))
    #expect(try isWholeInView(ItemID(.path, 1)))
  }

  @Test func `a view that was chosen during a preview stays after it`() {
    editor.press("S")
    let chosen = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 8)
    editor.state.map.show(chosen)
    editor.press("esc")
    #expect(editor.state.map.viewport == chosen)
  }

  @Test func `leaving a preview goes back to the view before it`() {
    let before = editor.state.map.viewport
    editor.press("S esc")
    #expect(editor.state.map.viewport == before)
    #expect(editor.state.map.followsContents)
  }
}

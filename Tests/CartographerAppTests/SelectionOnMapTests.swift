import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// When the map moves to show the selected item.
@Suite struct SelectionOnMapTests {
  let editor = EditorDriver()

  private var bounds: WorldBounds? {
    editor.state.list.selected.flatMap { editor.state.index.outlines[$0]?.bounds }
  }

  private func isInView(_ box: WorldBounds?) -> Bool {
    let visible = editor.state.map.viewport.visibleBounds(in: editor.state.layout.mapSize)
    return box.map(visible.intersects) ?? false
  }

  /// Moves the map to open sea, where there are no items.
  private func showOpenSea() {
    editor.state.map.show(MapViewport(centre: Coordinate(latitude: -40, longitude: -120), zoom: 9))
  }

  @Test(arguments: ["j", "/ down", "space"])
  func `selecting an item outside the view moves the map to the item`(keys: String) {
    showOpenSea()
    editor.press(keys)
    #expect(isInView(bounds))
  }

  @Test func `the map zooms out to show all of a selected item larger than the view`() throws {
    editor.state.map.show(MapViewport(centre: Coordinate(latitude: -40, longitude: -120), zoom: 19))
    editor.press("j")
    let box = try #require(bounds)
    let visible = editor.state.map.viewport.visibleBounds(in: editor.state.layout.mapSize)
    #expect(visible.minX <= box.minX && visible.maxX >= box.maxX)
    #expect(visible.minY <= box.minY && visible.maxY >= box.maxY)
  }

  @Test func `selecting an item in the trash does not move the map`() {
    editor.press("d g t")
    showOpenSea()
    let before = editor.state.map.viewport
    editor.state.showSelectedItem()
    #expect(editor.state.list.tab == .trash && editor.state.list.selected != nil)
    #expect(editor.state.map.viewport == before)
  }

  @Test func `the map moves to the item that is selected after a deletion`() {
    showOpenSea()
    editor.press("d")
    #expect(editor.library.done.count == 1)
    #expect(editor.state.list.selected != nil && isInView(bounds))
  }

  @Test func `with the setting follow off, the map does not move`() {
    showOpenSea()
    editor.press(":")
    editor.type("set follow off")
    editor.press("enter")
    let before = editor.state.map.viewport
    editor.press("j")
    #expect(editor.state.map.viewport == before)
    #expect(Setting["follow"]?.example == "on")
  }

  @Test func `the map does not follow the selection while a path is drawn`() {
    showOpenSea()
    editor.press("o p")
    let before = editor.state.map.viewport
    editor.state.followSelection()
    #expect(editor.state.map.viewport == before)
  }

  // MARK: Previews

  private func isEntirelyVisible(_ path: ItemID) throws -> Bool {
    let box = try #require(editor.state.index.outlines[path]?.bounds)
    let visible = editor.state.map.viewport.visibleBounds(in: editor.state.layout.mapSize)
    return visible.minX <= box.minX && visible.maxX >= box.maxX && visible.minY <= box.minY
      && visible.maxY >= box.maxY
  }

  @Test func `a preview in the path editor fits the path into the reduced map`() throws {
    let path = ItemID(.path, 1)
    editor.press("enter f")
    let before = editor.state.map.viewport
    let fullSize = editor.state.layout.mapSize
    editor.press("S")
    #expect(editor.state.layout.mapSize != fullSize)
    #expect(try isEntirelyVisible(path))
    editor.press("esc")
    #expect(editor.state.layout.mapSize == fullSize)
    #expect(editor.state.map.viewport == before)
  }

  @Test func `a preview fits the path into the map again after the terminal shrinks`() throws {
    editor.press("S")
    editor.send(.input(.resize(Size(columns: 80, rows: 24))))
    #expect(try isEntirelyVisible(ItemID(.path, 1)))
  }

  @Test func `a view chosen during a preview stays after the preview closes`() {
    editor.press("S")
    let chosen = MapViewport(centre: Coordinate(latitude: 46, longitude: 7), zoom: 8)
    editor.state.map.show(chosen)
    editor.press("esc")
    #expect(editor.state.map.viewport == chosen)
  }

  @Test func `closing a preview restores the previous view`() {
    let before = editor.state.map.viewport
    editor.press("S")
    #expect(editor.state.map.viewport != before)
    editor.press("esc")
    #expect(editor.state.map.viewport == before)
    #expect(editor.state.map.followsContents)
  }

  @Test func `the map shows the whole path after a join, and the table's columns are separate`() {
    editor.press("j j f j j j space k k k space J")
    let table = editor.screen.filter { line in
      ["Length", "Climb", "Time"].contains { line.contains($0 + " ") }
    }
    #expect(table.count == 3)
    for line in table {
      let row = line.split { "│┃".contains($0) }.first.map(String.init) ?? ""
      let cells = row.components(separatedBy: "  ").filter { !$0.allSatisfy(\.isWhitespace) }
      #expect(cells.count == 3, "\(row)")
    }
    editor.press("enter")
    let joined = editor.state.list.selected.flatMap { editor.state.paths[$0] }
    let view = editor.state.map.viewport.visibleBounds(in: editor.state.layout.mapSize)
    #expect(joined.map { view.union($0.shape.bounds ?? view) } == view)
  }

  @Test(arguments: [89.9, -89.9])
  func `a box drawn near a pole marks only the places in it`(latitude: Double) throws {
    // Four circles of places around the pole, so that a box in any direction contains some of them.
    let places = (0..<48).map { index in
      let distance = Double(index / 12 + 1) / 2
      return PlaceSnapshot(
        id: ItemID(.location, Int64(index + 1)), name: "\(index)",
        coordinate: Coordinate(
          latitude: latitude < 0 ? distance - 90 : 90 - distance,
          longitude: Double(index % 12) * 30 - 180),
        created: .distantPast)
    }
    let editor = EditorDriver(
      FakeLibrary.Content(snapshot: LibrarySnapshot(revision: 1, places: places)))
    editor.state.map.show(
      MapViewport(centre: Coordinate(latitude: latitude, longitude: 60), zoom: 2))
    editor.press("2")
    let (map, size) = (editor.state.map.viewport, editor.state.layout.mapSize)
    let start = Point(column: size.columns / 2, row: size.rows / 2)
    editor.press("v l l l k")
    let shift = try #require(
      editor.state.map.viewport.visibleCell(at: map.centreCoordinate, in: size))
    let corner = Point(column: 2 * start.column - shift.column, row: 2 * start.row - shift.row)
    let inside = places.filter { place in
      guard let cell = map.visibleCell(at: place.coordinate, in: size) else { return false }
      return (start.column...corner.column).contains(cell.column)
        && (corner.row...start.row).contains(cell.row)
    }
    #expect(!inside.isEmpty && inside.count < places.count / 2)
    editor.press("enter")
    #expect(editor.state.list.marks == Set(inside.map(\.id)))
  }
}

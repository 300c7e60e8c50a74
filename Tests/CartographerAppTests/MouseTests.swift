import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

@Suite struct MouseTests {
  let editor = EditorDriver(size: Size(columns: 80, rows: 24))

  @Test func `a click selects a row or a tab, or runs the command of a hint`() {
    editor.click(5, 5)
    #expect(editor.selectedName == "Col du Bonhomme")
    let places = editor.state.layout.tabs[1].rect
    editor.click(places.column, places.row)
    #expect(editor.state.list.tab == .places)
    let row = editor.screen.last ?? ""
    let column = row.firstRange(of: "? help").map {
      row.distance(from: row.startIndex, to: $0.lowerBound)
    }
    editor.click(column ?? 0, 23)
    #expect(editor.state.modeName == "HELP")
  }

  /// Clicks in the row of hints, at the start of a text.
  private func clickHint(_ text: String, in editor: EditorDriver) {
    let row = editor.screen.last ?? ""
    guard let found = row.firstRange(of: text) else {
      Issue.record("“\(text)” is not in “\(row)”")
      return
    }
    editor.click(row.distance(from: row.startIndex, to: found.lowerBound), editor.screen.count - 1)
  }

  @Test func `a message of two rows covers the hints, and a click removes it`() {
    let row = editor.screen.last ?? ""
    let column = row.firstRange(of: "? help").map {
      row.distance(from: row.startIndex, to: $0.lowerBound)
    }
    _ = editor.state.warn(
      "the first row " + String(repeating: "goes on ", count: 10) + "to the end")
    #expect(editor.screen.last?.contains("to the end") == true)
    #expect(editor.screen.last?.contains("? help") == false)
    editor.click(column ?? 0, 23)
    #expect(editor.state.overlays.isEmpty && editor.state.toast == nil)
    editor.click(column ?? 0, 23)
    #expect(editor.state.modeName == "HELP")
  }

  @Test func `a click on a hint with a chord runs the command of the whole chord`() {
    let editor = EditorDriver.empty()
    clickHint("o l", in: editor)
    #expect(editor.text.contains("New place"), "\(editor.text)")
    #expect(editor.state.input.chord.isEmpty)
  }

  @Test func `a click on a hint of a popup presses the key under the pointer`() {
    editor.press("g a")
    clickHint("j k", in: editor)
    clickHint("j k", in: editor)
    #expect(editor.state.overlays.top(as: NearestList.self)?.cursor.selected == 2)
    clickHint("k ", in: editor)
    #expect(editor.state.overlays.top(as: NearestList.self)?.cursor.selected == 1)
    clickHint("esc", in: editor)
    #expect(editor.state.overlays.isEmpty)
  }

  @Test func `the mouse wheel zooms the map at the pointer and scrolls the list`() {
    let before = editor.state.map.viewport
    let point = Point(column: 60, row: 8)
    editor.send(.input(.mouse(MouseEvent(.wheelUp, at: point))))
    #expect(editor.state.map.viewport.zoom == before.zoom + MapViewport.zoomStep)
    #expect(editor.state.focus == .list)
    editor.send(.input(.mouse(MouseEvent(.wheelDown, at: Point(column: 4, row: 6)))))
    #expect(editor.state.list.cursor.top == 3)
  }

  @Test func `dragging pans the map`() {
    let start = editor.state.map.viewport.centreCoordinate
    editor.send(.input(.mouse(MouseEvent(.press(.left), at: Point(column: 60, row: 20)))))
    editor.send(.input(.mouse(MouseEvent(.drag(.left), at: Point(column: 50, row: 20)))))
    let moved = editor.state.map.viewport.centreCoordinate
    #expect(moved.longitude > start.longitude)
    #expect(abs(moved.latitude - start.latitude) < 1e-9)
  }

  @Test func `a click on a place on the map selects the place`() {
    let size = editor.state.layout.mapSize
    guard let content = editor.state.layout.content(of: .map),
      let place = editor.state.index.place(ItemID(.location, 1)),
      let cell = editor.state.map.viewport.visibleCell(at: place.coordinate, in: size)
    else {
      Issue.record("the place is not in view")
      return
    }
    editor.click(content.column + cell.column, content.row + cell.row)
    #expect(editor.selectedName == "Les Contamines")
  }

  /// Returns the screen cell in which a place is drawn, or nil if the place is not in view.
  private func cell(of id: ItemID) -> Point? {
    let size = editor.state.layout.mapSize
    guard let content = editor.state.layout.content(of: .map),
      let place = editor.state.index.place(id),
      let cell = editor.state.map.viewport.visibleCell(at: place.coordinate, in: size)
    else { return nil }
    return Point(column: content.column + cell.column, row: content.row + cell.row)
  }

  @Test func `dragging the map from the cell of a place does not select the place`() throws {
    let place = try #require(cell(of: ItemID(.location, 1)))
    let start = editor.state.map.viewport.centreCoordinate
    let end = Point(column: place.column + 4, row: place.row)
    editor.send(.input(.mouse(MouseEvent(.press(.left), at: place))))
    editor.send(.input(.mouse(MouseEvent(.drag(.left), at: end))))
    editor.send(.input(.mouse(MouseEvent(.release(.left), at: end))))
    #expect(editor.state.list.tab == .paths)
    #expect(editor.selectedName == "Aletsch traverse")
    #expect(editor.state.map.viewport.centreCoordinate.longitude < start.longitude)
    editor.send(.input(.mouse(MouseEvent(.drag(.left), at: place))))
    editor.send(.input(.mouse(MouseEvent(.release(.left), at: place))))
    #expect(editor.state.list.tab == .paths, "a drag without a pressed button is not a click")
  }

  @Test func `dragging away and back to the starting cell is not a click`() throws {
    let place = try #require(cell(of: ItemID(.location, 1)))
    let away = Point(column: place.column + 4, row: place.row)
    editor.send(.input(.mouse(MouseEvent(.press(.left), at: place))))
    for point in [away, place] { editor.send(.input(.mouse(MouseEvent(.drag(.left), at: point)))) }
    editor.send(.input(.mouse(MouseEvent(.release(.left), at: place))))
    #expect(editor.state.list.tab == .paths)
  }
}

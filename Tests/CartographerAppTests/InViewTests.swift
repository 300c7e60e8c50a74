import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The list narrowed to the items in the map's view or in a box.
@Suite struct InViewTests {
  let editor = EditorDriver()

  private var rows: [ItemID] { editor.state.list.rows }

  /// Shows the surroundings of a hotel, where only few items are.
  private func showHotel() {
    editor.press("g l")
    editor.state.map.show(
      MapViewport(centre: Coordinate(latitude: 45.745, longitude: 6.765), zoom: 13))
  }

  @Test func `a command narrows the list to the items in the view, as a word of the filter`() {
    showHotel()
    editor.press("g w")
    #expect(rows == [ItemID(.location, 4)])
    #expect(editor.screen[0].contains("/in:view"))
    #expect(editor.screen[0].contains("1 of 5"))
  }

  @Test func `esc in the list shows all items again`() {
    showHotel()
    editor.press("g w esc")
    #expect(rows.count == 5)
    #expect(!editor.screen[0].contains("in:view"))
  }

  @Test func `the view narrows paths and places together, and a typed filter narrows further`() {
    editor.state.map.show(
      MapViewport(centre: Coordinate(latitude: 45.726, longitude: 6.715), zoom: 10))
    editor.press("g l g w")
    let places = rows.count
    #expect((2...5).contains(places))
    editor.press("g p")
    #expect(editor.screen[0].contains("in:view"))
    editor.press("g l /")
    editor.type("refuge")
    editor.press("enter")
    #expect(rows == [ItemID(.location, 2)])
    #expect(editor.screen[0].contains("/in:view refuge"))
    editor.press("esc")
    #expect(rows.count == 5)
  }

  @Test func `a view without items leaves the list as it is`() {
    editor.state.map.show(MapViewport(centre: Coordinate(latitude: -40, longitude: -120), zoom: 9))
    let before = rows
    editor.press("g w")
    #expect(rows == before)
    #expect(editor.state.toast?.text == "there are no items in the view")
  }

  @Test func `a box on the map narrows the list`() {
    showHotel()
    editor.press("2 H H K K v l l j j /")
    #expect(editor.state.mode == .browse)
    #expect(editor.state.list.area?.word == "in:box")
    #expect(editor.state.list.marks.isEmpty)
    editor.press("esc esc")
    #expect(rows.count == 5)
  }

  @Test func `an item that is revealed ends the narrowing`() {
    showHotel()
    editor.press("g w")
    editor.state.reveal(ItemID(.location, 1))
    #expect(editor.state.list.selected == ItemID(.location, 1))
    #expect(rows.count == 5)
  }
}

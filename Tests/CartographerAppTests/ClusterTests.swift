import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Marks for places that crowd on the map.
@Suite struct ClusterTests {
  private let hut = Coordinate(latitude: 45.9, longitude: 7.3)

  /// Returns an editor whose library has only places at the given distances east of a hut.
  private func editor(_ metres: [Double]) -> EditorDriver {
    var content = FakeLibrary.Content(snapshot: LibrarySnapshot(revision: 1))
    content.snapshot.places = metres.enumerated().map { number, metres in
      PlaceSnapshot(
        id: ItemID(.location, Int64(number + 1)), name: "Spring \(number + 1)",
        coordinate: Geodesic.destination(
          from: hut, bearingDegrees: 90, distanceMetres: metres),
        created: Date(timeIntervalSinceReferenceDate: 0))
    }
    return EditorDriver(content)
  }

  /// Shows the hut in the middle of the map, with the first place selected.
  ///
  /// - Parameter keys: The keys that are pressed before; by default, the map gets the focus.
  private func show(_ editor: EditorDriver, zoom: Double, after keys: String = "g l 2") {
    editor.press(keys)
    editor.state.map.show(MapViewport(centre: hut, zoom: zoom))
  }

  private func mapText(_ editor: EditorDriver) -> String {
    let content = editor.state.layout.content(of: .map) ?? editor.state.layout.header
    return editor.screen[content.row..<content.endRow]
      .map { String($0.dropFirst(content.column).prefix(content.columns)) }
      .joined(separator: "\n")
  }

  @Test func `more than three places in a cell are one mark with their number`() {
    let editor = editor([4_000, 0, 1, 2, 3, 4, 5])
    show(editor, zoom: 10, after: "g l")
    let map = mapText(editor)
    #expect(map.contains("6") && map.contains("◆Spring 1"))
    #expect(!map.contains("Spring 2") && !map.contains("○"))
  }

  @Test func `marks whose numbers would touch are one mark`() {
    // A cell is 213 m wide.
    let editor = editor([9_000, 0, 1, 2, 3, 4, 214, 215, 216, 217])
    show(editor, zoom: 10, after: "g l")
    let map = mapText(editor)
    #expect(map.contains("9") && !map.contains("54"), "\(map)")
    let size = editor.state.layout.mapSize
    let centre = Point(column: size.columns / 2, row: size.rows / 2)
    #expect(editor.state.cluster(at: centre, radiusDots: 24)?.count == 9)
  }

  @Test func `three places in a cell stay apart`() {
    let editor = editor([4_000, 0, 1, 2])
    show(editor, zoom: 10, after: "g l")
    #expect(mapText(editor).contains("○"))
  }

  @Test func `enter on a mark zooms in until the places are apart`() {
    let editor = editor([9_000, 0, 100, 200, 300, 400])
    show(editor, zoom: 8)
    let before = editor.state.map.viewport.zoom
    editor.press("enter")
    #expect(editor.state.map.viewport.zoom > before)
    #expect(editor.state.toast?.text == "Zoomed in to 5 places")
    let map = mapText(editor)
    for number in 2...6 { #expect(map.contains("Spring \(number)")) }
    #expect(editor.state.mode == .browse)
  }

  @Test func `enter on a mark of places in one position lists them`() {
    let editor = editor([9_000, 0, 0, 0, 0])
    show(editor, zoom: 12)
    editor.press("enter")
    #expect(editor.text.contains("4 places at the same position"))
    editor.press("down enter")
    #expect(editor.state.list.selected == ItemID(.location, 3))
    // The selected place is found first, although others are in the same position.
    editor.press("2 enter")
    #expect(editor.state.overlay == nil)
  }

  @Test func `a click on a mark zooms in`() throws {
    let editor = editor([9_000, 0, 100, 200, 300, 400])
    show(editor, zoom: 8)
    let content = try #require(editor.state.layout.content(of: .map))
    let cell = try #require(
      editor.state.map.viewport.visibleCell(at: hut, in: editor.state.layout.mapSize))
    let pointer = Point(column: content.column + cell.column, row: content.row + cell.row)
    editor.send(.input(.mouse(MouseEvent(.press(.left), at: pointer))))
    editor.send(.input(.mouse(MouseEvent(.release(.left), at: pointer))))
    #expect(editor.state.toast?.text == "Zoomed in to 5 places")
  }

  @Test func `at low zoom, places in adjacent cells are one mark, also after panning`() throws {
    let editor = editor([90_000, 0, 20_000, 30_000, 10_000, 25_000])
    show(editor, zoom: 3)
    #expect(mapText(editor).contains("5"))
    let row = try #require(mapText(editor).split(separator: "\n").first { $0.contains("5") })
    editor.state.map.show(editor.state.map.viewport.panned(columns: 0, rows: 3))
    #expect(mapText(editor).contains(row))
  }

  @Test func `marked places are not part of a mark`() {
    let editor = editor([0, 1, 2, 3, 4, 5])
    show(editor, zoom: 10, after: "g l a")
    #expect(mapText(editor).contains("◆"))
    editor.press("2 enter")
    #expect(editor.state.toast?.text.hasPrefix("Zoomed") != true)
  }
}

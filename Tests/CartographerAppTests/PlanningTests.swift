import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Planning a trip by keys: the words that tell a user what a key did and which key comes next.
@Suite struct PlanningTests {
  let editor = EditorDriver()

  private var status: String { editor.screen[38] }
  private var drawn: [Coordinate] { editor.state.mode.drawing?.points ?? [] }

  // MARK: Drawing

  @Test func `continuing a drawing is reported, with the key for a new one`() {
    editor.press("o p a l l a esc o p")
    #expect(drawn.count == 2)
    #expect(status.contains("Continued the drawing with 2 points — n begins a new one"))
  }

  @Test func `n sets the drawing aside as a draft and begins a new one`() {
    editor.press("o p a l l a esc o p n")
    #expect(drawn.isEmpty)
    #expect(editor.state.mode == .draw(DrawState()))
    #expect(status.contains("the old one with 2 points is a draft"))
    editor.press("a h h h h a j a esc o d")
    #expect(editor.text.contains("A path with 3 points"))
    #expect(editor.text.contains("A path with 2 points"))
  }

  @Test func `n in a drawing without points keeps the mode`() {
    editor.press("o p n")
    #expect(editor.state.mode == .draw(DrawState()))
    #expect(editor.state.drafts.setAside.isEmpty)
  }

  @Test(arguments: ["o p", "enter", "g l M"])
  func `while points do not snap, the map's frame shows the key that turns snapping on`(
    keys: String
  ) {
    editor.press(keys)
    #expect(!editor.text.contains("snap off"))
    editor.press(", p")
    #expect(editor.text.contains("snap off (, p)"))
  }

  // MARK: Hints

  @Test func `the hint for q says that it goes back, or quits where there is no level`() {
    let editor = EditorDriver(size: Size(columns: 200, rows: 60))
    #expect(editor.screen[59].contains("q quit"))
    editor.press("2")
    #expect(editor.screen[59].contains("q back"))
    #expect(!editor.screen[59].contains("q quit"))
    editor.press("q")
    #expect(editor.screen[59].contains("q quit"))
  }

  @Test(arguments: [("", "esc"), ("2 ", "esc esc")])
  func `the message of a list narrowed to the view names the keys that show all items`(
    focus: String, keys: String
  ) {
    editor.press(focus + "g w")
    #expect(status.contains("in the view; \(keys) shows all"))
    let narrowed = editor.state.list.filterWords
    editor.press(keys)
    #expect(!narrowed.isEmpty)
    #expect(editor.state.list.filterWords.isEmpty)
  }

  @Test func `an empty list of paths or places names the keys that fill it`() {
    var content = SampleLibrary.content()
    content.snapshot.paths = []
    let editor = EditorDriver(content)
    #expect(editor.text.contains("o p  draw a path"))
    #expect(editor.text.contains("o i  import files"))
    content = SampleLibrary.content()
    content.snapshot.places = []
    let other = EditorDriver(content)
    other.press("g l")
    #expect(other.text.contains("o l  create a place"))
  }

  // MARK: Drafts

  @Test func `the list of drafts shows a draft's typed name`() {
    editor.press("o l")
    editor.type("Hut")
    editor.press("esc o d")
    #expect(editor.text.contains("New place: Name “Hut”"))
  }

  @Test func `the question about a drawing's draft describes the drawing once`() {
    editor.press("o p a l l a l l a esc o d d")
    #expect(editor.text.ranges(of: "A path with 3 points").count == 1)
  }

  // MARK: Distances

  @Test func `two places in one position have a distance but no bearing`() {
    var content = SampleLibrary.content()
    let position = content.snapshot.places[0].coordinate
    for place in content.snapshot.places.indices {
      content.snapshot.places[place].coordinate = position
    }
    let editor = EditorDriver(content)
    editor.press("g l space space g m")
    #expect(editor.state.toast?.text.hasSuffix(": 0 m") == true)
    editor.press("esc g a")
    let row = editor.screen.first { $0.contains(" 0 m ") } ?? ""
    #expect(!row.isEmpty)
    #expect(!row.contains("°"))
  }

  @Test func `g m measures along all marked places in the list's order`() throws {
    let editor = EditorDriver()
    editor.press("g l space space space g m")
    let places = editor.state.list.rows.prefix(3).compactMap { editor.state.index.place($0) }
    try #require(places.count == 3)
    let legs = zip(places, places.dropFirst()).map {
      Geodesic.distanceMetres(from: $0.coordinate, to: $1.coordinate)
    }
    let length = editor.state.settings.units.length(metres: legs.reduce(0, +))
    let route = places.map(\.name).joined(separator: " → ")
    #expect(editor.state.toast?.text == "\(route): \(length) in 2 legs")
    editor.press("space g m")
    #expect(editor.state.toast?.text.contains(" → … → ") == true)
    #expect(editor.state.toast?.text.hasSuffix(" in 3 legs") == true)
  }

  // MARK: Moved places

  private static let path = ItemID(.path, 1)

  /// Returns an editor with a place at the start of the first path.
  private func editorWithPlaceAtPath() throws -> EditorDriver {
    var content = SampleLibrary.content()
    content.snapshot.places[0].coordinate = try #require(content.points[Self.path]?.first)
    content.snapshot.places = [content.snapshot.places[0]]
    return EditorDriver(content)
  }

  @Test func `after a place was moved, a key moves the path's end at its former position`() throws {
    let editor = try editorWithPlaceAtPath()
    editor.press(", p g l M J J J enter")
    #expect(editor.state.toast?.text.contains("P also moves points of 1 path") == true)
    editor.press("P")
    let place = editor.library.content.snapshot.places[0].coordinate
    #expect(editor.library.content.points[Self.path]?.first == place)
    editor.press("P")
    #expect(editor.text.contains("first move a place that lies on a path"))
  }

  @Test func `a place that was moved away from no path gives no hint`() {
    editor.press(", p g l M J J J enter")
    #expect(editor.state.toast?.text.contains("to undo") == true)
    #expect(editor.state.toast?.text.contains("P moves") == false)
  }

  // MARK: The map

  @Test func `the mark of a path's start is beside the symbol of a place there`() throws {
    let editor = try editorWithPlaceAtPath()
    let start = editor.library.content.snapshot.places[0].coordinate
    editor.state.map.show(MapViewport(centre: start, zoom: 13))
    let content = try #require(editor.state.layout.content(of: .map))
    let cell = try #require(
      editor.state.map.viewport.visibleCell(at: start, in: editor.state.layout.mapSize))
    func glyph(_ across: Int, _ down: Int) -> String? {
      let point = Point(
        column: content.column + cell.column + across, row: content.row + cell.row + down)
      return editor.frame.surface[point].map { "\($0.text)" }
    }
    #expect(glyph(0, 0) == "○")
    #expect([glyph(-1, 0), glyph(1, 0), glyph(0, -1), glyph(0, 1)].contains("S"))
  }

  // MARK: Small screens

  @Test func `on a small screen, a long message and its hint have a row each`() {
    let editor = EditorDriver(size: Size(columns: 40, rows: 12))
    editor.press("d")
    #expect(editor.screen[10].contains("Deleted Aletsch traverse"))
    #expect(editor.screen[11].contains("u to undo"))
  }

  @Test func `a key shows the latest message in full`() {
    let editor = EditorDriver(size: Size(columns: 40, rows: 12))
    _ = editor.state.warn(String(repeating: "many words ", count: 9) + "the end")
    #expect(editor.screen[11].contains("… g e"))
    editor.press("g e")
    #expect(editor.text.contains("the end"))
    editor.press("esc")
    #expect(editor.state.overlay == nil)
  }
}

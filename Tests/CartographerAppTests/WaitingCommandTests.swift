import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Commands that wait for the points of paths.
@Suite struct WaitingCommandTests {
  let editor = EditorDriver()

  init() {
    editor.answersReads = false
    editor.press("j")
  }

  /// Opens the selected path with the mouse; its points are not in memory.
  private func openWithMouse() throws {
    let rows = try #require(editor.state.layout.listRows)
    let row = rows.row + editor.state.list.cursor.selected - editor.state.list.cursor.top
    for _ in 1...2 { editor.click(rows.column + 3, row) }
  }

  @Test func `after a path was opened with the mouse, the next command runs once`() throws {
    try openWithMouse()
    #expect(editor.state.input.waiting?.command == "open")
    editor.answer()
    #expect(editor.state.mode.isPathEdit)
    editor.press("l")
    #expect(editor.state.mode.edit?.point == 1)
    #expect(editor.state.input.waiting == nil)
  }

  @Test func `a path that a click opens while it is not in memory is opened when it has been read`()
    throws
  {
    let path = editor.state.list.selected
    try openWithMouse()
    #expect(editor.state.mode == .browse)
    editor.answer()
    #expect(editor.state.mode.edit?.path == path)
  }

  @Test(arguments: ["esc", "ctrl-c", "l d ctrl-c"])
  func `a waiting command and the keys after it can be cancelled`(keys: String) {
    editor.press("enter")
    editor.press(keys)
    #expect(editor.state.input.waiting == nil && editor.state.input.deferred.isEmpty)
    #expect(editor.state.toast?.text.hasPrefix("Cancelled") == true)
    editor.answer()
    #expect(editor.state.mode == .browse)
    #expect(editor.library.done.isEmpty)
  }

  @Test func `a waiting command does not run if another item is selected meanwhile`() {
    editor.press("enter d")
    let other = editor.state.list.rows.last
    if let other { editor.state.select(other) }
    editor.send(.input(.resize(editor.state.size)))
    #expect(editor.state.input.waiting == nil)
    editor.answer()
    #expect(editor.state.mode == .browse)
    #expect(editor.library.done.isEmpty)
    #expect(editor.state.list.selected == other)
  }

  @Test func `a waiting command ends if the points cannot be read`() {
    editor.press("enter")
    editor.send(.failed(EditorFailure("The disk cannot be read.")))
    #expect(editor.state.input.waiting == nil)
    #expect(editor.state.toast?.text == "The disk cannot be read.")
  }

  @Test func `an operation on too many points names the limit and reads nothing`() {
    let editor = EditorDriver()
    editor.answersReads = false
    editor.press("space j space")
    var many = TrackDetail(whole: TrackColumns())
    many.measures.points = AppState.mostPreviewedPoints
    let index = editor.library.index
    var snapshot = index.snapshot
    snapshot.revision += 1
    var outlines = index.outlines
    for id in editor.state.targets { outlines[id] = PathOutline(many) }
    editor.send(.loaded(LibraryIndex(snapshot, outlines: outlines)))
    editor.press(":")
    editor.type("simplify")
    editor.press("enter")
    #expect(editor.state.mode == .browse && editor.state.input.waiting == nil)
    #expect(editor.state.toast?.text.contains("2 000 000") == true)
  }

  @Test func `the search of a box can be cancelled, and its late answer is ignored`() {
    let box = MapArea(WorldBounds(minX: 0, minY: 0, maxX: 1, maxY: 1))
    editor.state.map.begin(MapState.BoxSearch(box: box, use: .mark))
    editor.press("j ctrl-c")
    #expect(editor.effects.contains(.cancelBoxSearch))
    #expect(!editor.state.keysWait && editor.state.input.deferred.isEmpty)
    editor.send(.boxSearched(box, editor.state.list.rows))
    #expect(editor.state.list.marks.isEmpty)
  }

  @Test func `a pick of a path is refined when its points have arrived`() throws {
    let id = try #require(editor.state.list.selected)
    let points = try #require(editor.library.content.points[id])
    let target = WebMercator.project(points[points.count / 2])
    editor.state.map.keepPick(of: id, at: target)
    editor.state.refinePick()
    #expect(editor.state.map.pick != nil)
    editor.answer()
    #expect(editor.state.map.pick == nil)
    let cursor = try #require(editor.state.pathEditing.pointCursor)
    #expect(WebMercator.project(points[cursor]) == target)
  }

  @Test func `a pick of a path that is not in memory keeps the picked position`() throws {
    editor.press("f 2 enter")
    let size = editor.state.layout.mapSize
    let picked = try #require(editor.state.map.pick)
    let position = editor.state.map.viewport.coordinate(at: editor.state.layout.mapCentre, in: size)
    #expect(picked.target == WebMercator.projectBeyondSquare(position))
  }
}

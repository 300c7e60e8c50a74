import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

@Suite struct PathEditingTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  init() { editor.press("enter") }

  private var point: Int? {
    if case .pathEdit(let edit) = editor.state.mode { edit.point } else { nil }
  }

  private var count: Int { editor.library.content.points[path]?.count ?? 0 }

  @Test func `movement keys go from point to point and stop at the ends of the path`() {
    editor.press("l l j")
    #expect(point == 12)
    editor.press("k k")
    #expect(point == 0)
    editor.press("G l")
    #expect(point == 39)
    editor.press("g g")
    #expect(point == 0)
  }

  @Test func `the map scrolls to keep the current point in view`() {
    editor.press("+ + + + + + G")
    let position = editor.state.paths[path]?.coordinate(at: 39)
    let cell = position.flatMap {
      editor.state.map.viewport.visibleCell(at: $0, in: editor.state.layout.mapSize)
    }
    #expect(cell != nil)
  }

  @Test func `deleting removes the point or the range and keeps the position of the cursor`() {
    editor.press("l l x")
    #expect(count == 39)
    #expect(point == 2)
    editor.press("v l l x")
    #expect(count == 36)
    #expect(point == 2)
    editor.press("u u")
    #expect(count == 40)
  }

  @Test func `keys typed before a change is saved act in order on the intended points`() {
    editor.answersWrites = false
    editor.press("l h x x l x")
    editor.answer()
    #expect(count == 37)
    #expect(point == 1)
    let keys = editor.library.content.keys[path] ?? []
    #expect(!keys.contains(1) && !keys.contains(2) && keys.contains(3) && !keys.contains(4))
  }

  @Test func `keys move a grabbed point, and esc puts the point back`() {
    let before = editor.library.content.points[path]?[0]
    editor.press("m l l l esc")
    #expect(editor.library.content.points[path]?[0] == before)
    editor.press("m l l l")
    #expect(editor.state.modeName == "GRAB")
    #expect(editor.text.contains("bearing 090° E"))
    editor.press("enter")
    let after = editor.library.content.points[path]?[0]
    #expect((after?.longitude ?? 0) > (before?.longitude ?? 0))
    #expect(abs((after?.latitude ?? 0) - (before?.latitude ?? 1)) < 1e-9)
    #expect(point == 0)
  }

  @Test func `points are inserted before or after the current point, at the crosshair`() {
    editor.press(", p l")
    let crosshair = editor.state.map.viewport.centreCoordinate
    editor.press("i")
    #expect(editor.library.content.points[path]?[1] == crosshair)
    editor.press("a")
    #expect(editor.library.content.points[path]?[2] == editor.state.map.viewport.centreCoordinate)
    #expect(point == 2)
    editor.press("G a")
    #expect(count == 43)
    #expect(point == 42)
  }

  @Test func `a split keeps the current point in the first part; a split at an end is refused`() {
    editor.press("s")
    #expect(editor.state.toast?.level == .warning)
    editor.press("j s")
    #expect(count == 11)
    #expect(editor.library.content.snapshot.paths.count == 15)
  }

  /// Returns an editor at the point after a gap in time, at the middle of the first path.
  private func editorAtGap() -> EditorDriver {
    var content = SampleLibrary.content()
    for position in 21..<40 { content.times[path]?[position] += 1_800 }
    let editor = EditorDriver(content)
    editor.press("enter j j")
    return editor
  }

  @Test(arguments: [("g", 21, 19), ("p", 21, 20)])
  func `a split beside a gap in the recording asks whether to split in the gap`(
    key: String, first: Int, second: Int
  ) throws {
    let editor = editorAtGap()
    editor.press("s")
    #expect(editor.text.contains("Between points 21 and 22"))
    #expect(editor.text.contains("32 min and"), "\(editor.text)")
    #expect(editor.library.done.isEmpty)
    editor.press(key)
    #expect(editor.library.content.points[path]?.count == first)
    let new = try #require(editor.library.content.snapshot.paths.last?.id)
    #expect(editor.library.content.points[new]?.count == second)
  }

  @Test func `esc at the question about a gap splits nothing`() {
    let editor = editorAtGap()
    editor.press("s esc")
    #expect(editor.state.modeName == "EDIT")
    #expect(editor.library.done.isEmpty)
  }

  @Test func `reversing a path keeps the cursor on the same point`() {
    editor.press("l l R")
    #expect(point == 37)
  }

  @Test func `the profile, the map and the point list show the same current point`() {
    editor.press("j")
    #expect(editor.state.mapScene.pointCursor == 10)
    #expect(editor.text.contains("point 11 of 40"))
    editor.press("esc")
    #expect(editor.state.pathEditing.pointCursor == 10)
    editor.press("4 l")
    #expect((editor.state.pathEditing.pointCursor ?? 0) > 10)
    #expect(editor.state.mapScene.pointCursor == editor.state.pathEditing.pointCursor)
  }

  @Test func `editing ends if another program deletes the path`() {
    editor.library.content.snapshot.paths.removeAll { $0.id == path }
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    #expect(editor.state.mode == .browse)
    #expect(editor.selectedName == "Bernina morning")
  }
}

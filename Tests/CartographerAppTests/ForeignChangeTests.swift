import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// What is open stays true, or is left, when another process changes the store below it.
@Suite struct ForeignChangeTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  private var edit: PathEditState? {
    if case .pathEdit(let edit) = editor.state.mode { edit } else { nil }
  }

  /// Another process keeps the first points of the path only.
  private func crop(to count: Int) {
    editor.library.content.points[path]?.removeSubrange(count...)
    editor.library.content.keys[path]?.removeSubrange(count...)
    editor.library.content.elevations[path] = nil
    editor.library.content.times[path] = nil
    editor.library.content.snapshot.paths[0].pointCount = count
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
  }

  @Test func `a grabbed point that is gone is let go of, and keys do nothing to another`() {
    editor.press("enter G m l")
    crop(to: 10)
    #expect(editor.text.contains("Item no longer available"))
    editor.press("enter")
    #expect(edit?.point == 9)
    #expect(editor.library.done.isEmpty)
  }

  @Test func `a grabbed point that is still there is held by its new number`() {
    editor.press("enter l l m l l")
    editor.library.content.points[path]?.removeFirst(2)
    editor.library.content.keys[path]?.removeFirst(2)
    editor.library.content.elevations[path] = nil
    editor.library.content.times[path] = nil
    editor.library.content.snapshot.paths[0].pointCount = 38
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    #expect(editor.state.modeName == "GRAB")
    editor.press("esc")
    #expect(edit?.point == 0)
  }

  @Test func `a search that is left goes back no farther than the last point there is now`() {
    editor.press("enter G v k /")
    crop(to: 10)
    editor.press("esc")
    #expect(edit?.point == 9)
    #expect(editor.text.contains("point 10 of 10"))
  }

  @Test func `the point on the profile stays while something else changes`() {
    editor.press("4 l l l l")
    let point = editor.state.pathEditing.pointCursor
    #expect(point ?? 0 > 0)
    editor.library.renameElsewhere(ItemID(.path, 2), "Theirs")
    editor.send(.loaded(editor.library.index))
    #expect(editor.state.pathEditing.pointCursor == point)
    editor.press("1 j")
    #expect(editor.state.pathEditing.pointCursor == nil)
  }

  @Test func `a range of points ends with the points it was of`() {
    editor.press("enter x j v l l l l")
    #expect(edit?.anchor != nil)
    editor.press("u")
    #expect(edit?.anchor == nil)
  }

  @Test func `an import that ends leaves the user where they went`() {
    editor.press(":")
    editor.type("import slow.gpx")
    editor.press("enter j j")
    let summary = ImportSummary(
      file: "slow.gpx", status: .imported, places: 0, paths: 1, points: 12,
      created: [ItemID(.path, 9)], messages: [])
    editor.send(.imported(job: 1, summary, editor.library.index))
    #expect(editor.selectedName == "Col du Bonhomme")
    #expect(editor.text.contains("Imported slow.gpx"))
    editor.press(":")
    editor.type("import slow.gpx")
    editor.press("enter /")
    editor.type("e")
    editor.send(.imported(job: 2, summary, editor.library.index))
    #expect(editor.state.list.filter == "e")
  }

  @Test func `imports that follow one another each show what came, while nobody goes elsewhere`() {
    for _ in 0..<2 {
      editor.press(":")
      editor.type("import slow.gpx")
      editor.press("enter")
    }
    for (job, key) in [(1, Int64(9)), (2, 11)] {
      let summary = ImportSummary(
        file: "slow.gpx", status: .imported, places: 0, paths: 1, points: 12,
        created: [ItemID(.path, key)], messages: [])
      editor.send(.imported(job: job, summary, editor.library.index))
      #expect(editor.state.selected == ItemID(.path, key))
    }
  }
}

import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Open views are updated or closed when another process changes the store.
@Suite struct ExternalChangeTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  private var edit: PathEditState? {
    if case .pathEdit(let edit) = editor.state.mode { edit } else { nil }
  }

  /// Simulates another process that deletes all but the first points of the path.
  private func crop(to count: Int) {
    editor.library.content.points[path]?.removeSubrange(count...)
    editor.library.content.keys[path]?.removeSubrange(count...)
    editor.library.content.elevations[path] = nil
    editor.library.content.times[path] = nil
    editor.library.content.snapshot.paths[0].pointCount = count
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
  }

  @Test func `a grabbed point deleted elsewhere is released, and no other point changes`() {
    editor.press("enter G m l")
    crop(to: 10)
    #expect(editor.text.contains("Item no longer available"))
    editor.press("enter")
    #expect(edit?.point == 9)
    #expect(editor.library.done.isEmpty)
  }

  @Test func `a grabbed point stays grabbed when its index changes`() {
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

  @Test func `cancelling a search goes back to the last remaining point at most`() {
    editor.press("enter G v k /")
    crop(to: 10)
    editor.press("esc")
    #expect(edit?.point == 9)
    #expect(editor.text.contains("point 10 of 10"))
  }

  @Test func `the profile's point stays selected when another path changes`() {
    editor.press("4 l l l l")
    let point = editor.state.pathEditing.pointCursor
    #expect(point ?? 0 > 0)
    editor.library.renameElsewhere(ItemID(.path, 2), "Theirs")
    editor.send(.loaded(editor.library.index))
    #expect(editor.state.pathEditing.pointCursor == point)
    editor.press("1 j")
    #expect(editor.state.pathEditing.pointCursor == nil)
  }

  @Test func `a range of points ends when the points change`() {
    editor.press("enter l h x j v l l l l")
    #expect(edit?.anchor != nil)
    editor.press("u")
    #expect(edit?.anchor == nil)
  }

  @Test func `the end of an import does not move the selection or clear the filter`() {
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

  @Test func `two imports in a row each select the new path if the user has not moved`() {
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

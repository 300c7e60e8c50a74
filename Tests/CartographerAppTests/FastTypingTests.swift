import CartographerCore
import CartographerPresentation
import TerminalUI
import Testing

@testable import CartographerApp

/// Keys typed faster than answers come mean what they mean when typed slowly.
@Suite struct FastTypingTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  private var count: Int { editor.library.content.points[path]?.count ?? 0 }
  private var point: Int? {
    if case .pathEdit(let edit) = editor.state.mode { edit.point } else { nil }
  }

  @Test func `keys on a path wait until its points are those that are stored`() {
    editor.press("enter x x esc j")
    #expect(count == 38)
    editor.answersReads = false
    editor.press("u k enter l x")
    #expect(count == 39, "undone, and nothing deleted yet: its points are not read")
    editor.answer()
    #expect(count == 38)
    #expect(editor.library.content.keys[path]?.prefix(2) == [2, 4], "the point undone is there")
    #expect(point == 1)
  }

  @Test func `keys on a path another process changed wait for its points, then for nothing`() {
    editor.press("enter l l")
    editor.answersReads = false
    editor.library.content.points[path]?.removeFirst(2)
    editor.library.content.keys[path]?.removeFirst(2)
    editor.library.content.elevations[path] = nil
    editor.library.content.times[path] = nil
    editor.library.content.snapshot.paths[0].pointCount = 38
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    editor.press("x")
    #expect(count == 38)
    editor.answer()
    #expect(count == 37)
    #expect(editor.library.content.keys[path]?.prefix(3) == [3, 4, 6])
    #expect(!editor.state.keysWait)
  }

  @Test func `points that cannot be read hold no key for ever`() {
    editor.press("enter")
    editor.answersReads = false
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    editor.press("l")
    #expect(point == 0)
    editor.send(.failed(EditorFailure("The disk cannot be read.")))
    #expect(point == 1)
    #expect(editor.state.toast?.text == "The disk cannot be read.")
  }

  @Test func `tab completes as soon as the file names are there, and enter waits for it`() {
    editor.names = ["tour/plan.gpx"]
    editor.answersReads = false
    editor.press(":")
    editor.type("import tour/pl")
    editor.press("tab enter")
    #expect(!editor.effects.contains { if case .importFile = $0 { true } else { false } })
    editor.answer()
    #expect(
      editor.effects.contains(.importFile(job: 1, path: "tour/plan.gpx", groups: [])))
  }

  @Test func `escape does not wait for file names`() {
    editor.answersReads = false
    editor.press(":")
    editor.type("import pl")
    editor.press("tab enter esc")
    #expect(editor.state.overlays.isEmpty)
    #expect(!editor.state.keysWait)
    editor.press("j")
    #expect(editor.selectedName == "Bernina morning")
  }

  @Test func `a text pasted while a change is on its way goes where the keys before it went`() {
    editor.answersWrites = false
    editor.press("d :")
    editor.send(.input(.paste("rename Pasted")))
    editor.press("enter")
    editor.answer()
    #expect(editor.state.overlays.isEmpty)
    #expect(editor.library.content.snapshot.paths.contains { $0.name == "Pasted" })
  }

  @Test func `ctrl-c gives up the keys that wait, and none of them comes back later`() {
    editor.answersReads = false
    editor.press("t s enter d ctrl-c")
    #expect(editor.state.mode == .browse)
    #expect(editor.state.input.deferred.isEmpty)
    editor.answer()
    editor.press("j R")
    #expect(editor.library.done.count == 1, "turned round, and nothing deleted")
  }
}

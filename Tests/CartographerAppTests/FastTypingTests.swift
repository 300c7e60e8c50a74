import CartographerCore
import CartographerPresentation
import TerminalUI
import Testing

@testable import CartographerApp

/// Keys typed before an answer arrives act as if they were typed after the answer.
@Suite struct FastTypingTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  private var pointCount: Int { editor.library.content.points[path]?.count ?? 0 }
  private var pointIndex: Int? {
    if case .pathEdit(let edit) = editor.state.mode { edit.point } else { nil }
  }

  @Test func `keys in the path editor wait until the stored points are loaded`() {
    editor.press("enter l h x x esc j")
    #expect(pointCount == 38)
    editor.answersReads = false
    editor.press("u k enter l x")
    #expect(pointCount == 39, "the deletion is undone, and x still waits for the points")
    editor.answer()
    #expect(pointCount == 38)
    #expect(
      editor.library.content.keys[path]?.prefix(2) == [2, 4],
      "point 2 is restored and point 3 is deleted")
    #expect(pointIndex == 1)
  }

  @Test func `keys wait for the points of a path that another process changed`() {
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
    #expect(pointCount == 38)
    editor.answer()
    #expect(pointCount == 37)
    #expect(editor.library.content.keys[path]?.prefix(3) == [3, 4, 6])
    #expect(!editor.state.keysWait)
  }

  @Test func `waiting keys are released if the points cannot be loaded`() {
    editor.press("enter")
    editor.answersReads = false
    editor.library.content.points[path]?.swapAt(0, 1)
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    editor.press("l")
    #expect(pointIndex == 0)
    editor.send(.failed(EditorFailure("The disk cannot be read.")))
    #expect(pointIndex == 1)
    #expect(editor.state.toast?.text == "The disk cannot be read.")
  }

  @Test func `tab completes once the file names arrive, and enter waits for the completion`() {
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

  @Test func `a paste during a pending change keeps its position among the waiting keys`() {
    editor.answersWrites = false
    editor.press("d :")
    editor.send(.input(.paste("rename Pasted")))
    editor.press("enter")
    editor.answer()
    #expect(editor.state.overlays.isEmpty)
    #expect(editor.library.content.snapshot.paths.contains { $0.name == "Pasted" })
  }

  @Test func `ctrl-c discards the waiting keys for good`() {
    editor.answersReads = false
    editor.press("t s enter d ctrl-c")
    #expect(editor.state.mode == .browse)
    #expect(editor.state.input.deferred.isEmpty)
    editor.answer()
    editor.press("j R")
    #expect(editor.library.done.count == 1, "the path is reversed and nothing is deleted")
  }
}

extension FastTypingTests {
  @Test func `a command on a path whose points are not in memory runs when they have arrived`() {
    let editor = EditorDriver()
    editor.answersReads = false
    editor.press("j")
    let path = editor.state.list.selected
    #expect(path.map { editor.state.paths[$0] == nil } == true)
    editor.press("enter l")
    #expect(editor.state.mode == .browse)
    editor.answer()
    #expect(editor.state.mode.edit?.path == path)
    #expect(editor.state.mode.edit?.point == 1)
  }

  @Test func `an operation on several paths reads the points of all of them`() {
    let editor = EditorDriver()
    editor.answersReads = false
    editor.press("space j space")
    editor.press(":")
    editor.type("simplify")
    editor.press("enter")
    editor.answer()
    guard case .preview(let operation) = editor.state.mode else {
      Issue.record("there is no preview")
      return
    }
    #expect(operation.paths.count == 2)
    #expect(operation.paths.allSatisfy { editor.state.paths[$0] != nil })
  }
}

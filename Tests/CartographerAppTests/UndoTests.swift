import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Undo takes back only what is meant.
@Suite struct UndoTests {
  let editor = EditorDriver()

  private var undone: [HistoryEntry.ID] {
    editor.effects.compactMap {
      if case .write(.undo(let entry), _, _) = $0 { entry } else { nil }
    }
  }

  private func changeElsewhere(_ title: String, isImport: Bool = false) {
    editor.library.changeElsewhere(title, isImport: isImport)
    editor.send(.loaded(editor.library.index))
  }

  @Test func `plain edits of this run are undone at once`() {
    editor.press("d d u u")
    #expect(undone.count == 2)
    #expect(editor.library.done.isEmpty)
  }

  @Test func `what another program did is undone only after a question`() {
    editor.press("R")
    changeElsewhere("Rename the hut")
    editor.press("u")
    #expect(undone.isEmpty)
    #expect(editor.text.contains("Undo “Rename the hut”?"))
    #expect(editor.text.contains("Another program made the change at 2026-07-"))
    editor.press("u enter esc")
    #expect(undone.isEmpty)
    editor.press("u y u")
    #expect(undone.count == 2, "the own edit below it is undone at once")
  }

  @Test func `an import is undone only after a question`() {
    changeElsewhere("Import spike.gpx", isImport: true)
    editor.press("u")
    #expect(editor.text.contains("Undo “Import spike.gpx”?"))
    #expect(editor.text.contains("The items imported at"))
    editor.press("y")
    #expect(undone.count == 1)
  }

  @Test func `what was done before this run is undone only after a question`() {
    let library = editor.library
    library.changeElsewhere("Rename the hut")
    let later = EditorDriver(library.content)
    later.press("u")
    #expect(later.text.contains("before this editor started"))
  }

  @Test func `what came in between is not undone in place of what was meant`() {
    editor.press("d")
    editor.library.changeElsewhere("Rename the hut")
    editor.press("u")
    #expect(editor.state.toast?.text.contains("changed meanwhile") == true)
    #expect(editor.library.done.count == 2)
    editor.press("u")
    #expect(editor.text.contains("Undo “Rename the hut”?"))
  }

  @Test func `going back undoes exactly what was listed`() {
    editor.press("d d d g h G t")
    #expect(editor.text.contains("Undo 2 changes?"))
    editor.library.changeElsewhere("Rename the hut")
    editor.press("y")
    #expect(editor.library.done.count == 4, "nothing was undone")
    #expect(editor.state.toast?.text.contains("changed meanwhile") == true)
  }

  @Test func `the list of changes shows what was undone from it`() {
    editor.press("d d d d g h u")
    guard let history = editor.state.overlays.top(as: HistoryList.self) else {
      Issue.record("no history")
      return
    }
    #expect(history.entries?.count == 3)
  }

  @Test func `the end of what could be done again is said once`() {
    editor.press("d d u u R")
    #expect(editor.state.toast?.text.contains("2 changes can no longer be redone") == true)
    editor.press("R")
    #expect(editor.state.toast?.text.contains("redo") == false)
    editor.press("u")
    changeElsewhere("Rename the hut")
    #expect(editor.state.toast?.text.contains("1 change can no longer be redone") == true)
  }

  @Test func `a window without room for the question undoes nothing`() {
    changeElsewhere("Import spike.gpx", isImport: true)
    editor.send(.input(.resize(Size(columns: 39, rows: 9))))
    editor.press("u y u")
    #expect(undone.isEmpty)
    #expect(editor.text.contains("enlarge the window"))
  }

  @Test func `queued changes are dropped if an import starts before they are sent`() {
    func writes() -> Int { editor.effects.count { if case .write = $0 { true } else { false } } }
    _ = editor.state.send(.undo(3))
    _ = editor.state.send(.undo(2))
    _ = editor.state.send(.undo(1))
    let job = editor.state.startJob("import a.gpx", isWriting: true)
    let result = EditResult(title: ChangeTitle(.delete, "a path"))
    editor.send(.written(.undo(3), result, editor.library.index, []))
    #expect(!editor.state.isSaving)
    #expect(editor.state.toast?.text.contains("an import is running") == true)
    editor.send(.jobCancelled(id: job))
    #expect(writes() == 0)
    editor.press("d")
    #expect(writes() == 1, "the new change is not followed by an old one")
  }
}

import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Undo reverts only the change that the user intends to revert.
@Suite struct UndoTests {
  let editor = EditorDriver()

  private var undone: [LibraryChange.ID] {
    editor.effects.compactMap {
      if case .write(.undo(let entry), _, _) = $0 { entry } else { nil }
    }
  }

  private func changeElsewhere(_ title: String, isImport: Bool = false) {
    editor.library.changeElsewhere(title, isImport: isImport)
    editor.send(.loaded(editor.library.index))
  }

  @Test func `edits made in this run are undone without a question`() {
    editor.press("d d u u")
    #expect(undone.count == 2)
    #expect(editor.library.done.isEmpty)
  }

  @Test func `a change by another program is undone only after a question`() {
    editor.press("R")
    changeElsewhere("Rename the hut")
    editor.press("u")
    #expect(undone.isEmpty)
    #expect(editor.text.contains("Undo “Rename the hut”?"))
    #expect(editor.text.contains("Another program made the change at 2026-07-"))
    editor.press("u enter esc")
    #expect(undone.isEmpty)
    editor.press("u y u")
    #expect(undone.count == 2, "the editor's own earlier edit is undone without a question")
  }

  @Test func `an import is undone only after a question`() {
    changeElsewhere("Import spike.gpx", isImport: true)
    editor.press("u")
    #expect(editor.text.contains("Undo “Import spike.gpx”?"))
    #expect(editor.text.contains("The items imported at"))
    editor.press("y")
    #expect(undone.count == 1)
  }

  /// Adds the change of an imported file, and returns the change's number.
  private func importElsewhere(_ name: String) -> LibraryChange.ID {
    changeElsewhere("Import \(name).gpx", isImport: true)
    return editor.library.index.snapshot.nextUndo?.id ?? 0
  }

  /// Ends a job that has imported several files.
  private func finishImport(_ ids: [LibraryChange.ID]) {
    let summaries = ids.map { id in
      ImportSummary(
        file: "a.gpx", status: .imported, places: 1, paths: 0, points: 0, created: [],
        messages: [], undo: id)
    }
    let job = editor.state.startJob("import files", isWriting: true)
    editor.send(.importedFiles(job: job, ImportBatch(summaries: summaries), editor.library.index))
  }

  @Test func `imports before a change of another program are not undone together with later ones`()
  {
    let first = importElsewhere("a")
    changeElsewhere("Rename the hut")
    let last = [importElsewhere("b"), importElsewhere("c")]
    finishImport([first] + last)
    editor.press("u")
    #expect(editor.text.contains("Undo the import of 2 files?"))
    editor.press("y")
    #expect(undone == last.reversed())
  }

  @Test(arguments: [("y", 3), ("l", 1), ("esc", 0)])
  func `the imports of several files are undone after one question`(key: String, count: Int) {
    let ids = ["a", "b", "c"].map { importElsewhere($0) }
    finishImport(ids)
    editor.press("u")
    #expect(editor.text.contains("Undo the import of 3 files?"))
    #expect(editor.text.contains("Import c.gpx"))
    editor.press(key)
    #expect(undone == Array(ids.reversed().prefix(count)))
    #expect(editor.state.overlays.isEmpty)
    if count == 3 {
      #expect(editor.state.toast?.sentence == "Undid 3 imports: c.gpx, b.gpx, a.gpx")
    }
    guard count == 1 else { return }
    #expect(editor.state.toast?.sentence == "Undid: Import c.gpx")
    editor.press("u")
    #expect(editor.text.contains("Undo the import of 2 files?"))
  }

  @Test func `undoing several changes of the history reports their number`() {
    editor.press("d d d d d g h G t y")
    #expect(undone.count == 4)
    let text = editor.state.toast?.sentence ?? ""
    #expect(
      text.hasPrefix("Undid 4 changes: Delete Eiger trail, ") && text.hasSuffix(" and 1 more"),
      "\(text)")
    editor.press("esc u")
    #expect(editor.state.toast?.text.hasPrefix("Undid: Delete Aletsch traverse") == true)
  }

  @Test
  func `the view of a change restores only the highlighted item to its state before the change`() {
    editor.press("d d g h")
    let (first, second) = (ItemID(.path, 1), ItemID(.path, 2))
    let change = editor.library.history[0].id
    func shown(isDone: Bool) -> Message {
      .changeShown(
        ShownChange(
          id: change, isDone: isDone, title: "Move 2 to the trash",
          lines: [
            .init("P1  A  changed", first), .init("  + trashed", first), .init(""),
            .init("P2  B  changed", second),
          ]))
    }
    editor.send(shown(isDone: false))
    editor.press("r")
    #expect(editor.state.toast?.text.contains("the change is already undone") == true)
    editor.press("esc")
    editor.send(shown(isDone: true))
    editor.press("j j r")
    #expect(editor.state.toast?.text.contains("there is no item on this line") == true)
    editor.press("j r")
    let reverts = editor.effects.compactMap { effect -> LibraryEdit? in
      if case .write(.edit(.revert(let ids, let before)), _, _) = effect {
        .revert(ids, toBefore: before)
      } else {
        nil
      }
    }
    #expect(reverts == [.revert([second], toBefore: change)])
    #expect(editor.state.overlays.top(as: HistoryList.self) != nil, "the history is shown again")
    editor.press("esc u")
    #expect(undone.count == 1)
  }

  @Test func `a change made before this run is undone only after a question`() {
    let library = editor.library
    library.changeElsewhere("Rename the hut")
    let later = EditorDriver(library.content)
    later.press("u")
    #expect(later.text.contains("before this editor started"))
  }

  @Test func `undo is refused if another program has changed the library since the last reload`() {
    editor.press("d")
    editor.library.changeElsewhere("Rename the hut")
    editor.press("u")
    #expect(editor.state.toast?.text.contains("changed meanwhile") == true)
    #expect(editor.library.done.count == 2)
    editor.press("u")
    #expect(editor.text.contains("Undo “Rename the hut”?"))
  }

  @Test func `undoing several changes is refused if the history has changed meanwhile`() {
    editor.press("d d d g h G t")
    #expect(editor.text.contains("Undo 2 changes?"))
    editor.library.changeElsewhere("Rename the hut")
    editor.press("y")
    #expect(editor.library.done.count == 4, "nothing was undone")
    #expect(editor.state.toast?.text.contains("changed meanwhile") == true)
  }

  @Test func `the open history is updated after an undo`() {
    editor.press("d d d d g h u")
    guard let history = editor.state.overlays.top(as: HistoryList.self) else {
      Issue.record("the history is not open")
      return
    }
    #expect(history.changes?.count == 3)
  }

  @Test func `the loss of redoable changes is reported once`() {
    editor.press("d d u u R")
    #expect(editor.state.toast?.text.contains("2 changes can no longer be redone") == true)
    editor.press("R")
    #expect(editor.state.toast?.text.contains("redo") == false)
    editor.press("u")
    changeElsewhere("Rename the hut")
    #expect(editor.state.toast?.text.contains("1 change can no longer be redone") == true)
  }

  @Test func `undo has no effect if the window is too small to show what was undone`() {
    changeElsewhere("Import spike.gpx", isImport: true)
    editor.send(.input(.resize(Size(columns: 39, rows: 9))))
    editor.press("u y u")
    #expect(undone.isEmpty)
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

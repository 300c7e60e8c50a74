import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// A form, prompt or grab does not overwrite a change made by another process in the meantime.
@Suite struct LostUpdateTests {
  let editor = EditorDriver()
  let path = ItemID(.path, 1)

  private var storedName: String? { editor.library.index[path]?.name }

  /// Renames an item as another process would, and reloads the library.
  private func renameElsewhere(_ id: ItemID = ItemID(.path, 1), to name: String = "Theirs") {
    editor.library.renameElsewhere(id, name)
    editor.send(.loaded(editor.library.index))
  }

  @Test func `a form for an item changed elsewhere is refused and stays open`() throws {
    editor.press("e")
    renameElsewhere()
    editor.press("ctrl-u")
    editor.type("Mine")
    editor.press("enter")
    #expect(storedName == "Theirs")
    #expect(editor.state.modeName == "FORM")
    #expect(editor.text.contains("changed elsewhere"))
    #expect(editor.text.contains("Mine"))
    #expect(editor.text.contains("is “Theirs” now"))
    editor.press("enter")
    #expect(storedName == "Mine", "a change that was shown may be overwritten")
    #expect(editor.state.overlays.isEmpty)
  }

  @Test func `a form is refused and updated even if the change was not loaded yet`() {
    editor.press("e")
    editor.library.renameElsewhere(path, "Theirs")
    editor.press("tab")
    editor.type("rain")
    editor.press("enter")
    #expect(editor.library.index[path]?.notes == "")
    #expect(editor.text.contains("Theirs"), "fields that were not edited show the stored values")
    editor.press("enter")
    #expect(editor.library.index[path]?.notes == "rain")
    #expect(storedName == "Theirs", "only the edited fields are written")
  }

  @Test func `a refused form is kept as a draft when it is closed`() {
    editor.press("e")
    renameElsewhere()
    editor.type("!")
    editor.press("enter esc")
    #expect(storedName == "Theirs")
    #expect(editor.state.overlays.isEmpty)
    renameElsewhere(to: "Theirs again")
    editor.press("e")
    #expect(editor.text.contains("restored draft"))
    #expect(editor.text.contains("is “Theirs again” now"))
  }

  @Test func `a second change elsewhere after the refusal is not overwritten either`() {
    editor.press("e")
    renameElsewhere()
    editor.type("!")
    editor.press("enter")
    renameElsewhere(to: "Theirs again")
    editor.press("enter")
    #expect(storedName == "Theirs again")
    editor.press("enter")
    #expect(storedName?.hasSuffix("!") == true)
  }

  @Test func `a form closes if its item was deleted elsewhere`() {
    editor.press("e")
    editor.type("!")
    editor.library.content.snapshot.paths.removeFirst()
    editor.library.refusal = "There is no path P1."
    editor.library.content.snapshot.revision += 1
    editor.press("enter")
    #expect(editor.state.overlays.isEmpty)
    #expect(editor.state.toast?.text.contains("no longer exists") == true)
  }

  @Test func `a grabbed place is not moved if another process changed it`() throws {
    let place = ItemID(.location, 5)
    editor.press("g l")
    #expect(editor.state.selected == place)
    let before = editor.library.index.place(place)?.coordinate
    editor.press("M l l")
    renameElsewhere(place)
    editor.press("enter")
    #expect(editor.library.index.place(place)?.coordinate == before)
    #expect(editor.text.contains("changed elsewhere"))
    editor.press("M l l enter")
    #expect(editor.library.index.place(place)?.coordinate != before)
  }

  @Test func `a refused rename command stays in the command line`() {
    editor.press(":")
    editor.type("rename Mine")
    renameElsewhere()
    editor.press("enter")
    #expect(storedName == "Theirs")
    #expect(editor.text.contains(":rename Mine"))
    editor.press("enter")
    #expect(storedName == "Mine")
  }

  @Test func `chosen groups are saved if a change elsewhere was already loaded`() {
    editor.press("m down space")
    renameElsewhere()
    editor.press("enter")
    #expect(storedName == "Theirs")
    #expect(editor.library.done.count == 1)
  }

  @Test func `chosen groups are refused and kept if a change elsewhere was not loaded`() {
    editor.press("m down space")
    editor.library.renameElsewhere(path, "Theirs")
    editor.press("enter")
    #expect(editor.library.done.isEmpty)
    #expect(editor.text.contains("[x] TMB"))
    editor.press("enter")
    #expect(editor.library.done.count == 1)
  }

  @Test func `confirming a question does nothing if the item was changed elsewhere`() {
    editor.press("d g t D")
    renameElsewhere()
    editor.press("y")
    #expect(editor.library.index.contains(path))
  }

  @Test func `notes from the text editor open in a form if the item was changed elsewhere`() {
    editor.editedNotes = "Snow until July"
    editor.duringNotes = { [self] in renameElsewhere() }
    editor.press("E")
    #expect(editor.library.index[path]?.notes == "")
    #expect(editor.text.contains("Snow until July"))
    editor.press("enter")
    #expect(editor.library.index[path]?.notes == "Snow until July")
    #expect(storedName == "Theirs")
  }

  @Test(arguments: ["enter l", "enter m l", "g l M l"])
  func `keys meant for a deleted item do not act on the item selected next`(
    keys: String
  ) throws {
    editor.press(keys)
    let edited = try #require(editor.state.selected)
    editor.library.content.snapshot.paths.removeAll { $0.id == edited }
    editor.library.content.snapshot.places.removeAll { $0.id == edited }
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    #expect(editor.text.contains("Item no longer available"))
    editor.press("x d l m")
    #expect(editor.library.done.isEmpty)
    editor.press("enter")
    #expect(editor.state.overlays.isEmpty)
    #expect(editor.state.mode == .browse)
  }

  @Test func `a drawing whose saving failed can be saved again`() {
    editor.press("o p a l l a enter")
    editor.type("Loop")
    editor.library.refusal = "The store is busy."
    editor.press("enter")
    #expect(editor.text.contains("The store is busy."))
    editor.press("enter")
    #expect(editor.rowNames.contains("Loop"))
    #expect(editor.state.mode == .browse)
  }
}

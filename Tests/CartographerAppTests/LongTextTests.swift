import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// Texts with several lines in a form's fields for notes and comments.
@Suite struct LongTextTests {
  let editor = EditorDriver()

  private var notes: String { editor.library.content.snapshot.paths[0].notes }

  private func paste(_ text: String) { editor.send(.input(.paste(text))) }

  @Test func `line breaks pasted into notes are kept and shown in one row`() {
    editor.press("e tab")
    paste("sun\nrain\r\nsnow")
    #expect(editor.text.contains("sun⏎rain⏎snow"))
    editor.press("enter")
    #expect(notes == "sun\nrain\nsnow")
  }

  @Test func `alt-enter inserts a line break into notes`() {
    editor.press("e tab")
    editor.type("one")
    editor.press("alt-enter")
    editor.type("two")
    #expect(notes.isEmpty, "alt-enter does not save the form")
    editor.press("enter")
    #expect(notes == "one\ntwo")
  }

  @Test func `a name has one line, and the editor says that pasted lines were joined`() {
    editor.press("e")
    paste("Alp\nPass")
    #expect(editor.state.overlays.top(as: FormState.self)?.text(of: .text(.name)) == "Alp Pass")
    #expect(editor.state.toast?.text.contains("2 lines were joined") == true)
    editor.press("alt-enter")
    #expect(editor.state.overlays.top(as: FormState.self)?.text(of: .text(.name)) == "Alp Pass")
  }

  @Test func `notes accept a paste of 64 KiB`() {
    editor.press("e tab")
    paste(String(repeating: "x", count: 65_536))
    #expect(editor.state.toast == nil)
    paste(String(repeating: "y", count: 65_537))
    #expect(editor.state.toast?.text.contains("only the first 65 536 characters") == true)
    editor.press("enter")
    #expect(notes.count == 2 * 65_536)
  }

  @Test func `ctrl-o opens the typed notes in the user's text editor and returns them to the form`()
  {
    editor.press("e tab")
    editor.type("draft")
    editor.editedNotes = "first\nsecond"
    editor.press("ctrl-o")
    let opened = editor.effects.contains {
      if case .editNotes(_, "draft", _) = $0 { true } else { false }
    }
    #expect(opened)
    #expect(notes.isEmpty, "the form is not saved yet")
    editor.press("enter")
    #expect(notes == "first\nsecond")
  }

  @Test func `ctrl-o opens the notes of a new place in the user's text editor`() throws {
    editor.press("o l")
    editor.type("Hut")
    editor.press("backtab backtab")
    editor.editedNotes = "Water\nKey in the village"
    editor.press("ctrl-o enter")
    let place = try #require(editor.library.content.snapshot.places.last)
    #expect(place.name == "Hut")
    #expect(place.notes == "Water\nKey in the village")
  }
}

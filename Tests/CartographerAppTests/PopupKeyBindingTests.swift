import CartographerCore
import CartographerPresentation
import TerminalUI
import Testing

@testable import CartographerApp

/// The keys of popups, questions and text fields that the configuration file changes.
@Suite struct PopupKeyBindingTests {
  private func driver(_ text: String) -> EditorDriver {
    ConfiguredEditor.driver(text, size: Size(columns: 200, rows: 60))
  }

  @Test func `a key of a popup can be changed, and the footer shows the new key`() {
    let editor = driver("[keys.nearest]\nx = \"go-to-nearest\"\nenter = \"none\"\n")
    editor.press("g l g a")
    #expect(editor.screen.last?.contains("x go there") == true)
    let list = editor.state.overlays.top(as: NearestList.self)
    editor.press("j enter")
    #expect(editor.state.overlay is NearestList, "enter is no longer bound")
    editor.press("x")
    #expect(editor.state.overlays.isEmpty)
    #expect(editor.state.list.selected == list?.found[1].id)
  }

  @Test func `movement keys can be changed for all popups or for one`() {
    let editor = driver(
      "[keys.popup-list]\nn = \"popup-down\"\nj = \"none\"\n[keys.history]\nf5 = \"popup-down\"\n")
    editor.press("d d g h n")
    #expect(editor.state.overlays.top(as: HistoryList.self)?.cursor.selected == 1)
    editor.press("k j")
    #expect(editor.state.overlays.top(as: HistoryList.self)?.cursor.selected == 0)
    editor.press("f5")
    #expect(editor.state.overlays.top(as: HistoryList.self)?.cursor.selected == 1)
    #expect(editor.screen.last?.contains("f5 k select") == true)
  }

  @Test func `a key of a question can be changed, and the question shows the new key`() {
    let editor = driver("[keys.confirm]\nf2 = \"confirm-yes\"\ny = \"none\"\n")
    editor.press("d g t D")
    #expect(editor.text.contains("f2      delete permanently"))
    #expect(editor.screen.last?.contains("f2 delete permanently") == true)
    editor.press("y")
    #expect(editor.state.toast?.text == "f2 delete permanently, esc cancel")
    editor.press("f2")
    #expect(editor.library.done.count == 2)
  }

  @Test func `a key of text fields can be changed`() {
    let editor = driver("[keys.text]\nctrl-t = \"delete-to-start\"\nctrl-u = \"none\"\n")
    editor.press("e ctrl-u")
    #expect(editor.state.overlays.top(as: FormState.self)?.fields[0].text.isEmpty == false)
    editor.press("ctrl-t")
    #expect(editor.state.overlays.top(as: FormState.self)?.fields[0].text == "")
    editor.press("N")
    #expect(editor.state.overlays.top(as: FormState.self)?.fields[0].text == "N")
  }

  @Test func `a chord in a popup shows its keys and can be cancelled with a configured key`() {
    let editor = driver(
      "[keys.history]\n\"z t\" = \"restore-state\"\n[keys.chord]\nf9 = \"cancel-chord\"\n")
    editor.press("d g h z")
    #expect(
      editor.text.contains("t     Undo all changes made after the selected one"),
      "\(editor.text)")
    #expect(editor.screen.last?.contains("f9 cancel the chord") == true)
    editor.press("f9")
    #expect(editor.state.input.chord.isEmpty)
    #expect(editor.state.overlay is HistoryList)
    editor.press("z x")
    #expect(editor.state.toast?.text.hasPrefix("z x does nothing here") == true)
  }

  @Test(arguments: [
    ("[keys.form]\nx = \"save-form\"", "2: x starts with a letter or digit"),
    ("[keys.always]\nx = \"suspend\"", "2: x starts with a letter or digit"),
    ("[keys.text]\n\"x y\" = \"text-end\"", "2: x y starts with a letter or digit"),
    ("[keys.list]\nx = \"close-history\"", "2: close-history works only in [keys.history]"),
    ("[keys.form]\nf5 = \"confirm-yes\"", "2: confirm-yes works only in [keys.confirm]"),
    (
      "[keys.popup-list]\nx = \"close-popup\"",
      "2: x stays bound to cancel-selected-job in [keys.job-list]"
    ),
    (
      "[keys.popuplist]\nx = \"close-popup\"", "2: there is no table [keys.popuplist]; did you mean"
    ),
  ])
  func `keys that cannot work in a popup are reported`(text: String, expected: String) {
    let found = ConfiguredEditor.problems(text)
    #expect(found.contains { $0.hasPrefix(expected) }, "\(found)")
  }

  @Test func `in a preview a digit begins a value and focuses no pane, unless it is bound`() {
    let editor = EditorDriver()
    editor.press("S 5")
    #expect(editor.state.isTypingParameter)
    #expect(editor.screen.last?.contains("esc restore value") == true)
    editor.press("ctrl-c")
    #expect(!editor.state.isTypingParameter && editor.state.mode != .browse)
    for table in ["preview", "trial"] {  // The earlier name is still accepted.
      let other = driver("[keys.\(table)]\n5 = \"compare\"\n")
      other.press("S 5")
      #expect(!other.state.isTypingParameter)
    }
  }
}

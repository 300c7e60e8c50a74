import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The values of previews that the user leaves without applying them, and the menu of operations.
@Suite struct PreviewDraftTests {
  let editor = EditorDriver()

  @Test func `esc keeps the values of a preview for the next preview of the same paths`() {
    editor.press("S")
    let standard = editor.previewValue(.tolerance)
    editor.type("75m")
    editor.press("tab esc")
    #expect(editor.state.toast?.text.contains("the values are kept") == true)
    editor.press("S")
    #expect(editor.previewValue(.tolerance) == "75m")
    #expect(editor.state.toast?.sentence == "The values of the last preview were restored")
    editor.press("ctrl-g")
    #expect(editor.previewValue(.tolerance) == standard)
    editor.press("esc S")
    #expect(editor.previewValue(.tolerance) == standard, "the default values are no draft")
  }

  @Test func `kept values belong to one operation on the same paths, and end when it is applied`() {
    editor.press("S")
    editor.type("75m")
    editor.press("tab esc j S")
    #expect(editor.previewValue(.tolerance) != "75m", "another path")
    editor.press("esc k S enter S")
    #expect(editor.previewValue(.tolerance) != "75m", "the values were applied")
  }

  @Test func `a value on the command line replaces kept values`() {
    editor.press("S")
    editor.type("75m")
    editor.press("tab esc :")
    editor.type("simplify 20m")
    editor.press("enter")
    #expect(editor.previewValue(.tolerance) == "20m")
  }

  @Test func `the menu of operations names every operation`() {
    editor.press("t")
    for kind in OperationKind.allCases {
      #expect(editor.text.contains(" \(kind.title): "), "\(kind)")
    }
    editor.press("esc j space j t j")
    #expect(editor.state.modeName == "PREVIEW")
    #expect(editor.text.contains("3 Join"))
  }
}

import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Unsaved input and drawings are not discarded without a question.
@Suite struct DraftTests {
  let editor = EditorDriver()

  @Test func `quitting with an unsaved drawing asks`() {
    editor.press("o p a l l a l l a esc esc q")
    #expect(!editor.wantsToQuit)
    #expect(editor.text.contains("3 points of a new path"))
    editor.press("esc o p")
    #expect(editor.state.mode == .draw(DrawState(points: drawnPoints)))
    editor.press("q esc q q")
    #expect(editor.wantsToQuit)
  }

  private var drawnPoints: [Coordinate] {
    if case .draw(let drawing) = editor.state.mode { drawing.points } else { [] }
  }

  @Test func `quitting with a draft of a form asks`() {
    editor.press("e X esc q")
    #expect(!editor.wantsToQuit)
    #expect(editor.text.contains("the input for “Edit "))
    editor.press("esc e enter q")
    #expect(editor.wantsToQuit, "a saved form leaves no draft")
  }

  @Test func `quitting without drafts does not ask`() {
    editor.press("e esc q")
    #expect(editor.wantsToQuit)
  }

  @Test func `ctrl-g asks before it discards the typed text`() {
    editor.press("e X ctrl-g")
    #expect(editor.text.contains("Discard the input?"))
    editor.press("esc")
    #expect(editor.state.modeName == "FORM")
    editor.press("ctrl-g y")
    #expect(editor.state.overlay == nil)
    #expect(editor.state.drafts.forms.isEmpty)
    editor.press("e ctrl-g")
    #expect(editor.state.overlay == nil, "an unchanged form closes at once")
  }

  @Test func `a second q quits in a window too small for the question`() {
    editor.press("e X esc")
    editor.send(.input(.resize(Size(columns: 39, rows: 9))))
    editor.press("q")
    #expect(!editor.wantsToQuit)
    #expect(editor.text.contains("again quits"))
    editor.press("q")
    #expect(editor.wantsToQuit)
  }
}

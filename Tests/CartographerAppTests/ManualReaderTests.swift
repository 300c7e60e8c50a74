import CartographerCore
import CartographerPresentation
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

@Suite struct ManualReaderTests {
  private func reader(_ size: Size = Size(columns: 80, rows: 24)) -> EditorDriver {
    let editor = EditorDriver(size: size)
    editor.press(":")
    editor.type("help sample")
    editor.press("enter")
    return editor
  }

  @Test func `the help command with a topic shows the page of the manual`() {
    let editor = reader()
    #expect(editor.state.modeName == "MANUAL")
    #expect(editor.text.contains("Manual: Sample page"))
    #expect(!editor.text.contains("<picture>"))
  }

  @Test func `the help command without a topic still lists the keys`() {
    let editor = EditorDriver()
    editor.press(":")
    editor.type("help")
    editor.press("enter")
    #expect(editor.state.modeName == "HELP")
    editor.press("m")
    #expect(editor.state.modeName == "MANUAL")
    #expect(editor.effects.contains(.readManual(topic: "")))
    editor.press("esc")
    #expect(editor.state.modeName == "HELP")
  }

  @Test func `a search of the manual says if the page does not contain the text`() {
    let editor = reader()
    editor.press("/")
    editor.type("qwertz")
    editor.press("enter")
    #expect(editor.state.toast?.text.contains("the page does not contain “qwertz”") == true)
  }

  @Test func `tab completes the topics of the help command`() {
    let editor = EditorDriver()
    editor.press(":")
    editor.type("help sa")
    editor.press("tab")
    #expect(editor.text.contains(":help sample"))
  }

  @Test func `a link to a heading scrolls, and a link to a page opens it`() {
    let editor = reader()
    editor.press("enter")
    #expect(editor.state.toast?.text == "tab selects a link")
    editor.press("tab enter")
    #expect(editor.state.overlays.top(as: ManualReader.self)?.top == 6)
    editor.press("tab enter")
    #expect(editor.effects.contains(.readManual(topic: "index")))
    #expect(editor.text.contains(" index ━┛"))
    editor.press("h")
    #expect(editor.text.contains(" sample ━┛"))
    #expect(editor.state.overlays.top(as: ManualReader.self)?.top == 0)
    editor.press("h")
    #expect(editor.state.toast?.text == "there is no previous page")
  }

  @Test func `a link to a web site is not followed`() {
    let editor = reader()
    editor.press("backtab backtab enter")
    #expect(editor.state.toast?.text == "https://example.org/ is not a manual page")
    #expect(editor.state.modeName == "MANUAL")
  }

  @Test func `the search goes to the lines that contain the text`() {
    let editor = reader(Size(columns: 80, rows: 16))
    editor.press("/")
    editor.type("VERTICAL")
    #expect(editor.text.contains("/VERTICAL"))
    #expect(editor.text.contains("A cell with a vertical bar"))
    editor.press("enter n")
    #expect(editor.text.contains("A cell with a vertical bar"))
    editor.press("/")
    editor.type("x")
    editor.press("enter n")
    #expect(editor.state.toast?.text == "the page does not contain “VERTICALx”")
    editor.press("/ esc")
    #expect(!editor.text.contains("/VERTICAL"))
  }

  @Test func `the editor reads the pages of the checkout, and reports an unknown topic`()
    async throws
  {
    for (topic, expected) in [
      ("keym", "Manual: Keys and commands"),
      ("xyz", "has no page “xyz”. The page “index” lists all pages."),
    ] {
      let editor = try await LiveEditor()
      let strokes = ":help \(topic)".map { KeyStroke($0) } + [KeyStroke(notation: "enter")]
      var text = ""
      let problem = await editor.press(strokes.compactMap { $0 }) { _, surface in
        text = surface?.text ?? ""
      }
      #expect(problem == nil)
      #expect(text.contains(expected), "\(text)")
      try await editor.library.close()
    }
  }
}

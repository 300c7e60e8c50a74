import TerminalUI
import Testing

@testable import CartographerApp

/// The width of popups, and the length of text pasted into them.
@Suite struct PopupSizeTests {
  @Test(arguments: [(60, 58), (80, 76), (120, 78), (150, 98), (200, 120), (400, 120)])
  func `popups with long lines become wider with the screen, up to 120 columns`(
    screen: Int, popup: Int
  ) {
    let editor = EditorDriver(size: Size(columns: screen, rows: 40))
    editor.press("?")
    let top = editor.screen.first { $0.contains(" Keys here: ") } ?? ""
    let edges = top.indices.filter { "┌┐╔╗┏┓".contains(top[$0]) }
    let left = edges.last { top[$0...].contains(" Keys here: ") }
    let right = edges.first { !top[$0...].contains(" Keys here: ") }
    let width = left.flatMap { left in right.map { top.distance(from: left, to: $0) + 1 } }
    #expect(width == popup, "\(top)")
  }

  @Test func `a truncated paste is reported`() {
    let editor = EditorDriver()
    editor.press("o l")
    editor.send(.input(.paste(String(repeating: "x", count: 4_096))))
    #expect(editor.state.toast == nil)
    editor.send(.input(.paste(String(repeating: "x", count: 4_097))))
    #expect(
      editor.state.toast?.text.contains("only the first 4 096 characters were pasted") == true)
  }
}

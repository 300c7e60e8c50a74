import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// The screens a stranger sees first, at the three sizes.
@Suite struct ScreenGoldenTests {
  static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]

  private func check(_ editor: EditorDriver, _ name: String) throws {
    let size = editor.state.size
    try Golden.compare(editor.text, with: "screens/\(name)-\(size.columns)x\(size.rows).txt")
  }

  @Test(arguments: sizes) func `browsing shows list, map and details`(size: Size) throws {
    let editor = EditorDriver(size: size)
    editor.press("j j")
    try check(editor, "browse")
  }

  @Test(arguments: sizes) func `editing a path shows its points`(size: Size) throws {
    let editor = EditorDriver(size: size)
    editor.press("j j enter j l")
    try check(editor, "edit")
  }

  @Test(arguments: sizes) func `an operation shows what it would do`(size: Size) throws {
    let editor = EditorDriver(size: size)
    editor.press("j j S l l l l")
    try check(editor, "trial")
    editor.press("esc t s k l j")
    editor.type("2km")
    editor.press("k")
    try check(editor, "split")
  }

  @Test(arguments: sizes) func `the table of points lies beside the map`(size: Size) throws {
    let editor = EditorDriver(size: size)
    editor.press("j j enter T /")
    editor.type(">2000m")
    editor.press("enter n *")
    try check(editor, "points")
  }

  @Test(arguments: sizes) func `statistics lie over the screen`(size: Size) throws {
    let editor = EditorDriver(size: size)
    editor.press("j j g s")
    try check(editor, "statistics")
  }

  @Test(arguments: sizes) func `the profile of speed along time, zoomed in`(size: Size) throws {
    let editor = EditorDriver(size: size)
    editor.press("j j enter j z v z t z i")
    try check(editor, "profile")
  }

  @Test(arguments: sizes) func `help lists the keys`(size: Size) throws {
    let editor = EditorDriver(size: size)
    editor.press("?")
    try check(editor, "help")
  }

  @Test func `an empty store says what to press`() throws {
    try check(EditorDriver.empty(), "empty")
  }

  @Test func `a form, the palette, the groups and a question lie over the screen`() throws {
    let editor = EditorDriver(size: Size(columns: 80, rows: 24))
    editor.press("j j e")
    try check(editor, "form")
    editor.press("esc m")
    try check(editor, "groups")
    editor.press("esc : z o")
    try check(editor, "palette")
    editor.press("esc d g t D")
    try check(editor, "purge")
    editor.press("esc g")
    try check(editor, "chord")
  }

  @Test func `one pane at a time on a narrow terminal`() throws {
    let editor = EditorDriver(size: Size(columns: 60, rows: 20))
    try check(editor, "single")
    editor.press("2")
    try check(editor, "single-map")
  }

  @Test func `an operation in ASCII has nothing beyond it`() throws {
    let editor = EditorDriver(
      size: Size(columns: 80, rows: 24), settings: Settings(glyphs: .ascii))
    editor.press("j j S l l l l")
    let shown = editor.frame.surface.asciiOnly
    #expect(shown.text.utf8.allSatisfy { $0 < 0x80 })
    try Golden.compare(shown.text, with: "screens/trial-ascii-80x24.txt")
  }

  @Test func `plain and ASCII draw no frames and nothing beyond ASCII`() throws {
    let editor = EditorDriver(
      size: Size(columns: 80, rows: 24), settings: Settings(glyphs: .ascii, isPlain: true))
    let plain = editor.frame.surface.asciiOnly
    #expect(plain.text.utf8.allSatisfy { $0 < 0x80 })
    try Golden.compare(plain.text, with: "screens/plain-80x24.txt")
  }
}

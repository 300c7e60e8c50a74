import CartographerPresentation
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

/// Every screen (``ScreenScene``) at three sizes and in three glyph sets.
///
/// The golden files contain each screen in Braille. For each other glyph set and size, one file
/// lists the cells of all scenes that differ from Braille. A scene with the same differences as the
/// scene before it has a remark instead of the list.
@Suite struct ScreenGoldenTests {
  static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]

  @Test(arguments: ScreenScene.allCases, sizes)
  func `every pane, mode and popup matches its golden file`(scene: ScreenScene, size: Size) throws {
    let editor = scene.editor(size: size, glyphs: .braille)
    #expect(ScreenScene.shown(by: editor.state) == scene.kind)
    #expect(editor.frame.surface.brokenInvariant == nil)
    try Golden.compare(
      editor.text, with: "screens/\(scene.rawValue)-\(size.columns)x\(size.rows).txt")
  }

  @Test(arguments: sizes, [GlyphSet.block, .ascii])
  func `other glyph sets change only the cells listed in the golden file`(
    size: Size, glyphs: GlyphSet
  ) throws {
    var text = ""
    var last: GlyphDifference?
    for scene in ScreenScene.allCases {
      var frame = scene.editor(size: size, glyphs: glyphs).frame.surface
      var braille = scene.editor(size: size, glyphs: .braille).frame.surface
      if glyphs == .ascii {
        (frame, braille) = (frame.asciiOnly, braille.asciiOnly)
        #expect(frame.text.utf8.allSatisfy { $0 < 0x80 }, "\(scene)")
      }
      let difference = GlyphDifference(frame, from: braille)
      text += "\(scene.rawValue)\(difference == last ? ": as the one before" : "")\n"
      if difference != last { text += difference.lines.map { "  \($0)\n" }.joined() }
      last = difference
    }
    try Golden.compare(
      text, with: "screens/glyphs-\(glyphs.rawValue)-\(size.columns)x\(size.rows).txt")
  }

  @Test func `a narrow terminal shows one pane at a time`() throws {
    let editor = EditorDriver(size: Size(columns: 60, rows: 20))
    try Golden.compare(editor.text, with: "screens/single-60x20.txt")
    editor.press("2")
    try Golden.compare(editor.text, with: "screens/single-map-60x20.txt")
  }

  @Test func `a tall and narrow terminal shows the list above the map`() throws {
    let editor = EditorDriver(size: Size(columns: 80, rows: 50))
    editor.press("j j enter j l")
    try Golden.compare(editor.text, with: "screens/portrait-80x50.txt")
  }

  @Test func `a plain ASCII screen has no frames and only ASCII characters`() throws {
    let editor = EditorDriver(
      size: Size(columns: 80, rows: 24), settings: Settings(glyphs: .ascii, isPlain: true))
    let plain = editor.frame.surface.asciiOnly
    #expect(plain.text.utf8.allSatisfy { $0 < 0x80 })
    try Golden.compare(plain.text, with: "screens/plain-80x24.txt")
  }
}

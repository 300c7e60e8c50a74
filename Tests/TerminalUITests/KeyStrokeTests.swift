import Testing

@testable import TerminalUI

struct KeyStrokeTests {
  @Test(arguments: [
    ("d", KeyStroke("d")), ("G", KeyStroke("G")), ("space", KeyStroke(" ")),
    ("ctrl-r", KeyStroke("r", .control)), ("shift-up", KeyStroke(.up, .shift)),
    ("alt-x", KeyStroke("x", .alt)), ("f1", KeyStroke(.function(1))), ("f", KeyStroke("f")),
    ("esc", KeyStroke(.escape)), ("backtab", KeyStroke(.backTab)), ("-", KeyStroke("-")),
    ("ctrl--", KeyStroke("-", .control)),
    ("ctrl-alt-delete", KeyStroke(.delete, [.control, .alt])),
    ("ctrl-space", KeyStroke(" ", .control)), ("é", KeyStroke("é")), (":", KeyStroke(":")),
  ])
  func `key notation is parsed and formatted`(notation: String, stroke: KeyStroke) {
    #expect(KeyStroke(notation: notation) == stroke)
    #expect(stroke.notation == notation)
  }

  @Test func `every key is unchanged after formatting and parsing`() {
    let keys: [KeyCode] =
      [
        .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right,
        .home, .end, .pageUp, .pageDown, .character(" "),
      ] + (1...24).map { .function($0) }
      + (0x21...0x7E).map { .character(Character(Unicode.Scalar($0))) }
    for key in keys {
      for held: KeyModifiers in [[], .control, .alt, [.control, .alt]] {
        let stroke = KeyStroke(key, held)
        #expect(KeyStroke(notation: stroke.notation) == stroke, "\(stroke.notation)")
      }
    }
  }

  @Test(arguments: ["", " ", "ctrl-", "nokey", "f0", "f25", "ctrl-ctrl-a", "f01"])
  func `invalid key notation is refused`(notation: String) {
    #expect(KeyStroke(notation: notation) == nil)
  }

  @Test func `shift-tab is parsed as backtab`() {
    #expect(KeyStroke(notation: "shift-tab") == KeyStroke(.backTab))
  }

  @Test func `the keys of a sequence are separated by spaces`() {
    #expect(KeyStroke.sequence(notation: "g g") == [KeyStroke("g"), KeyStroke("g")])
    #expect(KeyStroke.sequence(notation: "") == nil)
    #expect(KeyStroke.sequence(notation: "g nokey") == nil)
    #expect(KeyStroke.notation(of: [KeyStroke("z"), KeyStroke(" ")]) == "z space")
  }
}

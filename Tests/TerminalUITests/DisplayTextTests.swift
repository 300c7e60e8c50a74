import Testing

@testable import TerminalUI

struct DisplayTextTests {
  @Test(arguments: [
    ("plain text", "plain text", 10),
    ("", "", 0),
    ("\u{1B}[31mred", "␛[31mred", 8),
    ("a\u{00}b\u{07}", "a␀b␇", 4),
    ("del\u{7F}", "del␡", 4),
    ("c1\u{9B}31m", "c1‹009B›31m", 11),
    ("one\r\ntwo\nthree\rfour", "one⏎two⏎three␍four", 18),
    ("next\u{85}line\u{2028}end", "next⏎line⏎end", 13),
    ("tab\there", "tab→here", 8),
    ("abc\u{202E}def", "abc‹202E›def", 12),
    ("\u{2066}x\u{2069}", "‹2066›x‹2069›", 13),
    ("zero\u{200B}width\u{FEFF}", "zero‹200B›width‹FEFF›", 21),
    ("soft\u{AD}hyphen", "soft‹00AD›hyphen", 16),
    ("tag\u{E0041}", "tag‹E0041›", 10),
    ("hangul\u{3164}filler", "hangul‹3164›filler", 18),
    ("private\u{E000}", "private‹E000›", 13),
    ("a\u{200D}b", "a‹200D›b", 8),
    ("a\u{FE0F}", "a‹FE0F›", 7),
    ("5\u{FE0F}x", "5‹FE0F›x", 8),
  ])
  func `control and invisible characters are displayed as visible symbols`(
    text: String, shown: String, width: Int
  ) {
    let display = DisplayText(text)
    #expect(Array(display.string.unicodeScalars) == Array(shown.unicodeScalars))
    #expect(display.width == width)
  }

  @Test(arguments: [
    ("Zürich", 6), ("Zu\u{308}rich", 6), ("日本語", 6), ("한국", 4), ("ｶﾅ", 2), ("Ａ", 2),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("❤️", 2), ("❤", 1), ("🇨🇭", 2), ("🇨🇭🇫🇷", 4),
    ("1️⃣", 2), ("é̂", 1), ("กำ", 2), ("का", 2), ("שלום", 4), ("•…—", 3), ("⠿⣿", 2), ("█▁", 2),
    ("🏔 Pic", 5), ("⛰️", 2), ("©", 1),
  ])
  func `the width of a text is its number of columns in a terminal`(text: String, width: Int) {
    #expect(DisplayText(text).width == width)
    #expect(DisplayText(text).graphemes.reduce(0) { $0 + $1.width } == width)
  }

  @Test func `a character keeps at most four combining marks`() {
    let zalgo = "Z" + String(repeating: "\u{301}", count: 50) + "a"
    let display = DisplayText(zalgo)
    #expect(display.string.unicodeScalars.count == 6)
    #expect(display.width == 2)
  }

  @Test func `a combining mark without a letter is drawn on a dotted circle`() {
    #expect(DisplayText("\u{301}a").string == "\u{25CC}\u{301}a")
    #expect(DisplayText("\u{301}a").width == 2)
  }

  @Test func `overlong sequences of joined emoji are split`() {
    let chain = Array(repeating: "👩", count: 40).joined(separator: "\u{200D}")
    #expect(DisplayText(chain).string.contains("‹200D›"))
  }

  @Test func `ASCII mode writes special characters with carets and angle brackets`() {
    #expect(DisplayText("\u{1B}[m\u{202E}\n\t", glyphs: .ascii).string == "^[[m<202E>^J^I")
    #expect(DisplayText("\u{7F}", glyphs: .ascii).string == "^?")
  }

  @Test func `every Unicode scalar is displayed as visible text`() {
    for value in UInt32(0)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let display = DisplayText(String(scalar))
      #expect(display.width >= 1, "U+\(String(value, radix: 16)) has no width")
      let isSafe = display.string.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && !$0.properties.isBidiControl
      }
      #expect(isSafe, "U+\(String(value, radix: 16)) is not replaced")
    }
  }

  @Test func `sanitising twice changes nothing`() {
    let hostile = "a\u{202E}\u{1B}[0m👩‍👩‍👧 Zu\u{308}rich \u{301}\u{9B}"
    let once = DisplayText(hostile)
    #expect(DisplayText(once.string) == once)
  }

  @Test func `interpolation sanitises inserted strings`() {
    let name = "evil\u{1B}[2J"
    let line: DisplayText = "Deleted \(name) and \(3) more — \(DisplayText("日"))"
    #expect(line.string == "Deleted evil␛[2J and 3 more — 日")
    #expect(line.width == 32)
  }

  @Test func `the two parts of a flag join if their texts are concatenated`() {
    let joined = DisplayText("\u{1F1E8}") + DisplayText("\u{1F1ED}")
    #expect(joined.width == 2)
    #expect(joined.width == DisplayText(joined.string).width)
  }
}
